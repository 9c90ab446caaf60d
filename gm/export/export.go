package export

import (
	"bufio"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"time"

	"hybrid/gm"
	"hybrid/gm/command"
	"hybrid/rules"
)

// Exports: formats, audiences and the formatter that each format implements.

// Format is a file format for exports.
type Format string

// The formats of an export.
const (
	Markdown  Format = "markdown"
	HTML      Format = "html"  // one page without other files
	JSONLines Format = "jsonl" // one object per line
)

// Formats lists all formats.
func Formats() []Format { return []Format{Markdown, HTML, JSONLines} }

// Audience is the group of readers that an export is for.
type Audience string

// The audiences of an export. The game master's version has everything: undone entries, notes, reasons, each step with its terms. The
// players' version has what their characters may know.
const (
	GameMaster Audience = "gm"
	Players    Audience = "players"
)

// Audiences lists all audiences.
func Audiences() []Audience { return []Audience{GameMaster, Players} }

// Source provides the session to export; see the methods of *gm.Session.
type Source interface {
	Game() *command.Game
	Evenings() []gm.Evening
	History() iter.Seq2[*gm.HistoryEntry, error]
	Summary() gm.Summary
	Scenes() []gm.Scene
	Ending(scene gm.Scene) string
	Goals(scene gm.Scene) []string
	TurningPoints(first int64) []gm.Turn
	TurningPointTexts(first int64) []string
}

// Write writes all entries, or the entries of one evening; 0 means all evenings. The players' version has what all players were
// told (see package players): each line that was shown to everyone present. It has no notes, reasons or secrets, no undone entries, and no
// numbers of actors other than the players' own.
func Write(w io.Writer, from Source, format Format, audience Audience, evening int64) error {
	out := bufio.NewWriterSize(w, 64<<10)
	var formatter formatter
	switch format {
	case Markdown:
		formatter = &markdown{out: out}
	case HTML:
		formatter = &page{out: out}
	case JSONLines:
		formatter = &jsonLines{out: out, rs: from.Game().Rules}
	default:
		return fmt.Errorf("export: No format named “%s”. Choose: %s.", format, joinTexts(Formats()))
	}
	if evening != 0 {
		formatter = &oneEvening{formatter: formatter, number: evening}
	}
	var err error
	switch audience {
	case GameMaster:
		err = tellGameMaster(from, formatter)
	case Players:
		err = tellPlayers(from, formatter)
	default:
		err = UnknownAudience(audience)
	}
	if err == nil {
		err = out.Flush()
	}
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	return nil
}

// UnknownAudience returns the error that the audience doesn't exist.
func UnknownAudience(audience Audience) error {
	return fmt.Errorf("No one is named “%s”. Choose: %s.", audience, joinTexts(Audiences()))
}

// joinTexts joins the texts in all with commas.
func joinTexts[T ~string](all []T) (text string) {
	for i, value := range all {
		if i > 0 {
			text += ", "
		}
		text += string(value)
	}
	return text
}

// formatter writes an account of play in one format, from top to bottom. Its methods are called in this order; evenings, scenes and entries
// repeat.
type formatter interface {
	writeCampaign(label, notes string, audience Audience)
	writeRecap(m gm.Summary)
	writeStory(list []chapter) // writes the chapters of the retold story; only for players
	writeEvening(e gm.Evening) // writes the heading of an evening
	writeScene(s scene)        // writes the heading of a scene
	writeEntry(t *passage)     // writes an entry; t is only valid during the call
	writeEnd()
}

// eachPart iterates over the parts of a summary that aren't empty, each a heading and a text.
func eachPart(m gm.Summary) iter.Seq2[string, string] {
	return eachSection([]string{"Last time", "Now", "Open"}, m.Text, strings.Join(m.Now, " · "), strings.Join(m.Open, " · "))
}

// eachSection iterates over the non-empty texts, each with its heading.
func eachSection(headings []string, texts ...string) iter.Seq2[string, string] {
	return func(yield func(heading, text string) bool) {
		for i, text := range texts {
			if text != "" && !yield(headings[i], text) {
				return
			}
		}
	}
}

// scene is an encounter, or the time between two encounters, on one evening.
type scene struct {
	Label   string   `json:"label,omitempty"`   // empty between encounters
	Outcome string   `json:"outcome,omitempty"` // outcome in a word or two, as the audience knows it; for the game master with the time of day
	Again   bool     `json:"again,omitempty"`   // whether it continues a scene of the evening before
	Notes   string   `json:"notes,omitempty"`   // game master's notes
	Secrets []string `json:"secrets,omitempty"` // prepared secrets, as sentences
	Threads []string `json:"threads,omitempty"` // open questions of the story
	Goals   []string `json:"goals,omitempty"`   // goals with their results, as sentences
	Turns   []string `json:"turns,omitempty"`   // turning points of the fight, as sentences
	Read    string   `json:"read,omitempty"`    // text to be read aloud
	Cast    []player `json:"cast,omitempty"`
	fight   int64    // number of the entry that began it; 0 between encounters
}

// eachAside iterates over the parts of a scene for the game master alone, each a heading and a text.
func (s *scene) eachAside() iter.Seq2[string, string] {
	return eachSection([]string{"Notes", "Secrets", "Threads", "Goals", "Turning points"}, s.Notes, strings.Join(s.Secrets, " · "), strings.Join(s.Threads, " · "), strings.Join(s.Goals, " · "), strings.Join(s.Turns, " · "))
}

// player is an actor who takes part in an encounter.
type player struct {
	Name   string `json:"name"`             // character's name
	Side   string `json:"side,omitempty"`   // key of its side
	Player string `json:"player,omitempty"` // player's name; empty if it has no player
	Notes  string `json:"notes,omitempty"`  // notes in the character's file
}

// passage is an entry as an audience reads it.
type passage struct {
	Number int64     // number of the entry
	Time   time.Time // time when it was entered; zero for players
	Count  float64   // count of the game
	Timed  bool      // whether it has a count
	When   string    // time of day while no one takes turns, for the game master; empty if the campaign has no calendar
	Text   string    // line of the log
	Line   string    // prompt line; empty for players
	Undone bool      // whether it is undone
	Steps  []step
	Whole  *gm.HistoryEntry // complete entry, for the game master alone
}

// timeText returns the time of the entry: its count, or the time of day, or "" if neither is known.
func (p *passage) timeText() string {
	if p.Timed {
		return command.Number(p.Count)
	}
	return p.When
}

// step is a step of an entry as an audience reads it.
type step struct {
	Label string       `json:"label"`
	Text  string       `json:"text,omitempty"` // result
	Dice  []rules.Die  `json:"dice,omitempty"`
	Terms []rules.Term `json:"terms,omitempty"`
}

// oneEvening passes only one evening on to another formatter.
type oneEvening struct {
	formatter
	number int64 // evening to pass on, by its number
	now    bool  // whether that evening is being written
}

func (o *oneEvening) writeEvening(e gm.Evening) {
	if o.now = e.Number == o.number; o.now {
		o.formatter.writeEvening(e)
	}
}

func (o *oneEvening) writeScene(s scene) {
	if o.now {
		o.formatter.writeScene(s)
	}
}

func (o *oneEvening) writeRecap(m gm.Summary) {
	if m.Evening == o.number {
		o.formatter.writeRecap(m)
	}
}

func (o *oneEvening) writeStory(list []chapter) {
	if list = slices.DeleteFunc(list, func(c chapter) bool { return c.evening != o.number }); len(list) > 0 {
		o.formatter.writeStory(list)
	}
}

func (o *oneEvening) writeEntry(t *passage) {
	if o.now {
		o.formatter.writeEntry(t)
	}
}

// heading tracks the evening and the scene of each entry, and calls a formatter when one begins.
type heading struct {
	formatter formatter
	evenings  map[int64]gm.Evening // all evenings, by number
	evening   int64                // number of the current evening; 0 before the first
	scene     scene                // current scene
	shown     bool                 // whether the heading of the scene has been written
}

func newHeading(evenings []gm.Evening, formatter formatter) *heading {
	h := &heading{formatter: formatter, evenings: map[int64]gm.Evening{}}
	for _, e := range evenings {
		h.evenings[e.Number] = e
	}
	return h
}

// beginScene begins a scene; its heading is written with its first entry.
func (h *heading) beginScene(s scene) { h.scene, h.shown = s, false }

// entry writes an entry, after the headings that are pending.
func (h *heading) entry(evening int64, t *passage) {
	if evening != h.evening {
		if h.evening != 0 && h.shown {
			h.scene, h.shown = scene{Label: h.scene.Label, Again: h.scene.Label != "", fight: h.scene.fight}, false
		}
		h.evening = evening
		h.formatter.writeEvening(h.evenings[evening])
	}
	if !h.shown {
		h.formatter.writeScene(h.scene)
		h.shown = true
	}
	h.formatter.writeEntry(t)
}
