package recovery

// Understood says whether arguments are compared by what they say, and not byte
// by byte.
func Understood(args []byte) bool {
	_, ok := normalise(args)
	return ok
}
