package clients

import (
	"path/filepath"
)

// A Place is where a client keeps its configuration.
type Place struct {
	// Client is what people call it.
	Client string
	// File is its path.
	File string
	// Key is the member of the file that names the servers.
	Key string
	// Shared says that the file lies in the project's folder, where others get it
	// with the project.
	Shared bool
}

// A System is what the places depend on.
type System struct {
	Folder string // the project's
	Home   string
	// OS is as runtime.GOOS spells it, AppData the folder of that name on Windows.
	OS, AppData string
}

// Places lists where clients keep their configurations, whether or not there is
// one.
func (s System) Places() []Place {
	app := s.applications()
	places := []Place{
		{Client: "Claude Code", File: filepath.Join(s.Folder, ".mcp.json"), Key: "mcpServers", Shared: true},
		{Client: "Cursor", File: filepath.Join(s.Folder, ".cursor", "mcp.json"), Key: "mcpServers", Shared: true},
		{Client: "VS Code", File: filepath.Join(s.Folder, ".vscode", "mcp.json"), Key: "servers", Shared: true},
		{Client: "Gemini CLI", File: filepath.Join(s.Folder, ".gemini", "settings.json"), Key: "mcpServers", Shared: true},
		{Client: "Roo Code", File: filepath.Join(s.Folder, ".roo", "mcp.json"), Key: "mcpServers", Shared: true},
		{Client: "Zed", File: filepath.Join(s.Folder, ".zed", "settings.json"), Key: "context_servers", Shared: true},
		{Client: "opencode", File: filepath.Join(s.Folder, "opencode.json"), Key: "mcp", Shared: true},
		{Client: "Claude Code", File: filepath.Join(s.Home, ".claude.json"), Key: "mcpServers"},
		{Client: "Claude Desktop", File: filepath.Join(app, "Claude", "claude_desktop_config.json"), Key: "mcpServers"},
		{Client: "Cursor", File: filepath.Join(s.Home, ".cursor", "mcp.json"), Key: "mcpServers"},
		{Client: "VS Code", File: filepath.Join(app, "Code", "User", "mcp.json"), Key: "servers"},
		{Client: "Cline", File: filepath.Join(app, "Code", "User", "globalStorage", "saoudrizwan.claude-dev", "settings", "cline_mcp_settings.json"), Key: "mcpServers"},
		{Client: "Windsurf", File: filepath.Join(s.Home, ".codeium", "windsurf", "mcp_config.json"), Key: "mcpServers"},
		{Client: "Gemini CLI", File: filepath.Join(s.Home, ".gemini", "settings.json"), Key: "mcpServers"},
		{Client: "Zed", File: filepath.Join(s.zed(), "settings.json"), Key: "context_servers"},
		{Client: "opencode", File: filepath.Join(s.Home, ".config", "opencode", "opencode.json"), Key: "mcp"},
	}
	if s.Folder == s.Home { // one file, not two
		places = dedupe(places)
	}
	return places
}

// applications is the folder that desktop programs keep their settings in.
func (s System) applications() string {
	switch s.OS {
	case "darwin":
		return filepath.Join(s.Home, "Library", "Application Support")
	case "windows":
		return s.AppData
	default:
		return filepath.Join(s.Home, ".config")
	}
}

func (s System) zed() string {
	if s.OS == "windows" {
		return filepath.Join(s.AppData, "Zed")
	}
	return filepath.Join(s.Home, ".config", "zed")
}

func dedupe(places []Place) []Place {
	seen := map[string]bool{}
	kept := places[:0:0]
	for _, p := range places {
		if !seen[p.File] {
			kept = append(kept, p)
		}
		seen[p.File] = true
	}
	return kept
}
