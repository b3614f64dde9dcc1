package result

// A Comparison is an arm against the base arm under the same fault: what it
// gains in success, and what that costs.
type Comparison struct {
	Arm   string `json:"arm"`
	Base  string `json:"base"`
	Fault string `json:"fault"`
	Round *int   `json:"round"`
	// Pairs counts the pairs of trials of the same task and seed; of them the
	// arm alone succeeded in Won, the base arm alone in Lost.
	Pairs int `json:"pairs"`
	Won   int `json:"won"`
	Lost  int `json:"lost"`
	// P is the p-value of the exact McNemar test, and PHolm the same adjusted
	// for the number of comparisons in the table. Both are null where chance had
	// no part.
	P       *float64 `json:"p"`
	PHolm   *float64 `json:"p_holm"`
	Verdict Verdict  `json:"verdict"`
	// Points of success gained, in percent points.
	Points float64 `json:"points"`
	// BackendAdded and ModelAdded are mean calls added to a trial.
	BackendAdded float64 `json:"backend_added"`
	ModelAdded   float64 `json:"model_added"`
	// BackendPerSuccess is the arm's backend calls for one success, null where
	// it had none.
	BackendPerSuccess *float64 `json:"backend_per_success"`
}

// A Verdict says whether a difference in success can be told from chance.
type Verdict string

// The verdicts. By script means that both arms' ends stand in the script of the
// model: the difference is exact, and no test applies.
const (
	Inconclusive Verdict = "INCONCLUSIVE"
	Better       Verdict = "better"
	Worse        Verdict = "worse"
	ByScript     Verdict = "by script"
)

// alpha is the chance of one wrong verdict in a whole table.
const alpha = 0.05

// Settle tests a table of comparisons: McNemar in each, and Holm over all of
// them. A comparison whose verdict is [ByScript] takes no part.
func Settle(table []Comparison) {
	var tested []*Comparison
	var p []float64
	for i := range table {
		if c := &table[i]; c.Verdict != ByScript {
			tested, p = append(tested, c), append(p, McNemar(c.Won, c.Lost))
		}
	}
	for i, adjusted := range Holm(p) {
		c := tested[i]
		c.P, c.PHolm, c.Verdict = new(p[i]), new(adjusted), Inconclusive
		switch {
		case adjusted >= alpha:
		case c.Won > c.Lost:
			c.Verdict = Better
		default:
			c.Verdict = Worse
		}
	}
}
