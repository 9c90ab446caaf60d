// The account of play as chapters, one for each scene, placed before the log. export.go fills them, and the formatters of markdown.go,
// page.go and jsonl.go write them.

package export

import (
	"strings"

	"hybrid/gm"
	"hybrid/gm/players"
	"hybrid/gm/story"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// chapter is a scene retold: the text read aloud, the cast, the events, and the party's state at the end.
type chapter struct {
	Label      string          `json:"label"`              // heading of the scene
	Read       string          `json:"read,omitempty"`     // text read aloud
	Cast       []player        `json:"cast,omitempty"`     // combatants that the players know
	Paragraphs []string        `json:"paragraphs"`         // events
	Standing   string          `json:"standing,omitempty"` // party's state at the end
	Turns      []string        `json:"turns,omitempty"`    // sentences about its turning points that were told
	evening    int64           // number of the evening
	passages   []story.Passage // facts of its entries
	end        story.Aftermath // party's state, from which Standing is written
	fight      int64           // number of the entry that began it; 0 between encounters
}

// retelling is a formatter that collects the sentences of an account by scene, and writes them before the account by another formatter.
type retelling struct {
	formatter
	rs       *rules.Ruleset
	teller   *story.Retelling
	chapters []chapter
	account  []func()   // functions that write the parts after the chapters
	now      int64      // number of the current evening
	summary  gm.Summary // written before the chapters
	scenes   []*scene   // scene of each chapter
}

// writeEvening holds back the evening for the account after the chapters.
func (r *retelling) writeEvening(e gm.Evening) {
	r.now = e.Number
	r.account = append(r.account, func() { r.formatter.writeEvening(e) })
}

// writeScene begins a chapter. The text read aloud moves from the account to the chapter.
func (r *retelling) writeScene(s scene) {
	r.chapters = append(r.chapters, chapter{Label: s.headingText(), Read: s.Read, Cast: s.Cast, evening: r.now, fight: s.fight})
	s.Read = ""
	r.scenes = append(r.scenes, &s)
	r.account = append(r.account, func() { r.formatter.writeScene(s) })
}

// writeEntry holds back an entry for the account after the chapters.
func (r *retelling) writeEntry(t *passage) {
	r.account = append(r.account, func() { r.formatter.writeEntry(t) })
}

// addToChapter adds the text of an entry to the current chapter.
func (r *retelling) addToChapter(p story.Passage) {
	if last := len(r.chapters) - 1; last >= 0 {
		r.chapters[last].passages = append(r.chapters[last].passages, p)
	}
}

// noteSceneEnd records the outcome of the scene that ends, and the party's state after it.
func (r *retelling) noteSceneEnd(log *players.Log, before, after *rules.State) {
	if last := len(r.chapters) - 1; last >= 0 {
		c, s := &r.chapters[last], r.scenes[last]
		s.Outcome, s.Goals = log.Ending(before)
		c.end, c.Label = log.Aftermath(after), s.headingText()
	}
}

// turningPoints adds the turning points of a fight to its chapters; fight is the number of the entry that began it.
func (r *retelling) turningPoints(fight int64, turns []players.TurningPoint) {
	for i := range r.chapters {
		c := &r.chapters[i]
		for _, t := range turns {
			if c.fight == fight && c.evening == t.Evening {
				c.Turns = append(c.Turns, t.Text)
			}
		}
	}
}

// writeEnd writes the story, if there is any, and then the account that was held back.
func (r *retelling) writeEnd() {
	for i := range r.chapters {
		c := &r.chapters[i]
		if c.Paragraphs = r.teller.Paragraphs(c.passages); len(c.end.Standing.Facts) > 0 {
			c.Standing = story.Recap(r.rs, c.passages[min(1, len(c.passages)):], c.end)
		}
	}
	if r.summary.Text != "" {
		r.formatter.writeRecap(r.summary)
	}
	list := make([]chapter, 0, len(r.chapters))
	list = append(list, collect.Filter(r.chapters, func(c chapter) bool { return len(c.Paragraphs) > 0 || c.Read != "" })...)
	if len(list) > 0 {
		r.formatter.writeStory(list)
	}
	for _, write := range r.account {
		write()
	}
	r.formatter.writeEnd()
}

// castText names the cast in one line.
func (c *chapter) castText() string {
	return strings.Join(collect.Map(c.Cast, func(p player) string { return p.describeLine() }), ", ")
}
