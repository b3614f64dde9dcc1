package audit

import (
	"cmp"
	"slices"

	"github.com/sequitur-go/sequitur/judge"
	"github.com/sequitur-go/sequitur/lab/result"
)

// A Cell counts the verdicts of one kind or one tool.
type Cell struct {
	Name       string `json:"name"`
	N          int    `json:"n"`
	Match      int    `json:"match"`
	Acceptable int    `json:"acceptable"`
	Mismatch   int    `json:"mismatch"`
	NotJudged  int    `json:"not_judged"`
	// Rate is the share of matches among those judged, with the Wilson 95 %
	// interval over independent tasks; Fair counts the acceptable ones too.
	Rate Rate `json:"match_rate"`
	Fair Rate `json:"acceptable_rate"`

	clusters map[string]*[3]int // judged, match, acceptable, by task
}

// A Rate is a share with its interval; N is how many it is of.
type Rate struct {
	Share float64 `json:"share"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
	N     int     `json:"n"`
}

func (c *Cell) add(v judge.Verdict, task string) {
	c.N++
	if v == judge.NotJudged {
		c.NotJudged++
		return
	}
	if c.clusters == nil {
		c.clusters = map[string]*[3]int{}
	}
	cluster := c.clusters[task]
	if cluster == nil {
		cluster = new([3]int)
		c.clusters[task] = cluster
	}
	cluster[0]++
	switch v {
	case judge.Match:
		c.Match++
		cluster[1]++
		cluster[2]++
	case judge.Acceptable:
		c.Acceptable++
		cluster[2]++
	case judge.Mismatch, judge.NotJudged:
		c.Mismatch++
	}
}

func (c *Cell) merge(o *Cell) {
	c.N, c.Match, c.Acceptable, c.Mismatch, c.NotJudged = c.N+o.N, c.Match+o.Match, c.Acceptable+o.Acceptable, c.Mismatch+o.Mismatch, c.NotJudged+o.NotJudged
	if c.clusters == nil {
		c.clusters = map[string]*[3]int{}
	}
	for task, counts := range o.clusters {
		if mine := c.clusters[task]; mine != nil {
			for i := range mine {
				mine[i] += counts[i]
			}
			continue
		}
		c.clusters[task] = counts
	}
}

// settle makes the rates: the findings of one task are not independent of each
// other, so that they widen the interval.
func (c *Cell) settle() {
	c.Rate, c.Fair = c.rate(1), c.rate(2)
}

func (c *Cell) rate(hits int) Rate {
	clusters := make([]result.Cluster, 0, len(c.clusters))
	n := 0
	for _, counts := range c.clusters {
		clusters = append(clusters, result.Cluster{Hits: counts[hits], N: counts[0]})
		n += counts[0]
	}
	r := result.ClusterRate(clusters)
	return Rate{Share: r.Share, Low: r.Low, High: r.High, N: n}
}

// cells are cells by name.
type cells map[string]*Cell

func (c cells) at(name string) *Cell {
	cell := c[name]
	if cell == nil {
		cell = &Cell{Name: name}
		c[name] = cell
	}
	return cell
}

func (c cells) merge(o cells) {
	for name, cell := range o {
		c.at(name).merge(cell)
	}
}

// sorted returns the settled cells, the largest first.
func (c cells) sorted() []Cell {
	all := make([]Cell, 0, len(c))
	for _, cell := range c {
		cell.settle()
		all = append(all, *cell)
	}
	slices.SortFunc(all, func(a, b Cell) int { return cmp.Or(cmp.Compare(b.N, a.N), cmp.Compare(a.Name, b.Name)) })
	return all
}
