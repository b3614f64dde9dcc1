package resolve

// Evidence returns what the rules call themselves, for the test of the docs.
func Evidence() []string {
	var names []string
	for i := range rulesTable {
		names = append(names, rulesTable[i].evidence)
	}
	return names
}
