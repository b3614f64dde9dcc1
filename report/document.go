package report

// A Document is what a report says, before it has a form.
type Document struct {
	Title string
	// Label says where the figures come from. It stands at the top and above
	// every table that has no label of its own.
	Label string
	// Caution is said once at the top, such as what the figures cannot show.
	Caution  string
	Sections []Section
	Checks   []Check
}

// A Section is a part of a document with its own heading.
type Section struct {
	// ID is unique in the document.
	ID, Title, Lead string
	// Reading tells how the figures are to be read.
	Reading string
	// Facts are short remarks, such as the seed.
	Facts    []string
	Warnings []string
	Charts   []Chart
	Tables   []Table
}

// A Check is a statement that holds or not, for test reports.
type Check struct {
	Suite, Name string
	// Failure and Skipped say why the check failed or was not made.
	Failure, Skipped string
	Note             string
}

// A Table holds text in columns.
type Table struct {
	Title, Note string
	// Label replaces the document's.
	Label   string
	Columns []Column
	Rows    [][]string
}

// A Column is the head of a column; figures are set to the right.
type Column struct {
	Name   string
	Figure bool
}

// A Chart is a picture of figures: either intervals, or curves.
type Chart struct {
	Title, Note string
	Unit        string
	// Max is the end of the axis of values; 0 takes it from the data.
	Max       float64
	Intervals []Interval
	Curves    []Curve
	// Reference is a line across the chart, such as a ratio of 1 or a capacity.
	Reference      float64
	ReferenceLabel string
	// Shaded is the first part of the horizontal axis, such as an outage.
	Shaded      float64
	ShadedLabel string
	XLabel      string
}

// An Interval is a row of a chart: a value, and where it may lie.
type Interval struct {
	// Group is a heading above the rows that share it.
	Group, Name string
	Value       float64
	Low, High   float64
	// Known says that Low and High are.
	Known bool
	Text  string
	Ours  bool
}

// A Curve is a line through points, drawn as steps.
type Curve struct {
	Name string
	X, Y []float64
	Ours bool
}

func (d *Document) label(t *Table) string {
	if t.Label != "" {
		return t.Label
	}
	return d.Label
}
