package gm

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"hybrid/gm/command"
	"hybrid/gm/journal"
	"hybrid/rules"
)

// An entry in memory and as the journal has it. Old ones are packed (log_pack.go), or read only when needed (log_lazy.go).

// Entry is one command that was decided: what it was, the dice it drew, and the facts it settled.
type Entry struct {
	Seq      int64
	At       time.Time
	Count    float64
	Line     string
	Title    string
	Who      string
	Whom     string
	Reason   string
	By       string // the character whose player proposed it; empty for the game master
	Outcomes []rules.Outcome
	Events   []rules.Event
	Dice     []rules.Die
	Answers  map[string]string
	Report   []rules.Reported
	Undone   bool
	Triggers []command.Trigger // what an actor waits for that it tells; known only right after it was done
	Lines    []string          // what a line that only looks has to say; then nothing has happened and Seq is 0
}

// payload is the part of an entry that the journal keeps as its command.
type payload struct {
	command.Command
	Dice   []rules.Die       `json:"dice,omitempty"`
	Count  float64           `json:"count"`
	Title  string            `json:"title"`
	Text   string            `json:"text"`           // its line of the log, as it was said then
	Told   *command.LogEntry `json:"told,omitempty"` // the same as the dashboard shows it; nil for entries from before it did
	Who    string            `json:"who,omitempty"`
	Whom   string            `json:"whom,omitempty"`
	Reason string            `json:"reason,omitempty"`
	Secret bool              `json:"secret,omitempty"` // something was rolled or done that players must not see, or said to some alone

	Whose []string    `json:"whose,omitempty"` // who rolled its dice
	Of    int64       `json:"of,omitempty"`    // the entry that it was before the past was amended
	From  []origin    `json:"from,omitempty"`  // where its dice fell, if not for itself
	Spare []fallenDie `json:"spare,omitempty"` // dice that fell for it, and that it has no use for since the past was amended

	Rules  string `json:"rules,omitempty"`  // the fingerprint of the rules it and those after it were decided under, if another one than before
	People string `json:"people,omitempty"` // the fingerprint of the files that those whom it brings in come from
}

// The kinds of records in a journal.
const (
	kindDo = iota
	kindUndo
	kindRedo
	kindAmended // an entry in a past that the next kindAmend puts in the place of what was after its target
	kindAmend
	kindBack // everything after its target is taken back
)

// record is the in-memory part of an entry. What the journal can give back is dropped as newer entries arrive.
type record struct {
	seq      int64
	evening  int64
	at       time.Time
	content  *payload        // read by payload; nil until then
	stored   *rawEntry       // as the journal has it: its command until that is read, its steps where they were read with it
	pack     *pack           // what that is in, once it is long past; nil until then
	place    int             // among those of the pack
	line     string          // of the log, where it is packed and was asked for
	events   []rules.Event   // nil where what is stored is read again
	outcomes []rules.Outcome // nil where the journal is asked
	state    *rules.State    // after it; nil where it is worked out again
	kind     int             // of its record
	target   int64           // of its record
	begun    *rules.Event    // with which an encounter begins; known once its events may be let go
	before   *record         // what it came after; nil for the first
	depth    int             // how many are before it
	undone   bool
	step     bool // it did nothing itself but go back, or mend the past
	marked   bool // it says under which rules, or with which people, it was decided
}

// newRecord returns the entry of a decided command; next is the state after it. The time is not set yet.
func newRecord(g *command.Game, c command.Command, l *command.Line, w *command.Decided, next *rules.State) *record {
	p := &payload{Command: c, Dice: w.Dice, Whose: rollers(w.Dice), Count: next.Count, Title: w.Title, Who: w.Who, Whom: w.Whom, Reason: l.Reason, Secret: inSecret(w)}
	p.Told, p.Text = command.NewLogEntry(g, w, l.Reason, next)
	return &record{content: p, events: w.Events, outcomes: w.Outcomes, state: next}
}

// written returns the events of an entry as the journal has them.
func (k *record) written() ([]byte, error) {
	if from := k.raw(); from.events != nil {
		return from.events, nil
	}
	data, err := json.Marshal(k.events)
	if err != nil {
		return nil, fmt.Errorf("write the events down: %w", err)
	}
	return data, nil
}

// steps returns the steps of an entry, read from the journal if they are no longer in memory.
func (k *record) steps(j *journal.Journal) ([]rules.Outcome, error) {
	report, err := k.reported(j)
	if err != nil {
		return nil, err
	}
	return k.stepsOf(report)
}

// reported returns the encoded steps of an entry from the journal, or nil if they are in memory.
func (k *record) reported(j *journal.Journal) ([]byte, error) {
	if k.outcomes != nil || j == nil || k.seq == 0 {
		return nil, nil
	}
	if report := k.raw().report; len(report) > 0 {
		return report, nil
	}
	return j.Report(k.seq)
}

// stepsOf decodes the steps of an entry from report; if report is empty it returns those in memory.
func (k *record) stepsOf(report []byte) ([]rules.Outcome, error) {
	if len(report) == 0 {
		return k.outcomes, nil
	}
	var outcomes []rules.Outcome
	if err := json.Unmarshal(report, &outcomes); err != nil {
		return nil, fmt.Errorf("the steps of entry %d cannot be read: %w", k.seq, err)
	}
	return outcomes, nil
}

// entry returns the entry with its decoded parts.
func (k *record) entry(content *payload, events []rules.Event, outcomes []rules.Outcome) Entry {
	return Entry{Seq: k.seq, At: k.at, Count: content.Count, Line: content.Line, Title: content.Title, Who: content.Who, Whom: content.Whom, Reason: content.Reason, By: content.By,
		Outcomes: outcomes, Events: events, Dice: content.Dice, Answers: content.Answers, Undone: k.undone}
}

// after returns the state after the entry: its events applied to state under rs.
func (k *record) after(rs *rules.Ruleset, state *rules.State) (*rules.State, error) {
	events, err := k.settled()
	if err != nil {
		return nil, err
	}
	return k.applied(rs, state, events)
}

// applied applies the entry's events, which are read already, to state. The error names the entry that does not fit the
// rules any more.
func (k *record) applied(rs *rules.Ruleset, state *rules.State, events []rules.Event) (*rules.State, error) {
	next, err := rs.Apply(state, events)
	if err != nil {
		first, _, _ := strings.Cut(err.Error(), "\n")
		return nil, &unfitError{k, first}
	}
	return next, nil
}

// unfitError says which entry the rules do not fit any more, and why.
type unfitError struct {
	entry *record
	why   string
}

func (e *unfitError) Error() string {
	return fmt.Sprintf("Entry %d (%s) doesn't fit the rules, which have changed since: %s. Restore the rules, or play in another folder for sessions.", e.entry.seq, e.entry.payload().Title, strings.TrimSuffix(e.why, "."))
}

// put turns an entry into a record.
func (k *record) put(r *journal.Record) (err error) {
	if r.Command = k.raw().command; r.Command == nil && k.content != nil {
		if r.Command, err = json.Marshal(k.content); err != nil {
			return fmt.Errorf("write the command down: %w", err)
		}
	}
	if r.Events, err = k.written(); err != nil {
		return err
	}
	if len(k.outcomes) > 0 {
		if r.Report, err = json.Marshal(k.outcomes); err != nil {
			return fmt.Errorf("write the steps down: %w", err)
		}
	}
	return nil
}

// rollers returns who rolled each die.
func rollers(dice []rules.Die) []string {
	list := make([]string, len(dice))
	for i := range dice {
		list[i] = dice[i].Who
	}
	return list
}

// valid reports whether a part of an entry is there and JSON, or is not there.
func valid(data []byte) bool { return len(data) == 0 || json.Valid(data) }

// unreadable returns err as damage to entry seq.
func unreadable(seq int64, err error) error { return &broken{seq, err} }

// broken is an entry that is as it was written, and cannot be read.
type broken struct {
	seq int64
	err error
}

func (b *broken) Error() string {
	return fmt.Sprintf("%v (entry %d cannot be read: %v)", journal.ErrDamaged, b.seq, b.err)
}

func (b *broken) Unwrap() error { return journal.ErrDamaged }
