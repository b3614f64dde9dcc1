package journal

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/sequitur-go/sequitur/tool"
)

// A Config says where a [Writer] writes, and how much it keeps.
type Config struct {
	// Dir is the journal's folder. It is made where it does not exist.
	Dir string `yaml:"dir"`
	// Name is the file's name without its ending; "" is "episodes".
	Name string `yaml:"name"`
	// Rotate says when a file is finished.
	Rotate Rotation `yaml:"rotate"`
	// Retain says which finished files are kept.
	Retain Retention `yaml:"retain"`
	// Contents asks to write what the calls were about: arguments, feedback
	// and raw text, redacted, at most 64 KiB of each. It needs a Redactor.
	Contents bool `yaml:"contents"`
	// Redactor takes secrets out of everything that is free text.
	Redactor tool.Redactor `yaml:"-"`
	// OnError is told of each episode that could not be written; nil tells
	// nobody. It must not block.
	OnError func(error) `yaml:"-"`
	// Now replaces the clock; nil is the real one.
	Now func() time.Time `yaml:"-"`
}

// A Rotation says when a file is finished and the next one begun.
type Rotation struct {
	Size int64         `yaml:"size"` // bytes; 0 is 64 MiB, negative never
	Age  time.Duration `yaml:"age"`  // of the first line; 0 is a day, negative never
}

// A Retention says which finished files are kept. The file being written does
// not count.
type Retention struct {
	Files int           `yaml:"files"` // 0 is 32, negative keeps any number
	Bytes int64         `yaml:"bytes"` // 0 keeps any amount
	Age   time.Duration `yaml:"age"`   // since the last line; 0 keeps any age
}

const (
	defaultName  = "episodes"
	defaultSize  = 64 << 20
	defaultAge   = 24 * time.Hour
	defaultFiles = 32
)

// Validate names everything that is wrong with the configuration.
func (c *Config) Validate() error {
	var errs []error
	if c.Dir == "" {
		errs = append(errs, errors.New("dir must not be empty"))
	}
	if strings.ContainsAny(c.Name, `/\`) || strings.HasPrefix(c.Name, ".") {
		errs = append(errs, fmt.Errorf("name must be a plain file name, got %q", c.Name))
	}
	if c.Contents && c.Redactor == nil {
		errs = append(errs, errors.New("contents need a redactor"))
	}
	if c.Retain.Bytes < 0 {
		errs = append(errs, fmt.Errorf("retain.bytes must not be negative, got %d", c.Retain.Bytes))
	}
	if c.Retain.Age < 0 {
		errs = append(errs, fmt.Errorf("retain.age must not be negative, got %s", c.Retain.Age))
	}
	return errors.Join(errs...)
}

func (c Config) withDefaults() Config {
	c.Name = cmp.Or(c.Name, defaultName)
	c.Rotate.Size = cmp.Or(c.Rotate.Size, defaultSize)
	c.Rotate.Age = cmp.Or(c.Rotate.Age, defaultAge)
	c.Retain.Files = cmp.Or(c.Retain.Files, defaultFiles)
	if c.Now == nil {
		c.Now = time.Now
	}
	return c
}
