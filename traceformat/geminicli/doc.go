// Package geminicli reads the sessions of the Gemini CLI: one document with its
// messages, or, since 2026, JSON Lines with a header, a line for each message,
// lines that change the header, and lines that take messages back.
package geminicli
