package gm

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"hybrid/gm/command"
	"hybrid/gm/journal"
	"hybrid/gm/logtext"
	"hybrid/gm/story"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// An entry in memory: as the journal has it. Its parts are decoded when they are asked for.

// Entry is one command that was decided: what it was, the dice it drew, and the facts it settled.
type Entry struct {
	Seq      int64
	At       time.Time
	Count    float64
	When     string // the time of day while no one takes turns, in place of the count
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
	Told   *logtext.LogEntry `json:"told,omitempty"` // the same as the dashboard shows it; nil for entries from before it did
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

// record is an entry as the journal has it, and its place in the tree of entries.
type record struct {
	journal.Record
	damage  error        // why it is not as it was written; nil if it is
	content *payload     // its Command, once that was asked for
	state   *rules.State // after it; nil where it is worked out again
	before  *record      // the entry before it; nil for the first
	depth   int          // how many are before it
	undone  bool
	step    bool // an undo, or a change of the past, without events of its own
}

// newRecord returns the entry of a decided command; next is the state after it, lately the ways in which those before it are said.
// Its time and its Command are not set yet.
func newRecord(g *command.Game, c command.Command, l *command.Line, w *command.Decided, next *rules.State, lately story.Ways) (*record, error) {
	whose := collect.Map(w.Dice, func(die rules.Die) string { return die.Who })
	p := &payload{Command: c, Dice: w.Dice, Whose: whose, Count: next.Count, Title: w.Title, Who: w.Who, Whom: w.Whom, Reason: l.Reason, Secret: inSecret(w)}
	p.Told, p.Text = logtext.NewLogEntry(g, w, l.Reason, next, lately)
	k := &record{content: p, state: next}
	var err error
	if k.Events, err = json.Marshal(w.Events); err != nil {
		return nil, fmt.Errorf("write the events down: %w", err)
	}
	if len(w.Outcomes) > 0 {
		if k.Report, err = json.Marshal(w.Outcomes); err != nil {
			return nil, fmt.Errorf("write the steps down: %w", err)
		}
	}
	return k, nil
}

// encode sets the Command of an entry from its content.
func (k *record) encode() (err error) {
	if k.Command, err = json.Marshal(k.content); err != nil {
		return fmt.Errorf("write the command down: %w", err)
	}
	return nil
}

// unreadableText stands for the title and the text of an entry that is damaged.
const unreadableText = "an entry that cannot be read"

// payload returns the decoded Command of an entry, and keeps it.
func (k *record) payload() *payload {
	if k.content == nil {
		k.content = k.decode()
	}
	return k.content
}

// decode returns the decoded Command of an entry, and leaves the entry as it is.
func (k *record) decode() *payload {
	content := &payload{}
	if k.damage != nil || len(k.Command) > 0 && json.Unmarshal(k.Command, content) != nil {
		return &payload{Title: unreadableText, Text: unreadableText}
	}
	for i, who := range content.Whose {
		if i < len(content.Dice) {
			content.Dice[i].Who = who
		}
	}
	return content
}

// settled returns the decoded events of an entry.
func (k *record) settled() (events []rules.Event, err error) {
	if k.damage != nil || len(k.Events) == 0 {
		return nil, k.damage
	}
	if err := json.Unmarshal(k.Events, &events); err != nil {
		return nil, unreadable(k.Seq, err)
	}
	return events, nil
}

// steps returns the decoded steps of an entry.
func (k *record) steps() (outcomes []rules.Outcome, err error) {
	if k.damage != nil || len(k.Report) == 0 {
		return nil, k.damage
	}
	if err := json.Unmarshal(k.Report, &outcomes); err != nil {
		return nil, fmt.Errorf("the steps of entry %d cannot be read: %w", k.Seq, err)
	}
	return outcomes, nil
}

// entry returns the entry with its decoded parts.
func (k *record) entry(content *payload, events []rules.Event, outcomes []rules.Outcome) Entry {
	when := ""
	if content.Told != nil {
		when = content.Told.When
	}
	return Entry{Seq: k.Seq, At: k.At, Count: content.Count, When: when, Line: content.Line, Title: content.Title, Who: content.Who, Whom: content.Whom, Reason: content.Reason, By: content.By,
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
	return fmt.Sprintf("Entry %d (%s) doesn't fit the rules, which have changed since: %s. Restore the rules, or play in another folder for sessions.",
		e.entry.Seq, e.entry.payload().Title, strings.TrimSuffix(e.why, "."))
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
