package export

import (
	"bufio"
	"encoding/json"
	"time"

	"hybrid/gm"
	"hybrid/gm/story"
	"hybrid/rules"
)

// The export as JSON Lines, for programs. An evening is a session of play, a scene is an encounter.

// jsonLines is the formatter for JSON Lines: objects whose kind is campaign, recap, story, evening, encounter or entry, in chronological
// order; an object of kind story retells a scene. An entry belongs to the evening and the encounter before it.
type jsonLines struct {
	out     *bufio.Writer  // destination; it keeps its first error until Flush
	rs      *rules.Ruleset // rules of the game
	isForGM bool           // whether the export is for the game master, so that entries are complete
}

// writeLine writes value as one line of JSON.
func (l *jsonLines) writeLine(value any) {
	data, err := json.Marshal(value)
	if err != nil {
		panic(err) // impossible, since value only contains texts, numbers and values that were read from JSON
	}
	l.out.Write(data)
	l.out.WriteByte('\n')
}

// writeCampaign writes the line of the campaign, which is always the first. It stores audience, which decides whether entries are
// complete.
func (l *jsonLines) writeCampaign(label, notes string, audience Audience) {
	l.isForGM = audience == GameMaster
	l.writeLine(struct {
		Kind     string   `json:"kind"`
		Label    string   `json:"label"`
		Notes    string   `json:"notes,omitempty"`
		Audience Audience `json:"audience"`
	}{"campaign", label, notes, audience})
}

// writeRecap writes the line of the recap of the last evening, and of the current situation.
func (l *jsonLines) writeRecap(m gm.Summary) {
	l.writeLine(struct {
		Kind string `json:"kind"`
		gm.Summary
	}{"recap", m})
}

// writeStory writes a line for each chapter.
func (l *jsonLines) writeStory(list []chapter) {
	for _, c := range list {
		l.writeLine(struct {
			Kind string `json:"kind"`
			chapter
		}{"story", c})
	}
}

// writeEvening writes the line of an evening.
func (l *jsonLines) writeEvening(e gm.Evening) {
	l.writeLine(struct {
		Kind   string `json:"kind"`
		Number int64  `json:"number"`
		Day    string `json:"day"`
		Note   string `json:"note,omitempty"`
	}{"evening", e.Number, e.Day(), e.Note})
}

// writeScene writes the line of a scene, or of the time between two scenes.
func (l *jsonLines) writeScene(s scene) {
	l.writeLine(struct {
		Kind string `json:"kind"`
		scene
	}{"encounter", s})
}

// entryLine is the line of an entry. For players it has only Kind, Number, Count, Text, Said and Steps.
type entryLine struct {
	Kind     string            `json:"kind"`               // always entry
	Number   int64             `json:"number"`             // number of the entry; for players, among the passages that they could read
	At       time.Time         `json:"at,omitzero"`        // time when it was entered
	Count    *float64          `json:"count,omitempty"`    // count of the game; nil while no one takes turns
	Text     string            `json:"text"`               // line of the log
	Said     string            `json:"said,omitempty"`     // entry in sentences
	Undone   bool              `json:"undone,omitempty"`   // whether it is undone
	Line     string            `json:"line,omitempty"`     // prompt line
	Title    string            `json:"title,omitempty"`    // short description of the command
	Who      string            `json:"who,omitempty"`      // key of the acting actor; empty for none
	Whom     string            `json:"whom,omitempty"`     // key of its target; empty for none
	Reason   string            `json:"reason,omitempty"`   // reason that the game master gave
	Answers  map[string]string `json:"answers,omitempty"`  // answers to questions, by key of the question
	Dice     []rules.Die       `json:"dice,omitempty"`     // dice, in the order in which they were rolled
	Outcomes []rules.Outcome   `json:"outcomes,omitempty"` // results of its steps
	Events   []rules.Event     `json:"events,omitempty"`   // changes that it made
	Steps    []step            `json:"steps,omitempty"`    // steps that players may read; nil for the game master
}

// writeEntry writes the line of an entry: with dice, outcomes and events for the game master, and with only the text and the known
// steps for players.
func (l *jsonLines) writeEntry(p *passage) {
	e := entryLine{Kind: "entry", Number: p.Number, Text: p.Text}
	if p.HasCount {
		e.Count = &p.Count
	}
	if !l.isForGM {
		e.Said, e.Steps = p.Text, p.Steps
		l.writeLine(e)
		return
	}
	whole := p.Entry
	if e.Said = whole.Sentences; e.Said == "" {
		e.Said = story.Recount(l.rs, whole.Story(), nil).Text()
	}
	e.At, e.Undone, e.Line, e.Title, e.Who, e.Whom, e.Reason = p.Time, p.Undone, p.Line, whole.Title, whole.Who, whole.Whom, whole.Reason
	e.Answers, e.Dice, e.Outcomes, e.Events = whole.Answers, whole.Dice, whole.Outcomes, whole.Events
	l.writeLine(e)
}

// writeEnd does nothing, since JSON Lines needs no end.
func (l *jsonLines) writeEnd() {}
