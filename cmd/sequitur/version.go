package main

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

func newVersionCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version, the revision and the Go version",
		Example: "  sequitur version",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintln(cmd.OutOrStdout(), versionLine())
			return err
		},
	}
}

// versionLine tells what this binary was built from, as the build recorded it.
func versionLine() string {
	version, revision := "unknown", ""
	if info, ok := debug.ReadBuildInfo(); ok {
		version = cmp.Or(info.Main.Version, version)
		for _, s := range info.Settings {
			switch {
			case s.Key == "vcs.revision":
				revision = " " + s.Value + revision
			case s.Key == "vcs.modified" && s.Value == "true":
				revision += " (modified)"
			}
		}
	}
	return fmt.Sprintf("sequitur %s%s %s %s/%s", version, revision, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// buildVersion is the version that a manifest holds: a run is resumed only by the
// program that began it.
func buildVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	var version strings.Builder
	version.WriteString(info.Main.Version)
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			version.WriteString(" " + s.Value)
		}
	}
	return version.String()
}
