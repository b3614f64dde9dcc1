package resolve

import (
	"slices"
	"strings"
	"sync"

	"github.com/sequitur-go/sequitur/tool"
)

// An option is one allowed value, read.
type option struct {
	text
	value    *tool.Value
	names    []text // the aliases
	meanings []text // the parts of the meaning; nil until they are needed
	score    float64
	opposed  bool // it says the opposite of what was given
}

// A question is a [Question], read. Everything in it is used again for the next
// one, so that reading many options costs no memory for each.
type question struct {
	own arena // of all but the options
	catalogue
	clausal  []text // the clauses of the request
	raw      string
	given    text
	field    text // the parameter's name
	request  []text
	fitting  []*option
	others   []*option
	likeness likeness

	identifier bool // the parameter holds identifiers
	person     bool // the parameter holds names of persons
	harm       bool // the tool does what must not be guessed
}

// questions lends the memory of questions that are answered.
var questions = sync.Pool{New: func() any { return new(question) }} //nolint:gochecknoglobals // memory only: no answer depends on it

// readQuestion reads a question; release gives it back.
func readQuestion(asked *Question) *question {
	q, ok := questions.Get().(*question)
	if !ok {
		q = new(question)
	}
	q.load(asked.Values)
	a := &q.own
	a.reset()
	q.fitting, q.others, q.clausal, q.request = q.fitting[:0], q.others[:0], q.clausal[:0], nil
	q.raw = mediaType(asked.Given)
	q.given = a.read(q.raw)
	q.likeness.of(q.given.compact)
	q.field = a.read(asked.Parameter)
	does := a.read(asked.Tool)
	q.identifier, q.person = fieldIs(q.field.words, identifierTable), fieldIs(q.field.words, personTable)
	q.harm = does.harm > 0
	if asked.Request != "" {
		q.readRequest(asked.Request)
	}
	return q
}

// readRequest reads the clauses of the request that say what is wanted. Of a
// request for something dangerous nothing is read: a wrong guess would do harm.
func (q *question) readRequest(request string) {
	q.request, q.clausal = q.own.clauses(q.clausal, request, maxRequest)
	if slices.ContainsFunc(q.request, func(t text) bool { return slices.ContainsFunc(t.units, destroys) }) {
		q.request = nil
		return
	}
	q.request = slices.DeleteFunc(q.request, func(t text) bool { return slices.ContainsFunc(t.words, excepts) })
}

// exceptionTable holds words of clauses that tell what is not wanted.
var exceptionTable = map[string]bool{
	"but": true, "except": true, "besides": true, "instead": true, "rather": true, "excluding": true, "than": true, "versus": true, "vs": true,
	"除": true, "除了": true, "以外": true, "之外": true, "而": true,
}

// destroyingTable holds the acts after which nothing can be put right.
var destroyingTable = map[string]bool{
	"delete": true, "remove": true, "drop": true, "purge": true, "wipe": true, "erase": true, "destroy": true, "terminate": true, "reset": true,
	"revoke": true, "shutdown": true, "kill": true, "truncate": true, "overwrite": true, "删除": true, "清空": true, "重置": true, "销毁": true, "注销": true,
}

func destroys(w word) bool { return w.form == plain && destroyingTable[string(w.stem)] }

func excepts(w word) bool { return exceptionTable[string(w.text)] }

// release gives a question back.
func (q *question) release() {
	q.raw = ""
	q.forget()
	questions.Put(q)
}

// maxRequest bounds how much of a request is read, in bytes.
const maxRequest = 2000

// maxMeaning bounds how much of a meaning is read, in bytes.
const maxMeaning = 300

// clauseMarks part the clauses of a text.
const clauseMarks = ",;()/.:!?，；、（）。：！？|\n"

// clauses reads a text in its parts. They are added to a list, and returned with
// it.
func (a *arena) clauses(list []text, s string, limit int) (found, longer []text) {
	start := len(list)
	s = clipped(s, limit)
	for s != "" {
		i := strings.IndexAny(s, clauseMarks)
		part, rest := s, ""
		if i >= 0 {
			part, rest = s[:i], strings.TrimLeft(s[i:], clauseMarks+" ")
		}
		if t := a.readAs(part, limit); len(t.words) > 0 {
			list = append(list, t)
		}
		s = rest
	}
	return list[start:len(list):len(list)], list
}

// identifierTable holds words of parameters whose values stand for one thing
// each: what is near is another thing.
var identifierTable = map[string]bool{
	"id": true, "ids": true, "uuid": true, "guid": true, "email": true, "mail": true, "phone": true, "account": true, "sku": true, "serial": true,
	"iban": true, "vin": true, "isbn": true, "hash": true, "sha": true, "commit": true, "ip": true, "url": true, "uri": true, "host": true,
	"hostname": true, "address": true, "street": true, "path": true, "file": true, "key": true, "编号": true, "单号": true, "账号": true, "工号": true, "卡号": true, "手机号": true, "号码": true, "地址": true,
}

// personTable holds words of parameters whose values are names of persons.
var personTable = map[string]bool{
	"assignee": true, "owner": true, "person": true, "employee": true, "contact": true, "recipient": true, "sender": true, "author": true,
	"doctor": true, "user": true, "username": true, "customer": true, "reviewer": true, "manager": true, "teacher": true, "student": true,
	"patient": true, "driver": true, "name": true, "姓名": true, "负责人": true, "联系人": true, "医生": true,
}

// fieldIs says whether the last word of a parameter's name is in a table.
func fieldIs(words []word, table map[string]bool) bool {
	return len(words) > 0 && table[string(words[len(words)-1].text)]
}
