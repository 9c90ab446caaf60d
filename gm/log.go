package gm

import "hybrid/gm/command"

// LogLine is one entry as a line of the log.
type LogLine struct{ kept *kept }

// Log is every entry so far as a line, the oldest first; undone ones too.
func (t *tree) Log() []LogLine { return t.log }

// Seq is the number of the entry.
func (l LogLine) Seq() int64 { return l.kept.seq }

// Count is the count at which it happened.
func (l LogLine) Count() float64 { return l.kept.payload().Count }

// Undone reports whether it was taken back.
func (l LogLine) Undone() bool { return l.kept.undone }

// Told is the line as the dashboard shows it; nil for an entry from before it did.
func (l LogLine) Told() *command.Told { return l.kept.payload().Told }

// Text is the line: what was done, each roll, and what came of it. It stays as it was said then, whichever actors have left and
// whatever the tables say since.
func (l LogLine) Text() string { return l.kept.payload().Text }
