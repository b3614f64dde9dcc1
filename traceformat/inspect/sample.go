package inspect

import (
	"fmt"

	"github.com/sequitur-go/sequitur/traceformat/anychat"
	"github.com/sequitur-go/sequitur/traceformat/stream"
	"github.com/sequitur-go/sequitur/trajectory"
)

// sample reads a sample: its own run, then those of other agents.
func sample(v stream.Value, l log, source string) []*trajectory.Trajectory {
	id := v.Get("id").Text()
	t := &trajectory.Trajectory{
		ID: fmt.Sprintf("%s_epoch_%d", id, v.Get("epoch").Int()), Source: source, Model: l.model, Agent: l.agent, Task: id,
		Success: verdict(v.Get("scores")), Error: failed(v),
	}
	if l.task != "" {
		t.Task = l.task + "/" + id
	}
	if t.Agent == "" {
		t.Agent = "inspect"
	}
	if model := v.Get("output", "model").Text(); t.Model == "" {
		t.Model = model
	}
	e := readEvents(v.Get("events"), newAttachments(v.Get("attachments")))
	ids := map[string]bool{}
	for m := range v.Get("messages").Elements() {
		ids[m.Get("id").Text()] = true
		t.Messages = append(t.Messages, e.attached.messages(message(m))...)
	}
	e.enrich(t)
	runs := append([]*trajectory.Trajectory{t}, e.others(t, ids)...)
	if !priceKnown(runs) {
		t.Usage = total(v.Get("model_usage")) // which counts graders, too
	}
	return runs
}

// priceKnown says whether any message tells what it cost.
func priceKnown(runs []*trajectory.Trajectory) bool {
	for _, t := range runs {
		for i := range t.Messages {
			if t.Messages[i].Usage != nil {
				return true
			}
		}
	}
	return false
}

// message reads one message of a conversation.
func message(m stream.Value) []trajectory.Message {
	read := anychat.Messages(m, trajectory.RoleUser)
	id := m.Get("id").Text()
	for i := range read {
		if !read[i].Thinking {
			read[i].ID = id
		}
		if read[i].Outcome != nil {
			fail(read[i].Outcome, m.Get("error"))
		}
	}
	return read
}

// verdict is the first score that says yes or no. Other scores are measures.
func verdict(scores stream.Value) *bool {
	for _, score := range scores.Fields() {
		value := score.Get("value")
		if done, ok := value.Bool(); ok {
			return &done
		}
		switch value.Text() {
		case "C":
			return new(true)
		case "I", "N":
			return new(false)
		}
	}
	return nil
}

// failed says how a sample ended before its time.
func failed(v stream.Value) string {
	if text := v.Get("error", "message").Text(); text != "" {
		return text
	}
	if limit := v.Get("limit", "type").Text(); limit != "" {
		return limit + " limit"
	}
	return ""
}

// total adds up what a sample's models cost.
func total(usages stream.Value) *trajectory.Usage {
	var sum trajectory.Usage
	for _, v := range usages.Fields() {
		if u := usage(v); u != nil {
			sum = sum.Add(*u)
		}
	}
	if sum == (trajectory.Usage{}) {
		return nil
	}
	return &sum
}

// usage reads what a call of a model cost. Some providers count what came from
// a cache beside the input: the total tells.
func usage(v stream.Value) *trajectory.Usage {
	u := trajectory.Usage{
		In: v.Get("input_tokens").Int(), Out: v.Get("output_tokens").Int(),
		CacheRead: v.Get("input_tokens_cache_read").Int(), CacheWrite: v.Get("input_tokens_cache_write").Int(), USD: v.Get("total_cost").Float(),
	}
	if u == (trajectory.Usage{}) {
		return nil
	}
	if cached := u.CacheRead + u.CacheWrite; cached > 0 && v.Get("total_tokens").Int() >= u.In+u.Out+cached {
		u.In += cached
	}
	return &u
}
