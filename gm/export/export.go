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

// Exports: formats, audiences and the formatter that each format implements. An evening is a session of play, a scene is an encounter.
// An account is the text of an export, from the campaign's title to the last entry.

// Format is a file format for exports.
type Format string

// The formats of an export.
const (
	Markdown  Format = "markdown" // text with Markdown headings and lists
	HTML      Format = "html"     // one page without other files
	JSONLines Format = "jsonl"    // one JSON object per line
)

// Formats lists all formats.
func Formats() []Format { return []Format{Markdown, HTML, JSONLines} }

// Audience is a group of readers of an export.
type Audience string

// The audiences of an export. The game master's version has everything: undone entries, notes, reasons, each step with its terms. The
// players' version has only facts that their characters may know.
const (
	GameMaster Audience = "gm"      // the game master
	Players    Audience = "players" // all players
)

// Audiences lists all audiences.
func Audiences() []Audience { return []Audience{GameMaster, Players} }

// Source provides the session to export; see the methods of *gm.Session.
type Source interface {
	// Game returns the current game.
	Game() *command.Game
	// Evenings lists the evenings of the session.
	Evenings() []gm.Evening
	// History iterates over the entries, including undone ones.
	History() iter.Seq2[*gm.HistoryEntry, error]
	// Summary returns the summary of the last evening.
	Summary() gm.Summary
	// Scenes lists the scenes that were played.
	Scenes() []gm.Scene
	// Ending describes the outcome of a scene.
	Ending(scene gm.Scene) string
	// Goals describes the goals of a scene with their results.
	Goals(scene gm.Scene) []string
	// TurningPoints returns the turning points of the fight that entry number first began.
	TurningPoints(first int64) []gm.TurningPoint
	// TurningPointTexts describes these turning points to the game master.
	TurningPointTexts(first int64) []string
}

// Write writes the entries of the evening with the given number, or all entries if it is 0. The players' version has what all players
// could read (see package players): every text that was shown to everyone present. It has no notes, reasons or secrets, no undone
// entries, and no numbers of actors other than the players' own.
func Write(w io.Writer, from Source, format Format, audience Audience, evening int64) error {
	out := bufio.NewWriterSize(w, 64<<10)
	var target formatter
	switch format {
	case Markdown:
		target = &markdown{out: out}
	case HTML:
		target = &page{out: out}
	case JSONLines:
		target = &jsonLines{out: out, rs: from.Game().Rules}
	default:
		return fmt.Errorf("export: No format named “%s”. Choose: %s.", format, joinTexts(Formats()))
	}
	if evening != 0 {
		target = &oneEvening{formatter: target, number: evening}
	}
	var err error
	switch audience {
	case GameMaster:
		err = exportForGameMaster(from, target)
	case Players:
		err = exportForPlayers(from, target)
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

// UnknownAudience returns the error for an audience that doesn't exist.
func UnknownAudience(audience Audience) error {
	return fmt.Errorf("No one is named “%s”. Choose: %s.", audience, joinTexts(Audiences()))
}

// joinTexts joins the strings in all with commas.
func joinTexts[T ~string](all []T) (text string) {
	for i, value := range all {
		if i > 0 {
			text += ", "
		}
		text += string(value)
	}
	return text
}

// formatter writes an account of play in one format, from top to bottom. Its methods are called in the order of their declaration; those
// for evenings, scenes and entries are called repeatedly.
type formatter interface {
	writeCampaign(label, notes string, audience Audience) // writes the beginning: the campaign's title and notes
	writeRecap(m gm.Summary)                              // writes the recap of the last evening, and the current situation
	writeStory(list []chapter)                            // writes the chapters of the retold story; only for players
	writeEvening(e gm.Evening)                            // writes the heading of an evening
	writeScene(s scene)                                   // writes the heading of a scene
	writeEntry(t *passage)                                // writes an entry; t is only valid during the call
	writeEnd()                                            // writes the end
}

// eachPart iterates over the parts of a summary that aren't empty, each a heading and a text.
func eachPart(m gm.Summary) iter.Seq2[string, string] {
	return eachSection([]string{"Summary", "Now", "Open"}, m.Text, strings.Join(m.Now, " · "), strings.Join(m.Open, " · "))
}

// eachSection iterates over the texts that aren't empty, each with the heading of the same index.
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
	Label         string       `json:"label,omitempty"`   // empty between encounters
	Outcome       string       `json:"outcome,omitempty"` // outcome in a word or two, as the audience knows it; for the game master with the time of day
	IsContinued   bool         `json:"again,omitempty"`   // whether it continues a scene of the previous evening
	Notes         string       `json:"notes,omitempty"`   // game master's notes
	Secrets       []string     `json:"secrets,omitempty"` // prepared secrets, as sentences
	Threads       []string     `json:"threads,omitempty"` // open questions of the story
	Goals         []string     `json:"goals,omitempty"`   // goals with their results, as sentences
	TurningPoints []string     `json:"turns,omitempty"`   // turning points of the fight, as sentences
	Read          string       `json:"read,omitempty"`    // text to be read aloud
	Cast          []castMember `json:"cast,omitempty"`    // actors who take part when it begins
	beginEntry    int64        // number of the entry that began it; 0 between encounters
}

// eachAside iterates over the parts of a scene for the game master alone, each a heading and a text.
func (s *scene) eachAside() iter.Seq2[string, string] {
	return eachSection([]string{"Notes", "Secrets", "Threads", "Goals", "Turning points"}, s.Notes, strings.Join(s.Secrets, " · "), strings.Join(s.Threads, " · "), strings.Join(s.Goals, " · "), strings.Join(s.TurningPoints, " · "))
}

// castMember is an actor who takes part in an encounter, with or without a player.
type castMember struct {
	Name   string `json:"name"`             // character's name
	Side   string `json:"side,omitempty"`   // key of its side
	Player string `json:"player,omitempty"` // player's name; empty if it has no player
	Notes  string `json:"notes,omitempty"`  // notes in the character's file
}

// passage is an entry as an audience reads it.
type passage struct {
	Number   int64            // number of the entry
	Time     time.Time        // time at which the entry was entered; zero in an export for players
	Count    float64          // game time in counts; meaningful only if HasCount is set
	HasCount bool             // whether it has a count; false while no one takes turns
	When     string           // time of day while no one takes turns, for the game master; empty if the campaign has no calendar
	Text     string           // line of the log
	Line     string           // prompt line; empty for players
	Undone   bool             // whether it is undone
	Steps    []step           // steps, such as rolls, that the audience may read
	Entry    *gm.HistoryEntry // complete entry; nil for players
}

// timeText returns the time of the entry: its count, or the time of day, or "" if neither is known.
func (p *passage) timeText() string {
	if p.HasCount {
		return command.Number(p.Count)
	}
	return p.When
}

// step is a step of an entry as an audience reads it.
type step struct {
	Label string       `json:"label"`           // name of the step, preceded by its actor's for the game master
	Text  string       `json:"text,omitempty"`  // result
	Dice  []rules.Die  `json:"dice,omitempty"`  // dice rolled for it
	Terms []rules.Term `json:"terms,omitempty"` // terms of its number or chance; nil for players
}

// oneEvening is a formatter that passes on only the parts about one evening, the wanted one, to another formatter.
type oneEvening struct {
	formatter
	number    int64 // position of the wanted evening, from 1
	isCurrent bool  // whether the parts received now belong to the wanted evening
}

// writeEvening passes on the heading if e is the wanted evening. It also stores whether the parts that follow belong to that
// evening.
func (o *oneEvening) writeEvening(e gm.Evening) {
	if o.isCurrent = e.Number == o.number; o.isCurrent {
		o.formatter.writeEvening(e)
	}
}

// writeScene passes on the heading of a scene during the wanted evening.
func (o *oneEvening) writeScene(s scene) {
	if o.isCurrent {
		o.formatter.writeScene(s)
	}
}

// writeRecap passes on the recap if it is about the wanted evening.
func (o *oneEvening) writeRecap(m gm.Summary) {
	if m.Evening == o.number {
		o.formatter.writeRecap(m)
	}
}

// writeStory passes on the chapters of the wanted evening, if there are any.
func (o *oneEvening) writeStory(list []chapter) {
	if list = slices.DeleteFunc(list, func(c chapter) bool { return c.evening != o.number }); len(list) > 0 {
		o.formatter.writeStory(list)
	}
}

// writeEntry passes on an entry during the wanted evening.
func (o *oneEvening) writeEntry(t *passage) {
	if o.isCurrent {
		o.formatter.writeEntry(t)
	}
}

// headingWriter writes entries together with the headings of their evenings and scenes, each before its first entry.
type headingWriter struct {
	formatter      formatter            // formatter to which everything is passed
	evenings       map[int64]gm.Evening // all evenings, by number
	evening        int64                // number of the current evening; 0 before the first
	scene          scene                // current scene
	isSceneWritten bool                 // whether the heading of the scene has been written
}

// newHeadingWriter returns a headingWriter that passes the given evenings and their entries to formatter.
func newHeadingWriter(evenings []gm.Evening, formatter formatter) *headingWriter {
	h := &headingWriter{formatter: formatter, evenings: map[int64]gm.Evening{}}
	for _, e := range evenings {
		h.evenings[e.Number] = e
	}
	return h
}

// beginScene begins a scene; its heading is written with its first entry.
func (h *headingWriter) beginScene(s scene) { h.scene, h.isSceneWritten = s, false }

// writeEntry writes an entry of the evening with the given number, after the headings that aren't written yet. A scene that continues on
// another evening gets a second heading.
func (h *headingWriter) writeEntry(evening int64, t *passage) {
	if evening != h.evening {
		if h.evening != 0 && h.isSceneWritten { // the scene continues
			h.scene, h.isSceneWritten = scene{Label: h.scene.Label, IsContinued: h.scene.Label != "", beginEntry: h.scene.beginEntry}, false
		}
		h.evening = evening
		h.formatter.writeEvening(h.evenings[evening])
	}
	if !h.isSceneWritten {
		h.formatter.writeScene(h.scene)
		h.isSceneWritten = true
	}
	h.formatter.writeEntry(t)
}
