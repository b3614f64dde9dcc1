package chaos

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"time"

	"github.com/sequitur-go/sequitur/inject"
	"github.com/sequitur-go/sequitur/internal/strictyaml"
)

// A Plan says which faults occur.
type Plan struct {
	Name  string `yaml:"name"`
	About string `yaml:"about"`
	// Hang is how long an answer is waited for that never comes; 0 is 5 s. A
	// fault with its own "after" keeps that.
	Hang time.Duration `yaml:"hang"`
	// OneTool spares every tool but the first one that is called.
	OneTool bool `yaml:"one_tool"`
	// Faults are tried in order; the first one that hits a call wins.
	Faults []inject.Plan `yaml:"faults"`
}

// defaultHang is short enough to sit through, and long enough that a client with
// a timeout of its own shows it.
const defaultHang = 5 * time.Second

//go:embed presets/*.yaml
var presetFiles embed.FS

// Presets returns the names of the plans that need no file.
func Presets() []string {
	entries, _ := fs.ReadDir(presetFiles, "presets") // embedded: it is there
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = strings.TrimSuffix(e.Name(), ".yaml")
	}
	return names
}

// PresetText returns a preset as its file, for people to copy.
func PresetText(name string) ([]byte, error) {
	text, err := presetFiles.ReadFile(path.Join("presets", name+".yaml"))
	if err != nil {
		return nil, fmt.Errorf("preset must be one of %s, got %q", strings.Join(Presets(), ", "), name)
	}
	return text, nil
}

// Preset returns a plan that needs no file.
func Preset(name string) (Plan, error) {
	text, err := PresetText(name)
	if err != nil {
		return Plan{}, err
	}
	return Parse(name, text)
}

// Parse reads a plan's file. Unknown keys are refused.
func Parse(name string, data []byte) (Plan, error) {
	var p Plan
	if err := strictyaml.Unmarshal(data, &p); err != nil {
		return Plan{}, fmt.Errorf("%s: %w", name, err)
	}
	if err := p.Validate(); err != nil {
		return Plan{}, fmt.Errorf("%s: %w", name, err)
	}
	if p.Name == "" {
		p.Name = name
	}
	return p, nil
}

// Validate says everything that is wrong with a plan.
func (p *Plan) Validate() error {
	var errs []error
	if len(p.Faults) == 0 {
		errs = append(errs, errors.New("faults must name at least one"))
	}
	if p.Hang < 0 {
		errs = append(errs, fmt.Errorf("hang must not be negative, got %v", p.Hang))
	}
	for i := range p.Faults {
		if err := p.Faults[i].Validate(); err != nil {
			errs = append(errs, fmt.Errorf("faults[%d]: %w", i, err))
		}
	}
	return errors.Join(errs...)
}

// timed returns the faults with the time that hangs take.
func (p *Plan) timed() []inject.Plan {
	hang := p.Hang
	if hang == 0 {
		hang = defaultHang
	}
	faults := append([]inject.Plan(nil), p.Faults...)
	for i := range faults {
		if f := &faults[i]; f.After == 0 && hangs(f.Fault) {
			f.After = hang
		}
	}
	return faults
}

// hangs says whether a fault is an answer that does not come.
func hangs(fault string) bool {
	return fault == "timeout" || fault == "committed_then_lost" || fault == "slow"
}
