package journal

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"

	"github.com/sequitur-go/sequitur/trajectory"
)

// version is the version of the line format. A reader refuses later ones.
const version = 1

// line is one line of a journal. The order of its fields is part of the format:
// a line begins with its version.
type line struct {
	Version int                 `json:"v"`
	Written time.Time           `json:"written,omitzero"`
	Episode *trajectory.Episode `json:"episode"`
}

// lineStart is what every line begins with. It finds the next whole line behind
// one that broke off.
const lineStart = `{"v":`

func encode(e *trajectory.Episode, now time.Time) ([]byte, error) {
	data, err := json.Marshal(line{Version: version, Written: now, Episode: e})
	if err != nil {
		return nil, err
	}
	return append(data, '\n'), nil
}

func decode(data []byte) (line, error) {
	var l line
	if err := json.Unmarshal(data, &l); err != nil {
		return line{}, err
	}
	switch {
	case l.Version == 0 || l.Episode == nil:
		return line{}, fmt.Errorf("no journal line: it must begin with %s and hold an episode", lineStart)
	case l.Version > version:
		return line{}, fmt.Errorf("version must be at most %d, got %d", version, l.Version)
	}
	return l, nil
}

// salvageTries bounds the work on a line that was made to look like many.
const salvageTries = 16

// salvage finds a whole line behind the rest of one that broke off when its
// writer was killed.
func salvage(data []byte) (line, bool) {
	at := len(data)
	for range salvageTries {
		at = bytes.LastIndex(data[:at], []byte(lineStart))
		if at <= 0 {
			break
		}
		if l, err := decode(data[at:]); err == nil {
			return l, true
		}
	}
	return line{}, false
}
