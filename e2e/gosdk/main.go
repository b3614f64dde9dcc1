// Command gosdk plays the steps of a file against a server's command, with the
// official Go client. It is a module of its own, so that the client is no
// dependency of the product.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type steps struct {
	Calls []struct {
		Tool string         `json:"tool"`
		Args map[string]any `json:"args"`
	} `json:"calls"`
	Resources bool `json:"resources"`
	Prompts   bool `json:"prompts"`
}

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	if err := run(ctx, os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, file string, command []string) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var s steps
	if err := json.Unmarshal(data, &s); err != nil {
		return err
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "e2e", Version: "1"}, nil)
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Stderr = os.Stderr
	session, err := client.Connect(ctx, &mcp.CommandTransport{Command: cmd}, nil)
	if err != nil {
		return err
	}
	defer func() { _ = session.Close() }()
	if _, err := session.ListTools(ctx, nil); err != nil {
		return err
	}
	for _, step := range s.Calls {
		if _, err := session.CallTool(ctx, &mcp.CallToolParams{Name: step.Tool, Arguments: step.Args}); err != nil {
			return fmt.Errorf("%s: %w", step.Tool, err)
		}
	}
	if s.Resources {
		listed, err := session.ListResources(ctx, nil)
		if err != nil {
			return err
		}
		if _, err := session.ReadResource(ctx, &mcp.ReadResourceParams{URI: listed.Resources[0].URI}); err != nil {
			return err
		}
	}
	if s.Prompts {
		listed, err := session.ListPrompts(ctx, nil)
		if err != nil {
			return err
		}
		if _, err := session.GetPrompt(ctx, &mcp.GetPromptParams{Name: listed.Prompts[0].Name}); err != nil {
			return err
		}
	}
	return nil
}
