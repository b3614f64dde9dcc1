package feedback

import "strings"

// AskAgain asks the model for another answer, because the values stand in
// nothing that it was given.
func (r *Renderer) AskAgain(values []string) string {
	clean := NewRedactor()
	quoted := make([]string, 0, min(len(values), 3))
	for _, value := range values[:min(len(values), 3)] {
		quoted = append(quoted, clean.Redact(value))
	}
	if r.Language == Chinese {
		return "工具的结果中没有" + strings.Join(quoted, "、") + "。请只根据工具给出的内容重新回答。"
	}
	return "No tool result holds " + strings.Join(quoted, ", ") + ". Answer again from what the tools returned."
}

// StandIn says beside a stand-in's result which tool it came from.
func (r *Renderer) StandIn(name, standIn string) string {
	clean := NewRedactor()
	name, standIn = clean.Redact(name), clean.Redact(standIn)
	if r.Language == Chinese {
		return name + " 暂时不可用，以上结果来自 " + standIn + "。"
	}
	return name + " is unavailable at the moment: this result is from " + standIn + "."
}
