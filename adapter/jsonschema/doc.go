// Package jsonschema checks a tool's arguments against its JSON Schema before
// anything is sent: it is a [tool.Validator] over a schema library.
//
// It tells apart, by the parameter's path, what is missing, null, of a wrong
// type, not among the listed values, out of range, or unknown to the tool. Of
// alternatives (anyOf, oneOf) it reports the one that the arguments come
// closest to.
//
// A "$ref" is followed within the schema only, never over the network or into
// a file. Numbers keep their digits.
package jsonschema
