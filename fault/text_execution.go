package fault

// executionTable holds what says that the work which a tool was given failed.
func executionTable() []textRule {
	return []textRule{
		{rule{ExecutionFailed, 44, bare}, []string{
			"exit code", "exit status", "exited with code", "returned non-zero exit status", "command failed", "non-zero exit",
			"calledprocesserror", "tests failed", "test failed", "assertionerror", "build failed", "compilation failed",
			"npm err!", "make: ***", "退出码",
		}},
	}
}
