package gm

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"time"

	"hybrid/gm/command"
	"hybrid/rules"
)

// Format is how an export is written.
type Format string

// The formats of an export.
const (
	Markdown  Format = "markdown"
	HTML      Format = "html"  // one page that needs nothing else
	JSONLines Format = "jsonl" // one object a line
)

// Formats lists the formats of an export.
func Formats() []Format { return []Format{Markdown, HTML, JSONLines} }

// Audience is whom an export is for.
type Audience string

// The audiences of an export. The game master's has everything: undone entries, notes, reasons, each step with its
// terms. The players' has what their characters may know.
const (
	GameMaster Audience = "gm"
	Players    Audience = "players"
)

// Audiences lists whom an export may be for.
func Audiences() []Audience { return []Audience{GameMaster, Players} }

// Export writes everything that was played. The players' version leaves out notes, reasons, what was undone, what is
// secret (of it, only what a character believes is told), and all numbers of others than the party: of those it says
// who acts, how well, and how badly they are hurt. The party is the characters with a player, and whoever stands on the
// side on which most of them do.
func (s *Session) Export(w io.Writer, format Format, audience Audience) error {
	return s.ExportEvening(w, format, audience, 0)
}

// ExportEvening writes what was played on one evening; 0 means all.
func (s *Session) ExportEvening(w io.Writer, format Format, audience Audience, number int64) error {
	out := bufio.NewWriter(w)
	var pen pen
	switch format {
	case Markdown:
		pen = &markdown{out: out}
	case HTML:
		pen = &page{out: out}
	case JSONLines:
		pen = &jsonLines{out: out}
	default:
		return fmt.Errorf("export: no format is called %s; choose %s", format, list(Formats()))
	}
	if number != 0 {
		pen = &one{pen: pen, number: number}
	}
	var err error
	switch audience {
	case GameMaster:
		err = retelling{s}.recall(pen)
	case Players:
		err = retelling{s}.tellPlayers(pen)
	default:
		err = fmt.Errorf("nobody is called %s; choose %s", audience, list(Audiences()))
	}
	if err == nil {
		err = out.Flush()
	}
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	return nil
}

func list[T ~string](all []T) (text string) {
	for i, one := range all {
		if i > 0 {
			text += ", "
		}
		text += string(one)
	}
	return text
}

// pen writes an account in one format, from top to bottom.
type pen interface {
	campaign(label, notes string, audience Audience)
	evening(e Evening)
	scene(s scene)
	entry(t *passage)
	end()
}

// scene is an encounter, or the time between two, on one evening.
type scene struct {
	Label string   `json:"label,omitempty"` // empty between encounters
	Again bool     `json:"again,omitempty"` // it goes on from the evening before
	Notes string   `json:"notes,omitempty"`
	Cast  []player `json:"cast,omitempty"`
}

// player is an actor who takes part in an encounter.
type player struct {
	Name   string `json:"name"`
	Side   string `json:"side,omitempty"`
	Player string `json:"player,omitempty"`
	Notes  string `json:"notes,omitempty"`
}

// passage is an entry as an audience hears of it.
type passage struct {
	Number int64
	Time   time.Time
	Count  float64
	Timed  bool // it has a count
	Text   string
	Line   string
	Undone bool
	Steps  []step
	Whole  *Entry // for the game master alone
}

// step is a step of an entry as an audience hears of it.
type step struct {
	Label string       `json:"label"`
	Text  string       `json:"text,omitempty"`
	Dice  []rules.Die  `json:"dice,omitempty"`
	Terms []rules.Term `json:"terms,omitempty"`
}

// one lets only one evening through to another pen.
type one struct {
	pen
	number int64
	now    bool
}

func (o *one) evening(e Evening) {
	if o.now = e.Number == o.number; o.now {
		o.pen.evening(e)
	}
}

func (o *one) scene(s scene) {
	if o.now {
		o.pen.scene(s)
	}
}

func (o *one) entry(t *passage) {
	if o.now {
		o.pen.entry(t)
	}
}

// retelling is a session being told, from its first entry to its last.
type retelling struct{ *Session }

// heading says of each entry in turn which evening and which scene it belongs to, and tells a pen when one begins.
type heading struct {
	pen      pen
	evenings map[int64]Evening
	evening  int64
	scene    scene
	shown    bool // the heading of the scene stands
}

func (a retelling) heading(pen pen) *heading {
	h := &heading{pen: pen, evenings: map[int64]Evening{}}
	for _, e := range a.Evenings() {
		h.evenings[e.Number] = e
	}
	return h
}

// begin makes another scene; its heading is written with its first entry.
func (h *heading) begin(s scene) { h.scene, h.shown = s, false }

// entry writes an entry, and before it the headings that are due.
func (h *heading) entry(evening int64, t *passage) {
	if evening != h.evening {
		if h.evening != 0 && h.shown {
			h.scene, h.shown = scene{Label: h.scene.Label, Again: h.scene.Label != ""}, false
		}
		h.evening = evening
		h.pen.evening(h.evenings[evening])
	}
	if !h.shown {
		h.pen.scene(h.scene)
		h.shown = true
	}
	h.pen.entry(t)
}

// history goes through the entries with the states they were said in.
type history struct {
	retelling
	before *rules.State
	after  *rules.State
}

// chronicle is all entries, those of one evening together: what stands in the order in which it happens now, and what
// was undone or mended before what was said after it.
func (t *tree) chronicle() []*kept {
	evenings := make(map[*kept]int64, len(t.entries))
	list := append([]*kept(nil), t.entries...)
	latest := int64(0)
	for _, k := range list {
		evenings[k] = k.evening
		if !k.undone {
			latest = max(latest, k.evening)
			evenings[k] = latest
		}
	}
	slices.SortStableFunc(list, func(a, b *kept) int { return cmp.Compare(evenings[a], evenings[b]) })
	return list
}

// each goes through the chronicle. Those that do not stand have states of their own, and change nothing for those that
// do.
func (a retelling) each(fn func(h history, k *kept) error) error {
	stands, gone := walked{state: &rules.State{}}, walked{state: &rules.State{}}
	for _, k := range a.chronicle() {
		way, from := &stands, &stands
		if k.undone {
			way = &gone
		}
		if k.before == gone.last && k.undone {
			from = &gone
		}
		before := from.state
		if k.before != from.last {
			var err error
			if before, err = a.sum(k.before, false); err != nil {
				return err
			}
		}
		after, err := a.apply(before, k)
		if err != nil {
			return err
		}
		*way = walked{k, after}
		if err := fn(history{a, before, after}, k); err != nil {
			return err
		}
	}
	return nil
}

// walked is how far a way through the entries has come.
type walked struct {
	last  *kept
	state *rules.State
}

// steps is how an entry went, read from the journal where it is no longer in memory.
func (a retelling) steps(k *kept) ([]rules.Outcome, error) {
	if k.outcomes != nil || a.journal == nil {
		return k.outcomes, nil
	}
	report, err := a.journal.Report(k.seq)
	if err != nil || len(report) == 0 {
		return nil, err
	}
	var list []rules.Outcome
	if err := json.Unmarshal(report, &list); err != nil {
		return nil, fmt.Errorf("the steps of entry %d cannot be read: %w", k.seq, err)
	}
	return list, nil
}

// wording is how the change of an entry is told.
func (h history) wording() command.Wording {
	return command.NewWording(h.game.Rules, h.before, h.after)
}

// recall tells the game master everything.
func (a retelling) recall(pen pen) error {
	heads := a.heading(pen)
	pen.campaign(a.game.Campaign.Label, a.game.Campaign.Notes, GameMaster)
	err := a.each(func(h history, k *kept) error {
		if begun, ok := k.begins(); ok && !k.undone {
			heads.begin(h.prepared(begun))
		}
		t, err := h.recalled(k)
		if err != nil {
			return err
		}
		heads.entry(k.evening, t)
		if h.before.Running && !h.after.Running && !k.undone {
			heads.begin(scene{})
		}
		return nil
	})
	pen.end()
	return err
}

// prepared is an encounter that begins, as the game master prepared it.
func (h history) prepared(begun rules.Event) scene {
	sc := scene{Label: begun.Text}
	if e, ok := h.game.Campaign.Encounter(begun.What); ok {
		sc.Notes = e.Notes
	}
	for _, a := range h.after.Actors {
		sc.Cast = append(sc.Cast, player{a.Name, a.Side, a.Sheet.Person.Player, a.Sheet.Person.Notes})
	}
	return sc
}

// recalled is an entry with all there is to say about it.
func (h history) recalled(k *kept) (*passage, error) {
	outcomes, err := h.steps(k)
	if err != nil {
		return nil, err
	}
	events, err := k.settled()
	if err != nil {
		return nil, err
	}
	is := k.payload()
	t := &passage{Number: k.seq, Time: h.local(k.at), Count: is.Count, Timed: h.after.Running, Text: is.Text, Line: is.Line, Undone: k.undone}
	t.Whole = &Entry{Seq: k.seq, At: t.Time, Count: is.Count, Line: is.Line, Title: is.Title, Who: is.Who, Whom: is.Whom, Reason: is.Reason,
		Outcomes: outcomes, Events: events, Dice: is.Dice, Answers: is.Answers, Undone: k.undone}
	tell := h.wording()
	for i := range outcomes {
		o := &outcomes[i]
		label := o.Label
		if o.Who != "" {
			label = tell.Name(o.Who) + ": " + label
		}
		t.Steps = append(t.Steps, step{Label: label, Text: tell.Whole(o), Dice: o.Dice, Terms: o.Terms})
	}
	return t, nil
}
