package model

import "slices"

// habits are what a scripted model does where the textbook does something else.
// Counts are of each twenty trials.
type habits struct {
	// phrase: the first call has the user's phrase where the tool wants a name.
	phrase bool
	// picks: from a list of names, the right one is picked, and used.
	picks int
	// leavesOut: given a list, the model calls again without the argument.
	leavesOut int
	// repeats: a transient error is repeated by the model itself.
	repeats int
	// pressesOn: after a failed step the next one is called with a made-up
	// value.
	pressesOn bool
	// idle: nothing is called at all.
	idle bool
}

// A script is a scripted model: its habits by profile, "" where a profile is
// not listed.
type script struct {
	name     string
	about    string
	profiles map[string]habits
}

// scriptTable holds the scripted models. Those of article-7b are what a published
// source measured on a model of 7B parameters; the others validate the lab.
var scriptTable = []script{
	{
		name:  "article-7b",
		about: "the habits that a published source measured on a model of 7B parameters",
		profiles: map[string]habits{
			"":              {phrase: true, picks: 17},
			"round1":        {phrase: true, picks: 17},
			"round2":        {phrase: true, picks: 15, leavesOut: 2},
			"amplification": {phrase: true, picks: 17, repeats: 1},
		},
	},
	{
		name:     "presses-on",
		about:    "goes on with a made-up value after a failed step; an assumption, not a measurement",
		profiles: map[string]habits{"": {picks: block, pressesOn: true}},
	},
	{name: "textbook", about: "the textbook script; acts right on a failure, as far as the message lets it"},
	{name: "habits", about: "does about a failure what models were seen to do, but follows an explicit next step"},
	{name: "stubborn", about: "makes a failed call again, whatever it is told"},
	{name: "do-nothing", about: "answers without calling anything", profiles: map[string]habits{"": {idle: true}}},
}

// ScriptedNames returns the names of the scripted models.
func ScriptedNames() []string {
	names := make([]string, len(scriptTable))
	for i := range scriptTable {
		names[i] = scriptTable[i].name
	}
	return names
}

// ScriptedAbout says in a line what a scripted model is, "" for a name that is
// none.
func ScriptedAbout(name string) string {
	if i := slices.IndexFunc(scriptTable, func(s script) bool { return s.name == name }); i >= 0 {
		return scriptTable[i].about
	}
	return ""
}

// habitsOf returns the habits of a scripted model under a profile.
func habitsOf(name, profile string) habits {
	for i := range scriptTable {
		if s := &scriptTable[i]; s.name == name {
			if h, ok := s.profiles[profile]; ok {
				return h
			}
			return s.profiles[""]
		}
	}
	return habits{idle: true}
}
