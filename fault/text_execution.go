package fault

// executionTable holds what says that the work which a tool was given failed.
var executionTable = []textRule{
	{rule{ExecutionFailed, 44, bare}, []string{
		"exit code", "exit status", "exited with code", "command failed", "non-zero exit", "calledprocesserror", "tests failed", "test failed",
		"assertionerror", "build failed", "npm err!", "make: ***", "退出码",
	}},
	{rule{ExecutionFailed, 44, bare}, []string{
		"exited with status", "exited with non-zero", "exited with a non-zero", "exited with error code", "non-zero status", "nonzero exit",
		"non-zero code", "returned error code", "return code 1", "command errored", "command execution failed", "script failed", "script exited",
		"script execution failed", "code execution failed", "code execution error", "execution of code failed", "error executing code",
		"error in code execution", "subprocess failed", "subprocess returned", "test run failed", "tests did not pass", "tests failing",
		"test suites failed", "suite failed", "short test summary info", "assertion failed", "assert failed", "compilation error",
		"build did not complete", "collect2: error", "lint failed", "type check failed", "type checking failed", "error ts",
		"npm error", "err_pnpm", "yarn error", "make: error", "build failure", "ninja: build stopped", "cell execution",
		"an error occurred while executing the following cell", "interpretererror", "exception in cell", "exception while executing",
		"uncaught exception in script", "exited abnormally", "core dumped", "terminated by signal", "killed by signal", "命令执行失败", "脚本执行失败", "代码执行失败",
		"执行代码出错", "测试失败", "测试未通过", "编译失败", "构建失败",
	}},
	{rule{ExecutionFailed, 44, 0}, []string{
		"process returned", "command returned", "compile error", "build error", "assertion error", "cannot execute", "command exited", "returncode", "返回码",
		"failing tests", "failed to build", "failed to compile", "compiler error",
	}},
	// A compiler's words about names are about the program's.
	{rule{ExecutionFailed, 68, bare}, []string{
		"could not compile", "error: aborting due to", "compilation failed", "build failed]",
	}},
}
