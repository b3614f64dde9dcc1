package fault

import (
	"strings"

	"github.com/sequitur-go/sequitur/tool"
)

// statusMulti is the status of an answer that tells of many things apart.
const statusMulti = 207

// parts counts the things that a call was about, as its answer tells them.
type parts struct{ asked, done, failed, left int }

// take reads one count. A list counts by being there.
func (p *parts) take(key, value string) {
	if len(key) > 28 {
		return
	}
	var plain [maxCode]byte
	place := p.place(string(plainCode(&plain, key)))
	if place == nil {
		return
	}
	n := number(value)
	if n == 0 && !isNothing(value) && (isList(value) || isObject(value)) {
		n = 1
		if place == &p.asked {
			return
		}
	}
	*place = max(*place, n)
}

// place is the count that a key stands for, nil for none.
func (p *parts) place(key string) *int {
	key = strings.TrimSuffix(strings.TrimSuffix(key, "count"), "items")
	key = strings.TrimPrefix(strings.TrimPrefix(key, "num"), "count")
	switch key {
	case "requested", "expected", "submitted", "attempted", "asked", "toprocess":
		return &p.asked
	case "succeeded", "success", "successful", "successes", "successfulrecords", "saved", "inserted", "written", "created", "updated", "upserted", "imported", "sent", "deleted", "removed", "uploaded", "applied", "processed", "completed", "stored", "added", "delivered", "accepted", "indexed", "migrated", "successfullyprocessed":
		return &p.done
	case "failed", "failure", "failures", "failedrecord", "failedrecords", "failedentry", "failedput", "failedrequest", "failedrequests", "errorcount", "errored", "rejected", "batchitemfailures", "faileditem", "faileddocuments", "undelivered", "notsent":
		return &p.failed
	case "unprocessed", "unprocessedkeys", "unprocessedidentities", "unprocessedentries", "unprocessedrecords":
		return &p.left
	}
	return nil
}

// some says whether a part was done and a part was not.
func (p *parts) some() bool {
	return p.left > 0 || p.done > 0 && (p.failed > 0 || p.asked > p.done)
}

// partial recognises that a part of the work was done and a part was not. A tool
// that looks something up shows other work's counts: they are its data.
func (v *view) partial(body string) {
	done, failed := reported(body, v.out.Status == statusMulti)
	if v.env.applied && v.env.failing && !v.env.success && v.exit == 0 && (done || !failed) {
		v.take(LayerEnvelope, "body.partial", v.env.span, rule{Partial, 85, 0})
		return
	}
	if looksUp(v.call) || v.spec.Access == tool.AccessRead {
		return
	}
	if v.env.parts.some() {
		v.failing = true
		v.take(LayerEnvelope, "body.parts", "", rule{Partial, 85, 0})
		return
	}
	switch {
	case done && failed:
		v.failing = true
		v.take(LayerEnvelope, "body.items", "", rule{Partial, 85, 0})
	case failed && v.out.Status == statusMulti:
		v.failing = true
	}
}

// reported reads what a report says of its single things. Only where the answer is
// said to be such a report do words count; else statuses and flags alone do.
func reported(body string, multi bool) (done, failed bool) {
	list := body
	if isObject(body) {
		list = ""
		members(body, func(key, value string) bool {
			switch key {
			case "results", "items", "responses", "records", "operations", "value", "details", "entries", "Entries", "Records", "RequestResponses":
				list = value
			}
			return list == ""
		})
	}
	if !isList(list) {
		return false, false
	}
	n := 0
	elements(list, func(value string) bool {
		n++
		if isObject(value) {
			good, bad := report(value, multi)
			done, failed = done || good, failed || bad
		}
		return n < 1000
	})
	return done, failed
}

// report reads one thing's entry.
func report(entry string, multi bool) (done, failed bool) {
	members(entry, func(key, value string) bool {
		switch key {
		case "index", "create", "update", "delete": // what was done to the thing
			if isObject(value) {
				done, failed = report(value, multi)
				return false
			}
		}
		value = unquote(value)
		switch lowered(key) {
		case "success", "ok", "succeeded":
			done, failed = done || value == "true", failed || value == "false"
		case "errorcode", "error_code":
			failed = failed || !isNothing(value)
		case "eventid", "sequencenumber", "messageid":
			done = done || !isNothing(value)
		case "status", "statuscode", "status_code", "code", "httpstatus":
			if n := number(value); n >= 200 && n < 600 {
				done, failed = done || n < 300, failed || n >= 400
				return true
			}
			fallthrough
		default:
			if multi && strings.HasSuffix(lowered(key), "status") {
				switch lowered(value) {
				case "failed", "failure", "error", "rejected", "aborted":
					failed = true
				case "success", "succeeded", "ok", "submitted", "created", "accepted", "completed", "done":
					done = true
				}
			}
		}
		return true
	})
	return done && !failed, failed
}

// looksUp says whether a tool's name begins, after its server's, like that of one
// that looks something up.
func looksUp(call *tool.Call) bool {
	if call == nil {
		return false
	}
	found, n := false, 0
	nameWords(call.Tool, func(word string) bool {
		n++
		found = readWordNames[word]
		return !found && n < 2
	})
	return found
}

// someOfMany says whether a short text counts what was done, and less than all:
// "3 of 4 files uploaded. Failed: d.png". Tests that fail are another thing.
func someOfMany(text string) bool {
	lower := lowered(text[:min(len(text), maxBare)])
	if !strings.Contains(lower, "fail") && !strings.Contains(lower, "could not") && !strings.Contains(lower, "error") || strings.Contains(lower, "test") {
		return false
	}
	for at := 0; ; {
		i := strings.Index(lower[at:], " of ")
		if i < 0 {
			return false
		}
		at += i
		start, end := at, at+len(" of ")
		for start > 0 && isDigit(lower[start-1]) {
			start--
		}
		for end < len(lower) && isDigit(lower[end]) {
			end++
		}
		if some, all := number(lower[start:at]), number(lower[at+len(" of "):end]); some > 0 && some < all {
			return doneNear(lower, start, end)
		}
		at += len(" of ")
	}
}

// doneNear says whether a word for something done stands by lower[start:end].
func doneNear(lower string, start, end int) bool {
	near := lower[max(0, start-24):min(len(lower), end+40)]
	for _, word := range [...]string{"uploaded", "imported", "saved", "written", "sent", "created", "updated", "deleted", "processed", "completed", "succeeded", "inserted", "migrated", "copied", "moved", "applied", "delivered", "synced"} {
		if strings.Contains(near, word) {
			return true
		}
	}
	return false
}
