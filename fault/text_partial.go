package fault

// partialTable holds what says that a part of the work is done.
var partialTable = []textRule{
	{rule{Partial, 76, bare}, []string{
		"partially succeeded", "partial success", "partial failure", "partially failed", "partially completed",
		"some items failed", "部分成功", "部分失败",
	}},
	{rule{Partial, 79, bare}, []string{
		"partially successful", "partially complete", "partially processed", "partially applied", "partially done", "partially written",
		"partially imported", "partially updated", "partially deleted", "partially uploaded", "partial completion",
		"partial results due", "some records failed", "some rows failed",
		"some requests failed", "some files failed", "some files could not", "some items could not", "some records could not", "some operations failed",
		"some documents failed", "some entries failed", "some messages failed", "some emails failed",
		"some updates failed", "completed with errors", "completed with failures", "completed with some errors",
		"finished with errors", "finished with failures", "succeeded with errors", "done with errors", "batch partially",
		"multi-status", "multiple errors occurred during", "the rest failed",
		"were skipped due to", "rolled back partially", "could not be processed and", "unprocessed items", "部分完成",
		"部分执行", "部分写入", "部分更新", "部分导入", "部分删除",
	}},
	{rule{Partial, 68, 0}, []string{
		"partial result", "some recipients", "partial update", "partial write", "some of the items", "some of the records", "some of the operations",
		"some of the requests",
	}},
	{rule{Partial, 79, bare}, undoneSome()},
	{rule{Unknown, 8, bare}, append(sentences(
		[]string{"was not", "were not", "wasn't", "weren't", "could not be", "couldn't be", "cannot be"},
		[]string{
			"carried out", "performed", "executed", "sent", "saved", "written", "created", "deleted", "applied", "processed", "completed", "delivered", "submitted",
			"published", "uploaded", "finished", "fulfilled", "handled", "loaded",
		},
	), "nothing was written", "nothing was saved", "nothing was sent", "nothing was done", "gave up after", "giving up after")},
	// What went wrong with the batch says more.
	{rule{Partial, 50, bare}, []string{
		"bulk write error", "bulkwriteerror", "batchupdateexception",
	}},
}

// undoneSome returns the sentences which say that a part was not done. What
// only looks things up leaves nothing half done.
func undoneSome() []string {
	return sentences(
		[]string{"unable to", "failed to", "could not", "couldn't", "was not able to"},
		[]string{
			"delete", "remove", "update", "insert", "process", "send", "upload", "import", "write", "save", "create", "copy", "move", "apply", "store", "deliver", "index",
			"migrate", "publish", "sync",
		},
		[]string{"some", "few", "a few", "several", "all of the", "one or more"},
	)
}
