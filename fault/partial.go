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
	if place == &p.left && n == 0 && !isNothing(value) && !isTrue(value) { // the names of those who were left out
		n = 1
	}
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
	case "unprocessed", "unprocessedkeys", "unprocessedidentities", "unprocessedentries", "unprocessedrecords",
		"invaliduser", "invalidusers", "invaliduserid", "invaliduserids", "invaliduserlist", "invaliduseridlist", "invalidparty", "invalidtag", "invaliddeptidlist", "invaliddepartmentids", "invalidopenids", "invalidunionids",
		"invalidrecipients", "invalidreceivers", "invalidreceiver", "invalidplayerids", "invalidphonenumbers", "failedrecipients", "rejectedrecipients", "unreachablerecipients", "forbiddenuserid", "forbiddenuseridlist", "unlicenseduser", "notfoundusers",
		"invalidids", "missingids", "failedids", "failedurls", "faileduserids", "failedkeys":
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
	told, fails, goes := false, false, false // an error, and a word for each end
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
			done, failed = done || isTrue(value), failed || isFalse(value)
		case "error", "errors", "errormessage", "error_message", "reason":
			told = told || !isNothing(value)
		case "errorcode", "error_code":
			failed = failed || !isNothing(value)
		case "eventid", "sequencenumber", "messageid":
			done = done || !isNothing(value)
		case "status", "statuscode", "status_code", "code", "httpstatus":
			if n := number(value); n >= 200 && n < 600 {
				done, failed = done || n < 300, failed || n >= 400
				return true
			}
			fails, goes = fails || isFailedWord(lowered(value)), goes || isDoneWord(lowered(value))
			fallthrough
		default:
			if multi && strings.HasSuffix(lowered(key), "status") {
				failed, done = failed || isFailedWord(lowered(value)), done || isDoneWord(lowered(value))
			}
		}
		return true
	})
	failed = failed || fails && told
	return (done || goes) && !failed, failed
}

func isTrue(value string) bool  { return value == "true" || value == "True" }
func isFalse(value string) bool { return value == "false" || value == "False" }

// isFailedWord says whether a state is that of a thing that was not done, isDoneWord of
// one that was.
func isFailedWord(state string) bool {
	switch state {
	case "failed", "failure", "error", "rejected", "aborted":
		return true
	}
	return false
}

func isDoneWord(state string) bool {
	switch state {
	case "success", "succeeded", "ok", "submitted", "created", "accepted", "completed", "done", "sent", "updated", "deleted", "uploaded":
		return true
	}
	return false
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
