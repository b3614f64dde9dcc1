package frameworks

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// An Installer makes one virtual environment for each framework. It can be
// interrupted, and run again: what is whole is left alone, and what is not is
// gone on with.
type Installer struct {
	// Dir is where the environments stand; "" is [DefaultDir].
	Dir string
	// Python is the interpreter to use; "" looks for one that fits.
	Python string
	// Tell is told each step; nil tells nobody.
	Tell func(step string)
}

const (
	oldest = "3.11" // what the requirements were resolved for
	marker = "installed"
)

// DefaultDir is the folder in the user's cache.
func DefaultDir() (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("find the user's cache: %w", err)
	}
	return filepath.Join(dir, "sequitur", "frameworks"), nil
}

func (in *Installer) dir() (string, error) {
	if in.Dir != "" {
		return in.Dir, nil
	}
	return DefaultDir()
}

func (in *Installer) tell(format string, args ...any) {
	if in.Tell != nil {
		in.Tell(fmt.Sprintf(format, args...))
	}
}

// Installed says whether a framework's environment is whole, and is the one that
// this program was built with.
func (in *Installer) Installed(f Framework) bool {
	dir, err := in.dir()
	if err != nil {
		return false
	}
	found, err := os.ReadFile(filepath.Join(dir, f.Name, marker)) //nolint:gosec // the name comes from the table
	return err == nil && string(found) == f.fingerprint()
}

// fingerprint changes with the pinned packages.
func (f *Framework) fingerprint() string {
	requirements, err := files.ReadFile(f.Name + "/requirements.txt")
	if err != nil {
		return "" // embedded: cannot happen
	}
	sum := sha256.Sum256(requirements)
	return hex.EncodeToString(sum[:])
}

// Install makes a framework's environment, or leaves a whole one alone.
func (in *Installer) Install(ctx context.Context, f Framework) error {
	dir, err := in.dir()
	if err != nil {
		return err
	}
	if err := unpack(dir, f); err != nil {
		return err
	}
	if in.Installed(f) {
		in.tell("%s %s is installed", f.Name, f.Version)
		return nil
	}
	python, err := in.python(ctx, f)
	if err != nil {
		return err
	}
	in.tell("%s %s: %d packages, about %d MB, into %s", f.Name, f.Version, f.Packages, f.Megabytes, filepath.Join(dir, f.Name))
	for _, command := range commands(dir, f, python) {
		if err := execute(ctx, command); err != nil {
			return fmt.Errorf("install %s: %w", f.Name, err)
		}
	}
	if err := in.try(ctx, dir, f); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, f.Name, marker), []byte(f.fingerprint()), 0o600); err != nil {
		return fmt.Errorf("install %s: %w", f.Name, err)
	}
	in.tell("%s %s: ready", f.Name, f.Version)
	return nil
}

// try starts the worker once: an environment that cannot run it is not whole.
func (in *Installer) try(ctx context.Context, dir string, f Framework) error {
	in.tell("%s %s: trying it", f.Name, f.Version)
	w, err := Start(ctx, dir, f, nil)
	if err != nil {
		return fmt.Errorf("install %s: %w", f.Name, err)
	}
	return w.Close()
}

// unpack writes the agent's files, always those of this program.
func unpack(dir string, f Framework) error {
	for _, name := range []string{"worker.py", f.Name + "/agent.py", f.Name + "/requirements.txt"} {
		data, err := files.ReadFile(name)
		if err != nil {
			return fmt.Errorf("unpack %s: %w", name, err)
		}
		place := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(place), 0o700); err != nil {
			return fmt.Errorf("unpack %s: %w", name, err)
		}
		if err := os.WriteFile(place, data, 0o600); err != nil {
			return fmt.Errorf("unpack %s: %w", name, err)
		}
	}
	return nil
}

// python finds an interpreter that the pinned packages were resolved for.
func (in *Installer) python(ctx context.Context, f Framework) (string, error) {
	names := f.Python
	if in.Python != "" {
		names = []string{in.Python}
	}
	const check = "import sys, venv; sys.exit(sys.version_info[:2] < (3, 11))"
	for _, name := range names {
		place, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		if exec.CommandContext(ctx, place, "-c", check).Run() == nil { //nolint:gosec // the user's own interpreter
			return place, nil
		}
	}
	return "", fmt.Errorf("%s needs Python %s or newer; none of %s is one", f.Name, oldest, strings.Join(names, ", "))
}

// interpreter is the Python of an environment.
func interpreter(dir string, f Framework) string {
	if runtime.GOOS == "windows" {
		return filepath.Join(dir, f.Name, "venv", "Scripts", "python.exe")
	}
	return filepath.Join(dir, f.Name, "venv", "bin", "python")
}

// commands make an environment and fill it: with uv where it is there, which is
// several times as fast, else with pip. Both refuse what has another hash.
func commands(dir string, f Framework, python string) [][]string {
	venv, requirements := filepath.Join(dir, f.Name, "venv"), filepath.Join(dir, f.Name, "requirements.txt")
	inside := interpreter(dir, f)
	if uv, err := exec.LookPath("uv"); err == nil {
		return [][]string{
			{uv, "venv", "--quiet", "--allow-existing", "--python", python, venv},
			{uv, "pip", "install", "--quiet", "--python", inside, "--require-hashes", "--requirement", requirements},
		}
	}
	return [][]string{
		{python, "-m", "venv", venv},
		{inside, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes", "--requirement", requirements},
	}
}

// execute runs a command; its error holds the end of what it printed.
func execute(ctx context.Context, command []string) error {
	const most = 600
	var printed bytes.Buffer
	cmd := exec.CommandContext(ctx, command[0], command[1:]...) //nolint:gosec // made from the table and the user's own interpreter
	cmd.Stdout, cmd.Stderr = &printed, &printed
	err := cmd.Run()
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	text := strings.TrimSpace(printed.String())
	if len(text) > most {
		text = "…" + text[len(text)-most:]
	}
	return errors.New(cmp.Or(text, err.Error()))
}
