package fault

// emptyTable holds what says that a search found nothing.
var emptyTable = []textRule{
	{rule{Empty, 54, bare}, []string{
		"no results", "no matches", "no matching", "no files found", "0 results", "found 0", "nothing found", "no search results", "no entries", "没有相关内容",
		"没有找到", "未查询到", "无结果", "没有结果", "暂无", "没有数据", "返回0条", "共0条", "empty set",
	}},
	// Longer than the words of an absent record, which stand in them.
	{rule{Empty, 57, bare}, []string{
		"未找到相关", "未找到匹配", "没有找到匹配",
	}},
	{rule{Empty, 54, bare}, []string{
		"empty result", "empty results", "empty response from search", "no result", "no hits", "0 matches", "0 records", "0 rows", "0 items",
		"0 documents", "zero results", "zero matches", "no rows", "no content", "no output", "no data", "no records", "no items", "no documents",
		"no files matched", "no files match", "no issues found", "no events found", "no messages found", "no emails found", "no users found",
		"no tables found", "no pages found", "no articles found", "no products found", "no flights found", "no hotels found", "no relevant",
		"no memories found", "no information found", "no answer found", "nothing to show", "there are no", "there were no", "no upcoming", "no recent", "no available", "no open", "nothing matched", "did not return any", "didn't return any",
		"did not match any documents", "didn't match any", "did not find any", "didn't find any", "could not find any", "couldn't find any", "returned 0",
		"returned nothing", "returned empty", "no resources found", "0 files", "0 hits", "0 entries", "0 objects", "no match found", "search returned no", "query returned no", "result is empty", "results are empty", "list is empty",
		"response is empty", "没有匹配", "没有符合", "没有查到", "没有查询到", "没有任何", "未搜索到", "未检索到", "未查到", "未找到任何", "无数据", "无记录", "无匹配", "空结果", "结果为空", "列表为空", "数据为空",
		"找不到相关", "没有搜索到", "0条记录", "0 条",
	}},
}
