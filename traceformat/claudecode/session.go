package claudecode

import (
	"encoding/json"

	"github.com/sequitur-go/sequitur/trajectory"
)

// session sorts the lines of one session into the runs of the main agent and of
// its sub-agents.
type session struct {
	id   string
	runs []*run
	// byAgent finds a sub-agent's run by its identifier, or by the call that
	// started it; byLine finds a run by the uuid of one of its lines, for
	// versions that name no agent.
	byAgent map[string]*run
	byLine  map[string]*run
	// started are the sub-agents that calls started: their type by the
	// prompt, and by the call's identifier.
	started map[string]string
	main    *run
}

func newSession(id string) *session {
	return &session{id: id, byAgent: map[string]*run{}, byLine: map[string]*run{}, started: map[string]string{}}
}

// add adds one line.
func (s *session) add(e *event) {
	if !e.isTurn {
		s.note(e)
		s.remember(e.uuid, s.byLine[e.parent]) // a chain of lines may lead through it
		return
	}
	if s.byLine[e.uuid] != nil {
		return // a line that stands there twice
	}
	r := s.runFor(e)
	s.remember(e.uuid, r)
	r.add(e)
	for i := range e.calls {
		s.start(e.calls[i].ID, e.calls[i].Args)
	}
}

func (s *session) remember(uuid string, r *run) {
	if uuid != "" && r != nil {
		s.byLine[uuid] = r
	}
}

// note takes over what a line says of the session as a whole.
func (s *session) note(e *event) {
	if len(e.tools) == 0 && e.model == "" && e.runUsage == nil && e.runError == "" {
		return
	}
	t := s.mainRun().t
	if len(e.tools) > 0 {
		t.Tools = e.tools
	}
	if t.Model == "" {
		t.Model = e.model
	}
	if e.runUsage != nil {
		t.Usage = e.runUsage
	}
	if e.runError != "" {
		t.Error = e.runError
	}
}

func (s *session) mainRun() *run {
	if s.main == nil {
		s.main = newRun(&trajectory.Trajectory{ID: s.id})
		s.runs = append(s.runs, s.main)
	}
	return s.main
}

// runFor finds the run that a line belongs to.
func (s *session) runFor(e *event) *run {
	switch {
	case e.agent != "":
		return s.subAgent(e.agent, e)
	case !e.sidechain:
		return s.mainRun()
	}
	if r := s.byLine[e.parent]; r != nil && r != s.main {
		return r
	}
	if last := s.runs; e.parent != "" && s.byLine[e.parent] == nil && len(last) > 0 && last[len(last)-1] != s.main {
		return last[len(last)-1] // the line before it is missing
	}
	return s.subAgent(e.uuid, e)
}

// subAgent finds a sub-agent's run by its key, or begins it.
func (s *session) subAgent(key string, e *event) *run {
	if r, ok := s.byAgent[key]; ok {
		return r
	}
	name := s.started[key]
	if name == "" {
		name = s.started[e.text]
	}
	if name == "" {
		name = e.agent
	}
	r := newRun(&trajectory.Trajectory{ID: s.id + "/" + key, Parent: s.id, Agent: name})
	s.byAgent[key] = r
	s.runs = append(s.runs, r)
	return r
}

// start remembers a call that starts a sub-agent.
func (s *session) start(id string, args json.RawMessage) {
	var task struct {
		Prompt string `json:"prompt"`
		Type   string `json:"subagent_type"`
	}
	if json.Unmarshal(args, &task) != nil || task.Type == "" {
		return
	}
	s.started[id] = task.Type
	if task.Prompt != "" {
		s.started[task.Prompt] = task.Type
	}
}
