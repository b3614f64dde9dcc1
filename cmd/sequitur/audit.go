package main

import "github.com/spf13/cobra"

// formatAuto asks for the format to be recognised.
const formatAuto = "auto"

func newAuditCommand() *cobra.Command {
	return &cobra.Command{Use: "audit", Hidden: true}
}
