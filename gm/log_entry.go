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

// An entry in memory, as the journal stores it. Its parts are decoded on demand.

// Entry is one decided command, that is, one whose events the rules have computed: its line, the dice that were rolled for it, and its
// events.
type Entry struct {
	Seq      int64                 // number in the session, from 1
	At       time.Time             // time at which it was added
	Count    float64               // count of the game after it
	When     string                // time of day, shown instead of the count while no one takes turns; "" otherwise
	Line     string                // line of the prompt
	Title    string                // short description that the verb of the line gives
	Who      string                // key of the acting actor; empty for none
	Whom     string                // key of the target; empty for none
	Reason   string                // reason that the game master gave; empty for none
	By       string                // key of the character whose player proposed it; empty for the game master
	Outcomes []rules.Outcome       // results of the steps, in order
	Events   []rules.Event         // changes of the state, in order
	Dice     []rules.Die           // dice that were rolled for it, in order
	Answers  map[string]string     // answers to questions, by the question's key
	Report   []rules.ReportedValue // values reported by the rules; set only right after the command
	Undone   bool                  // whether it is undone
	Triggers []command.Trigger     // triggers of waiting actors that the entry might match; set only right after the command
	Lines    []string              // output of a line that only shows something; Seq is then 0, and nothing has happened
}

// payload is the part of an entry that the journal stores as its command.
type payload struct {
	command.Command
	Dice   []rules.Die       `json:"dice,omitempty"`   // dice that were rolled for it, in order
	Count  float64           `json:"count"`            // count of the game after it
	Title  string            `json:"title"`            // short description that the verb of the line gives
	Text   string            `json:"text"`             // its line of the log, as worded when it was added
	Told   *logtext.LogEntry `json:"told,omitempty"`   // its line of the log as the dashboard shows it; nil for older entries
	Who    string            `json:"who,omitempty"`    // key of the acting actor; "" for none
	Whom   string            `json:"whom,omitempty"`   // key of the target; "" for none
	Reason string            `json:"reason,omitempty"` // reason that the game master gave; "" for none
	Secret bool              `json:"secret,omitempty"` // whether players must not see part of it, or it is a message to only some of them

	Whose []string    `json:"whose,omitempty"` // key of the actor who rolled each of Dice; may be shorter than Dice
	Of    int64       `json:"of,omitempty"`    // number that it had before the past was first amended; 0 if it never was
	From  []origin    `json:"from,omitempty"`  // origins of its dice; nil if all were rolled for this entry
	Spare []rolledDie `json:"spare,omitempty"` // dice rolled for it that it no longer uses because the past was amended

	Rules  string `json:"rules,omitempty"`  // fingerprint of the rules under which it and later entries were decided; empty if unchanged
	People string `json:"people,omitempty"` // fingerprint of the files of the actors that it brings in
}

// Kinds of records in a journal.
const (
	kindDo      = iota // a decided command
	kindUndo           // undoes its target
	kindRedo           // puts its target into force again
	kindAmended        // an entry of an amended past, which the next kindAmend puts into force after its target
	kindAmend          // puts the entries of an amended past into force after its target
	kindBack           // undoes everything after its target
)

// record is an entry as the journal stores it, and its place in the tree of entries.
type record struct {
	journal.Record
	damage       error        // reason why the stored record is damaged; nil if it is intact
	content      *payload     // decoded Command; nil until it is needed
	state        *rules.State // state after it; nil if it has to be computed
	previous     *record      // the entry before it; nil for the first
	depth        int          // number of entries before it
	undone       bool         // whether the entry is undone
	isPastChange bool         // whether it is an undo or a change of the past, which has no events of its own
}

// newRecord returns the entry of a decided command. next is the state after it, and recent holds the phrasings of recent entries, which the
// new text avoids. The entry's time and Command are not set yet.
func newRecord(g *command.Game, c command.Command, l *command.Line, w *command.DecidedCommand, next *rules.State, recent story.Phrasings) (*record, error) {
	whose := collect.Map(w.Dice, func(die rules.Die) string { return die.Who })
	p := &payload{Command: c, Dice: w.Dice, Whose: whose, Count: next.Count, Title: w.Title, Who: w.Who, Whom: w.Whom, Reason: l.Reason, Secret: isSecretDecision(w)}
	p.Told, p.Text = logtext.NewLogEntry(g, w, l.Reason, next, recent)
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

// encodeContent sets the Command of an entry from its content.
func (k *record) encodeContent() (err error) {
	if k.Command, err = json.Marshal(k.content); err != nil {
		return fmt.Errorf("write the command down: %w", err)
	}
	return nil
}

// unreadableText replaces the title and the text of a damaged entry.
const unreadableText = "an entry that cannot be read"

// payload returns the decoded Command of an entry, and caches it.
func (k *record) payload() *payload {
	if k.content == nil {
		k.content = k.decodeContent()
	}
	return k.content
}

// decodeContent returns the decoded Command of an entry without caching it.
func (k *record) decodeContent() *payload {
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

// decodeEvents returns the decoded events of an entry.
func (k *record) decodeEvents() (events []rules.Event, err error) {
	if k.damage != nil || len(k.Events) == 0 {
		return nil, k.damage
	}
	if err := json.Unmarshal(k.Events, &events); err != nil {
		return nil, newEntryError(k.Seq, err)
	}
	return events, nil
}

// decodeSteps returns the decoded steps of an entry.
func (k *record) decodeSteps() (outcomes []rules.Outcome, err error) {
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

// stateAfter returns the state after the entry: its events applied to state under rs.
func (k *record) stateAfter(rs *rules.Ruleset, state *rules.State) (*rules.State, error) {
	events, err := k.decodeEvents()
	if err != nil {
		return nil, err
	}
	return k.applyEvents(rs, state, events)
}

// applyEvents returns state with the given events of the entry applied. The error names the entry if it doesn't fit the rules.
func (k *record) applyEvents(rs *rules.Ruleset, state *rules.State, events []rules.Event) (*rules.State, error) {
	next, err := rs.Apply(state, events)
	if err != nil {
		first, _, _ := strings.Cut(err.Error(), "\n")
		return nil, &unfitError{k, first}
	}
	return next, nil
}

// unfitError is the error of an entry that doesn't fit the rules.
type unfitError struct {
	entry *record // entry that doesn't fit
	why   string  // first line of the rules' error
}

// Error names the entry and the reason, and says how to continue.
func (e *unfitError) Error() string {
	return fmt.Sprintf("Entry %d (%s) doesn't fit the rules, which have changed since: %s. Restore the rules, or play in another folder for sessions.",
		e.entry.Seq, e.entry.payload().Title, strings.TrimSuffix(e.why, "."))
}

// isEmptyOrJSON reports whether data is empty or JSON.
func isEmptyOrJSON(data []byte) bool { return len(data) == 0 || json.Valid(data) }

// newEntryError returns the error for the entry with the number seq, which can't be read because of err.
func newEntryError(seq int64, err error) error { return &entryError{seq, err} }

// entryError is the error of an entry that is stored intact but can't be read.
type entryError struct {
	seq int64 // number of the entry
	err error // error of decoding it
}

// Error names the entry and the error of decoding it.
func (b *entryError) Error() string {
	return fmt.Sprintf("%v (entry %d cannot be read: %v)", journal.ErrDamaged, b.seq, b.err)
}

// Unwrap returns journal.ErrDamaged, since such an entry counts as damaged.
func (b *entryError) Unwrap() error { return journal.ErrDamaged }
