// Package report shows what was measured. It decides nothing.
//
// A [Document] is made of sections, tables, charts and checks. [WriteText],
// [WriteMarkdown], [WriteHTML] and [WriteJUnit] render any document; [Lab]
// makes the one of a run of the lab. The HTML page is a single file that needs
// neither a network nor a script.
package report
