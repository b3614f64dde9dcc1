package provenance

// A ClaimKind says what sort of value a claim is.
type ClaimKind uint8

// The kinds of claim.
const (
	KindIdentifier ClaimKind = iota // an order number, a flight number, a UUID, an e-mail address
	KindNumber                      // a number, an amount, a percentage
	KindDate                        // a day, or a month of a year
	KindTime                        // a time of day
	KindName                        // a text in quotation marks
)

// A Claim is one value that a text states.
type Claim struct {
	Kind ClaimKind
	// Text is the value as it stands in the text.
	Text string
	// Start and End are its place in the text, in bytes.
	Start, End int
}
