package fault

// partialTable holds what says that a part of the work is done.
func partialTable() []textRule {
	return []textRule{
		{rule{Partial, 76, bare}, []string{
			"partially succeeded", "partial success", "partial failure", "partially failed", "partially completed",
			"some items failed", "部分成功", "部分失败",
		}},
	}
}
