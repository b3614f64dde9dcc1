// Package journal keeps episodes in files: JSON lines, appended and handed to
// the operating system one by one, so that a kill loses at most the line being
// written. Files are rotated by size and age, and old ones removed.
//
// Contents (arguments, feedback, raw text) are left out unless
// [Config.Contents] asks for them, and then pass a redactor first.
//
// Several writers, also of several processes, may append to one journal: each
// line is one write at the end of the file. [Read] reads a journal back, and
// tells broken lines apart from whole ones.
package journal
