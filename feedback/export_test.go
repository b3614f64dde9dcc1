package feedback

import (
	"maps"
	"slices"

	"github.com/sequitur-go/sequitur/fault"
)

// AllSituations lists every "file/situation" that has a message.
func AllSituations() []string {
	var list []string
	for _, k := range fault.Kinds() {
		for _, s := range situations(k) {
			list = append(list, k.String()+"/"+s)
		}
	}
	for _, s := range commonNames {
		list = append(list, commonFile+"/"+s)
	}
	for _, s := range wordNames() {
		list = append(list, wordsFile+"/"+s)
	}
	return list
}

// HasSection says whether a built-in profile has sentences for a situation.
func HasSection(language Language, profile, name string) bool {
	t, err := builtinTable()
	return err == nil && len(t.profiles[language.folder()+"/"+profile][name].lines) > 0
}

// BuiltinError is what is wrong with the built-in templates.
func BuiltinError() error {
	_, err := builtinTable()
	return err
}

// Profiles lists the built-in profiles.
func Profiles() []string {
	t, err := builtinTable()
	if err != nil {
		return nil
	}
	return slices.Sorted(maps.Keys(t.profiles))
}
