package endpoint

import "maps"

// responseStream numbers the events of one streamed response.
type responseStream struct{ events []event }

func (s *responseStream) add(name string, data fields) {
	data["type"], data["sequence_number"] = name, len(s.events)
	s.events = append(s.events, event{name: name, data: data})
}

func responsePieces(r reply) []event {
	var s responseStream
	begun := r.response("in_progress", []fields{}, nil)
	s.add("response.created", fields{"response": begun})
	s.add("response.in_progress", fields{"response": begun})
	for i, item := range r.output() {
		first := maps.Clone(item)
		first["status"] = "in_progress"
		if item["type"] == "message" {
			first["content"] = []fields{}
			s.add("response.output_item.added", fields{"output_index": i, "item": first})
			s.text(i, item["id"], r.turn.Text)
		} else {
			first["arguments"] = ""
			s.add("response.output_item.added", fields{"output_index": i, "item": first})
			s.arguments(i, item)
		}
		s.add("response.output_item.done", fields{"output_index": i, "item": item})
	}
	s.add("response.completed", fields{"response": r.response("completed", r.output(), r.responseUsage())})
	return s.events
}

func (s *responseStream) text(index int, id any, text string) {
	at := func(more fields) fields {
		more["output_index"], more["item_id"], more["content_index"] = index, id, 0
		return more
	}
	s.add("response.content_part.added", at(fields{"part": outputText("")}))
	for _, piece := range chunks(text) {
		s.add("response.output_text.delta", at(fields{"delta": piece, "logprobs": []fields{}}))
	}
	s.add("response.output_text.done", at(fields{"text": text, "logprobs": []fields{}}))
	s.add("response.content_part.done", at(fields{"part": outputText(text)}))
}

func (s *responseStream) arguments(index int, item fields) {
	text, _ := item["arguments"].(string)
	for _, piece := range chunks(text) {
		s.add("response.function_call_arguments.delta", fields{"output_index": index, "item_id": item["id"], "delta": piece})
	}
	s.add("response.function_call_arguments.done", fields{
		"output_index": index, "item_id": item["id"], "name": item["name"], "arguments": text,
	})
}
