package resolve

import (
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
}

// A question is a [Question], read. Everything in it is used again for the next
// one, so that reading many options costs no memory for each.
type question struct {
	arena
	texts    []text
	raw      string
	given    text
	request  []text // its clauses
	options  []option
	fitting  []*option
	others   []*option
	likeness likeness
	field    text // the parameter's name
	explain  bool // the meanings are read

	identifier bool // the parameter holds identifiers
	person     bool // the parameter holds names of persons
	harm       bool // the tool does what must not be guessed
}

// poolTable lends questions.
var poolTable = sync.Pool{New: func() any { return new(question) }}

// readQuestion reads a question; release gives it back.
func readQuestion(asked *Question) *question {
	q, ok := poolTable.Get().(*question)
	if !ok {
		q = new(question)
	}
	q.reset()
	q.texts, q.options, q.fitting, q.others = q.texts[:0], q.options[:0], q.fitting[:0], q.others[:0]
	q.request, q.explain = nil, false
	q.raw = mediaType(asked.Given)
	q.given = q.read(q.raw)
	q.field = q.read(asked.Parameter)
	q.identifier = fieldIs(q.field.words, identifierTable)
	q.person = fieldIs(q.field.words, personTable)
	does := q.read(asked.Tool)
	q.harm = does.harm > 0
	for i := range asked.Values {
		v := &asked.Values[i]
		o := option{text: q.read(v.Name), value: v}
		start := len(q.texts)
		for _, alias := range v.Aliases {
			q.texts = append(q.texts, q.read(alias))
		}
		o.names = q.texts[start:len(q.texts):len(q.texts)]
		q.options = append(q.options, o)
	}
	q.likeness.of(q.given.compact)
	if asked.Request != "" {
		q.request = q.clauses(asked.Request, maxRequest)
	}
	return q
}

// release gives a question back. It keeps nothing of the caller's.
func (q *question) release() {
	clear(q.options)
	q.raw = ""
	poolTable.Put(q)
}

// maxRequest bounds how much of a request is read, in bytes.
const maxRequest = 2000

// maxMeaning bounds how much of a meaning is read, in bytes.
const maxMeaning = 300

// meanings reads what the options mean, once.
func (q *question) meanings() {
	if q.explain {
		return
	}
	q.explain = true
	for i := range q.options {
		o := &q.options[i]
		if o.value.Meaning != "" {
			o.meanings = q.clauses(o.value.Meaning, maxMeaning)
		}
	}
}

// clauses reads a text in its parts.
func (q *question) clauses(s string, limit int) []text {
	start := len(q.texts)
	s = clipped(s, limit)
	for s != "" {
		i := strings.IndexAny(s, ",;()/.:!?，；、（）。：！？|\n")
		part, rest := s, ""
		if i >= 0 {
			part, rest = s[:i], strings.TrimLeft(s[i:], ",;()/.:!?，；、（）。：！？|\n ")
		}
		if t := q.readAs(part, limit); len(t.words) > 0 {
			q.texts = append(q.texts, t)
		}
		s = rest
	}
	return q.texts[start:len(q.texts):len(q.texts)]
}

// identifierTable holds words of parameters whose values stand for one thing
// each: what is near is another thing.
var identifierTable = map[string]bool{
	"id": true, "ids": true, "uuid": true, "guid": true, "email": true, "mail": true, "phone": true, "account": true, "sku": true, "serial": true,
	"iban": true, "vin": true, "isbn": true, "hash": true, "sha": true, "commit": true, "ip": true, "url": true, "uri": true, "host": true,
	"hostname": true, "address": true, "编号": true, "单号": true, "账号": true, "工号": true, "卡号": true, "手机号": true, "号码": true, "地址": true,
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
