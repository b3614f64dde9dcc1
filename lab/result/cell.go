package result

import "strconv"

// A Cell is one arm under one fault. Figures are means of a trial; those with
// "_x" are ratios to the clean twin. A figure that does not apply is null.
type Cell struct {
	Arm       string  `json:"arm"`
	Fault     string  `json:"fault"`
	Framework *string `json:"framework"`
	Round     *int    `json:"round"`
	N         int     `json:"n"`
	// Independent is how many independent trials the N are worth: what the
	// interval of Success rests on.
	Independent      *float64    `json:"independent"`
	Success          *float64    `json:"success"`
	SuccessCI        *[2]float64 `json:"success_ci"`
	BackendCalls     *float64    `json:"backend_calls"`
	BackendX         *float64    `json:"backend_x"`
	BackendXCI       *[2]float64 `json:"backend_x_ci"`
	ModelCalls       *float64    `json:"model_calls"`
	ModelX           *float64    `json:"model_x"`
	ModelXCI         *[2]float64 `json:"model_x_ci"`
	TokensIn         *float64    `json:"tokens_in"`
	TokensOut        *float64    `json:"tokens_out"`
	Seconds          *float64    `json:"seconds"`
	USD              *float64    `json:"usd"`
	SelfHealed       *float64    `json:"self_healed"`
	ChangedArgs      *float64    `json:"changed_args"`
	MissingArg       *float64    `json:"missing_arg"`
	DuplicateEffects *float64    `json:"duplicate_effects"`
	Invented         *float64    `json:"invented"`
	Waited           *float64    `json:"waited"`
	WrongSpent       *float64    `json:"wrong_spent"`
	Wasted           *float64    `json:"wasted_calls"`
	RootNamed        *float64    `json:"root_named"`
	// Found is the share of trials in which the tools gave the model what the
	// task asks for, whatever it then made of it.
	Found *float64 `json:"found"`
}

// figureTable gives a cell's figures their names in result.json.
var figureTable = []struct {
	name string
	of   func(*Cell) (*float64, *[2]float64)
}{
	{"success", func(c *Cell) (*float64, *[2]float64) { return c.Success, c.SuccessCI }},
	{"backend_calls", func(c *Cell) (*float64, *[2]float64) { return c.BackendCalls, nil }},
	{"backend_x", func(c *Cell) (*float64, *[2]float64) { return c.BackendX, c.BackendXCI }},
	{"model_calls", func(c *Cell) (*float64, *[2]float64) { return c.ModelCalls, nil }},
	{"model_x", func(c *Cell) (*float64, *[2]float64) { return c.ModelX, c.ModelXCI }},
	{"tokens_in", func(c *Cell) (*float64, *[2]float64) { return c.TokensIn, nil }},
	{"tokens_out", func(c *Cell) (*float64, *[2]float64) { return c.TokensOut, nil }},
	{"seconds", func(c *Cell) (*float64, *[2]float64) { return c.Seconds, nil }},
	{"usd", func(c *Cell) (*float64, *[2]float64) { return c.USD, nil }},
	{"self_healed", func(c *Cell) (*float64, *[2]float64) { return c.SelfHealed, nil }},
	{"changed_args", func(c *Cell) (*float64, *[2]float64) { return c.ChangedArgs, nil }},
	{"missing_arg", func(c *Cell) (*float64, *[2]float64) { return c.MissingArg, nil }},
	{"duplicate_effects", func(c *Cell) (*float64, *[2]float64) { return c.DuplicateEffects, nil }},
	{"invented", func(c *Cell) (*float64, *[2]float64) { return c.Invented, nil }},
	{"waited", func(c *Cell) (*float64, *[2]float64) { return c.Waited, nil }},
	{"wrong_spent", func(c *Cell) (*float64, *[2]float64) { return c.WrongSpent, nil }},
	{"wasted_calls", func(c *Cell) (*float64, *[2]float64) { return c.Wasted, nil }},
	{"root_named", func(c *Cell) (*float64, *[2]float64) { return c.RootNamed, nil }},
	{"found", func(c *Cell) (*float64, *[2]float64) { return c.Found, nil }},
	{"independent", func(c *Cell) (*float64, *[2]float64) { return c.Independent, nil }},
	{"n", func(c *Cell) (*float64, *[2]float64) { return new(float64(c.N)), nil }},
}

// Figures returns the names of a cell's figures.
func Figures() []string {
	names := make([]string, len(figureTable))
	for i := range figureTable {
		names[i] = figureTable[i].name
	}
	return names
}

// Share says whether the figure of that name is a share of the trials, and so
// lies between 0 and 1.
func Share(name string) bool {
	switch name {
	case "success", "self_healed", "changed_args", "missing_arg", "invented", "root_named", "found":
		return true
	}
	return false
}

// Figure returns the figure of that name with its interval, nil where it does
// not apply or was not measured.
func (c *Cell) Figure(name string) (value *float64, interval *[2]float64) {
	for i := range figureTable {
		if figureTable[i].name == name && c.N > 0 {
			return figureTable[i].of(c)
		}
	}
	return nil, nil
}

// Label names the cell as a gate does.
func (c *Cell) Label() string {
	label := c.Arm + "," + c.Fault
	if c.Round != nil {
		label += ",round=" + strconv.Itoa(*c.Round)
	}
	if c.Framework != nil {
		label += ",framework=" + *c.Framework
	}
	return label
}
