package gm

import (
	"cmp"
	"slices"

	"hybrid/gm/command"
	"hybrid/gm/logtext"
	"hybrid/rules"
)

// inSecret reports whether players must not see some of the dice of a decision, or some that happens, or whether it is said
// to some alone.
func inSecret(w *command.Decided) bool {
	return slices.ContainsFunc(w.Outcomes, func(o rules.Outcome) bool { return o.Secret && len(o.Dice) > 0 }) ||
		slices.ContainsFunc(w.Events, func(e rules.Event) bool {
			return e.How == rules.Secretly || e.Kind == rules.EventTell && e.What == rules.TellWhisper
		})
}

// LogLine is one entry as a line of the log.
type LogLine struct{ record *record }

// Log returns all entries so far as lines, the oldest first, undone ones included.
func (t *tree) Log() []LogLine { return t.log }

// Seq returns the number of the entry.
func (l LogLine) Seq() int64 { return l.record.Seq }

// Count returns the count at which the entry happened.
func (l LogLine) Count() float64 { return l.record.payload().Count }

// Moment returns when it happened: its count, or what stands for it.
func (l LogLine) Moment() string {
	when := ""
	if entry := l.LogEntry(); entry != nil {
		when = entry.When
	}
	return cmp.Or(when, command.Number(l.Count()))
}

// Undone reports whether it was taken back.
func (l LogLine) Undone() bool { return l.record.undone }

// LogEntry returns the line as the dashboard shows it, or nil for an entry older than that form.
func (l LogLine) LogEntry() *logtext.LogEntry { return l.record.payload().Told }

// Begins reports whether the entry begins an encounter.
func (l LogLine) Begins() bool { return l.record.begins() != nil }

// Secret reports whether something was rolled or done in it that players must not see, or said to some alone. Of
// entries from before this was kept it is not known.
func (l LogLine) Secret() bool { return l.record.payload().Secret }

// By returns the character whose player proposed the entry; empty for the game master.
func (l LogLine) By() string { return l.record.payload().By }

// Text returns the line: what was done, each roll, and its effects. It stays as it was written, whichever actors have left
// and whatever the tables say since.
func (l LogLine) Text() string { return l.record.payload().Text }
