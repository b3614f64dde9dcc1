package fault

import "strings"

// exits reads exit codes: the process's own, or one that the text tells. The
// shells' conventions mean more than the command's own codes.
func (v *view) exits(text string) {
	code := v.exit
	if code == 0 && v.seen&cueExit != 0 {
		lower := lowered(text[:min(len(text), maxBare)])
		for _, cue := range []string{"exit code ", "exit code: ", "exit status ", "exit status: ", "exited with code ", "exit code=", "returncode=", "return code ", "exited with status ", "退出码", "exit="} {
			if i := strings.Index(lower, cue); i >= 0 {
				end := i + len(cue)
				for end < len(lower) && isDigit(lower[end]) {
					end++
				}
				code = number(lower[i+len(cue) : end])
			}
		}
	}
	r := rule{ExecutionFailed, 44, 0}
	if code == 1 && v.env.content == 0 && strings.TrimSpace(v.env.text.String()) == "" && silentFailure(command(v.call)) {
		r = rule{Empty, 61, unsent}
	}
	switch code {
	case 0:
		return
	case 124, 137:
		r = rule{Timeout, 61, passing}
	case 126:
		r = rule{Forbidden, 76, 0}
	case 127:
		r = rule{NotFound, 58, 0}
	case 130, 143:
		r = rule{Canceled, 60, 0}
	}
	v.take(LayerStructure, "exit", itoa(code), r)
}

// zeroNames are lines that state a command's success.
var zeroNames = []string{"exit code: 0", "exit code 0", "exited with code 0", "exit status 0", "exit status: 0", "process exited with code 0", "exit_code: 0", "exit code: 0 (success)"}

// statesExitZero says whether an output has a line of its own, near one of its
// ends, that states the exit code 0: then no word in it tells a failure.
func statesExitZero(body string) bool {
	ends := [...]string{body[:min(len(body), maxBare)], body[max(0, len(body)-maxBare):]}
	for _, end := range ends {
		for line := range strings.Lines(end) {
			line = strings.Trim(line, " \t\r\n[]()")
			for _, zero := range zeroNames {
				if strings.EqualFold(line, zero) {
					return true
				}
			}
		}
	}
	return false
}

// code corrects what a tool that runs the model's own code told: its exception
// is the result, not the tool's failure.
func (v *view) code(text string) {
	if !v.runsCode() {
		return
	}
	switch v.best.kind { //nolint:exhaustive // every other kind stays what it is
	case ServerError:
		if v.spec.RunsCode || v.best.flags&lasting != 0 || v.status < 500 {
			v.take(LayerStructure, "runs_code", "", rule{ExecutionFailed, 90, 0})
		}
	case Unknown:
		v.take(LayerStructure, "runs_code", "", rule{ExecutionFailed, 90, 0})
	case NotFound, InvalidArgument, Conflict, MissingArgument:
		if v.best.kind == Conflict && !v.spec.RunsCode {
			return
		}
		if hasTrace(text) || crashed(text) || strings.Contains(text, "No module named") {
			v.take(LayerStructure, "runs_code", "", rule{ExecutionFailed, 90, 0})
		}
	default:
	}
}
