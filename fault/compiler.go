package fault

import "strings"

// compilerNames are the words with which compilers and checkers end.
var compilerNames = [...]string{
	": error TS", " - error TS", "): error CS", "): error TS", "error[E", "error: could not compile", "error: failed to run custom build command", "error: aborting due to", ": fatal error: ",
	" [build failed]", "COMPILATION ERROR", "Compilation failed", "Compilation error", "error during build:", "Build failed in ", "Build failed with ", "compiled with 1 error",
	"Module build failed", "Rollup failed to resolve", "BUILD FAILURE", "FAILURE: Build failed", "Failed to compile", "CMake Error at",
}

// checks says whether a text has what only a compiler or a checker of programs
// writes: a place with its error, or its last words.
func checks(text string) bool {
	for _, name := range compilerNames {
		if strings.Contains(text, name) {
			return true
		}
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if placedError(line) || countsProblems(line) || strings.HasPrefix(line, "e: ") && strings.Contains(line, ".kt:") || strings.HasPrefix(line, "ERROR in ./") {
			return true
		}
	}
	return false
}

// placedError says whether a line is an error at its place: "a.c:3:5: error: …",
// "./main.go:14:9: undefined: x".
func placedError(line string) bool {
	name, rest, ok := strings.Cut(line, ":")
	if !ok || rest == "" || !isDigit(rest[0]) || !strings.Contains(name, ".") || strings.Contains(name, " ") {
		return false
	}
	_, words, ok := strings.Cut(rest, ": ")
	if !ok {
		return false
	}
	if strings.HasPrefix(words, "error: ") || strings.HasPrefix(words, "error ") {
		return true
	}
	if !strings.HasSuffix(name, ".go") {
		return false
	}
	for _, begin := range [...]string{"undefined: ", "declared and not used", "cannot use ", "syntax error", "missing return", "too many arguments", "not enough arguments"} {
		if strings.HasPrefix(words, begin) || strings.Contains(words, " "+begin) {
			return true
		}
	}
	return strings.Contains(words, "imported and not used") || strings.Contains(words, "undefined (")
}

// countsProblems says whether a line is a checker's count of errors.
func countsProblems(line string) bool {
	if strings.HasPrefix(line, "Found ") && len(line) > 6 && isDigit(line[6]) && line[6] != '0' {
		_, rest, _ := strings.Cut(line[6:], " ")
		return strings.HasPrefix(rest, "error") && (strings.Contains(rest, " in ") || strings.Contains(rest, "checked") || strings.HasSuffix(rest, "."))
	}
	_, rest, ok := strings.Cut(line, " problem")
	if i := strings.IndexByte(rest, '('); ok && i >= 0 && i+1 < len(rest) {
		return isDigit(rest[i+1]) && rest[i+1] != '0' && strings.Contains(rest, " error")
	}
	return false
}

// builds says whether a command only compiles or checks a program, or would have run
// it only then.
func builds(line string) bool {
	if i := strings.LastIndex(line, "&& "); i >= 0 && strings.HasPrefix(line, "cd ") && strings.Count(line, "&&") == 1 {
		line = line[i+3:]
	}
	if line == "" || strings.ContainsAny(line, ";&\n`$<>") || strings.Contains(line, "||") {
		return false
	}
	known := false
	nameWords(line, func(word string) bool {
		switch word {
		case "deploy", "publish", "push", "release", "migrate", "install", "upload", "docker", "podman", "terraform", "commit", "rm":
			known = false
			return false
		case "build", "check", "lint", "compile", "tsc", "typecheck", "vet", "clippy", "mypy", "pyright", "eslint", "ruff", "flake8", "javac", "gcc", "clang", "cc", "rustc", "ghc",
			"webpack", "vite", "rollup", "esbuild", "cargo", "mvn", "gradle", "gradlew", "gulp", "swiftc", "kotlinc", "msbuild", "make", "ninja":
			known = true
		}
		return true
	})
	return known
}

// compiler tells that a program was not made: then it never ran.
func (v *view) compiler(body string) bool {
	if !checks(body[max(0, len(body)-maxTail):]) {
		return false
	}
	r := rule{ExecutionFailed, 74, 0}
	if builds(command(v.call)) {
		r.flags = unsent
	}
	v.take(LayerText, "compiler", "", r)
	return true
}
