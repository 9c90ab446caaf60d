package gm

import (
	"cmp"
	"slices"

	"hybrid/gm/command"
	"hybrid/gm/logtext"
	"hybrid/rules"
)

// The lines of the log, one for each entry.

// isSecretDecision reports whether players must not see some of the dice or events of a decision, or whether the decision is a message to
// only some players.
func isSecretDecision(w *command.DecidedCommand) bool {
	return slices.ContainsFunc(w.Outcomes, func(o rules.Outcome) bool { return o.Secret && len(o.Dice) > 0 }) ||
		slices.ContainsFunc(w.Events, func(e rules.Event) bool {
			return e.How == rules.HowSecret || e.Kind == rules.EventTell && e.What == rules.TellWhisper
		})
}

// LogLine is one entry as a line of the log.
type LogLine struct {
	record *record // entry as the journal stores it
}

// Log returns all entries so far as lines, the oldest first, undone ones included.
func (t *tree) Log() []LogLine { return t.log }

// Seq returns the number of the entry.
func (l LogLine) Seq() int64 { return l.record.Seq }

// Count returns the count at which the entry happened.
func (l LogLine) Count() float64 { return l.record.payload().Count }

// Moment returns the time of the entry: its count, or the time of day.
func (l LogLine) Moment() string {
	when := ""
	if entry := l.LogEntry(); entry != nil {
		when = entry.When
	}
	return cmp.Or(when, command.Number(l.Count()))
}

// IsUndone reports whether the entry was undone.
func (l LogLine) IsUndone() bool { return l.record.undone }

// LogEntry returns the line as the dashboard shows it, or nil for an older entry.
func (l LogLine) LogEntry() *logtext.LogEntry { return l.record.payload().Told }

// BeginsEncounter reports whether the entry begins an encounter.
func (l LogLine) BeginsEncounter() bool { return l.record.beginEvent() != nil }

// IsSecret reports whether players must not see part of the entry, or whether the entry is a message to only some players. It returns false
// for entries from before this was stored.
func (l LogLine) IsSecret() bool { return l.record.payload().Secret }

// WrittenBy returns the character whose player proposed the entry; "" for the game master.
func (l LogLine) WrittenBy() string { return l.record.payload().By }

// Text returns the line: the command, each roll, and the effects, as it was stored.
func (l LogLine) Text() string { return l.record.payload().Text }
