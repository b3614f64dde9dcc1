package fault

// emptyTable holds what says that a search found nothing.
func emptyTable() []textRule {
	return []textRule{
		{rule{Empty, 54, bare}, []string{
			"no results found", "no results", "no matches found", "no matches", "no matching", "no records found",
			"no data found", "no data available", "no documents found", "no items found", "no files found", "0 results",
			"found 0", "nothing found", "no search results", "no entries", "没有相关内容", "没有找到", "未查询到", "无结果", "没有结果",
			"暂无数据", "暂无", "没有数据", "返回0条", "共0条", "查询结果为空", "(0 rows)", "empty set", "returned no results",
		}},
		// Longer than the words of an absent record, which stand in them.
		{rule{Empty, 57, bare}, []string{
			"未找到相关", "未找到匹配", "没有找到匹配",
		}},
	}
}
