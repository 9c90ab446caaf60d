package export

import (
	"bufio"
	"encoding/json"
	"time"

	"hybrid/gm"
	"hybrid/gm/story"
	"hybrid/rules"
)

// The export as JSON Lines, for programs.

// jsonLines writes an account as JSON Lines: objects whose kind is campaign, recap, story, evening, encounter or entry, in chronological
// order; a story retells a scene. An entry belongs to the evening and the encounter before it.
type jsonLines struct {
	out     *bufio.Writer
	rs      *rules.Ruleset
	isForGM bool // whether it is for the game master
}

// writeLine writes value as one line of JSON.
func (l *jsonLines) writeLine(value any) {
	data, err := json.Marshal(value)
	if err != nil {
		panic(err) // values read from JSON, or made of texts and numbers, can always be encoded
	}
	l.out.Write(data) // a bufio.Writer keeps an error until Flush
	l.out.WriteByte('\n')
}

// writeCampaign writes the line of the campaign, always the first. It remembers audience, which decides whether entries are
// written in full.
func (l *jsonLines) writeCampaign(label, notes string, audience Audience) {
	l.isForGM = audience == GameMaster
	l.writeLine(struct {
		Kind     string   `json:"kind"`
		Label    string   `json:"label"`
		Notes    string   `json:"notes,omitempty"`
		Audience Audience `json:"audience"`
	}{"campaign", label, notes, audience})
}

func (l *jsonLines) writeRecap(m gm.Summary) {
	l.writeLine(struct {
		Kind string `json:"kind"`
		gm.Summary
	}{"recap", m})
}

func (l *jsonLines) writeStory(list []chapter) {
	for _, c := range list {
		l.writeLine(struct {
			Kind string `json:"kind"`
			chapter
		}{"story", c})
	}
}

func (l *jsonLines) writeEvening(e gm.Evening) {
	l.writeLine(struct {
		Kind   string `json:"kind"`
		Number int64  `json:"number"`
		Day    string `json:"day"`
		Note   string `json:"note,omitempty"`
	}{"evening", e.Number, e.Day(), e.Note})
}

func (l *jsonLines) writeScene(s scene) {
	l.writeLine(struct {
		Kind string `json:"kind"`
		scene
	}{"encounter", s})
}

// entryLine is an entry as a line.
type entryLine struct {
	Kind     string            `json:"kind"`
	Number   int64             `json:"number"`
	At       time.Time         `json:"at,omitzero"`
	Count    *float64          `json:"count,omitempty"`
	Text     string            `json:"text"`           // line of the log
	Said     string            `json:"said,omitempty"` // entry in sentences
	Undone   bool              `json:"undone,omitempty"`
	Line     string            `json:"line,omitempty"`
	Title    string            `json:"title,omitempty"`
	Who      string            `json:"who,omitempty"`
	Whom     string            `json:"whom,omitempty"`
	Reason   string            `json:"reason,omitempty"`
	Answers  map[string]string `json:"answers,omitempty"`
	Dice     []rules.Die       `json:"dice,omitempty"`
	Outcomes []rules.Outcome   `json:"outcomes,omitempty"`
	Events   []rules.Event     `json:"events,omitempty"`
	Steps    []step            `json:"steps,omitempty"` // steps that players may read; nil for the game master
}

// writeEntry writes an entry: for the game master with dice, outcomes and events, for a player the text and the steps they know.
func (l *jsonLines) writeEntry(p *passage) {
	e := entryLine{Kind: "entry", Number: p.Number, Text: p.Text}
	if p.Timed {
		e.Count = &p.Count
	}
	if !l.isForGM {
		e.Said, e.Steps = p.Text, p.Steps
		l.writeLine(e)
		return
	}
	whole := p.Whole
	if e.Said = whole.Sentences; e.Said == "" {
		e.Said = story.Recount(l.rs, whole.Story(), nil).Text()
	}
	e.At, e.Undone, e.Line, e.Title, e.Who, e.Whom, e.Reason = p.Time, p.Undone, p.Line, whole.Title, whole.Who, whole.Whom, whole.Reason
	e.Answers, e.Dice, e.Outcomes, e.Events = whole.Answers, whole.Dice, whole.Outcomes, whole.Events
	l.writeLine(e)
}

func (l *jsonLines) writeEnd() {} // there is nothing to close
