package export

import (
	"strings"

	"hybrid/gm"
	"hybrid/gm/players"
	"hybrid/gm/story"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// The players' story: chapters, one for each scene, which are written before the log. Since the story is complete only at the end, the
// log is held back until then. audience.go supplies the facts, and the formatters of markdown.go, page.go and jsonl.go write the
// chapters. An evening is a session of play, a scene is an encounter.

// chapter is a scene retold: the text read aloud, the cast, the events, and the party's state at the end.
type chapter struct {
	Label         string          `json:"label"`              // heading of the scene
	Read          string          `json:"read,omitempty"`     // text read aloud
	Cast          []castMember    `json:"cast,omitempty"`     // combatants that the players know
	Paragraphs    []string        `json:"paragraphs"`         // events, in paragraphs of sentences
	Standing      string          `json:"standing,omitempty"` // party's state at the end, in sentences; empty if it isn't known
	TurningPoints []string        `json:"turns,omitempty"`    // turning points of the fight that the players may read, a sentence for each
	evening       int64           // number of the evening
	passages      []story.Passage // facts of the scene's entries, from which Paragraphs are written
	end           story.Aftermath // party's state at the end, from which Standing is written
	beginEntry    int64           // number of the entry that began the scene; 0 between encounters
}

// retelling is a formatter that holds back everything after the campaign's title. At the end, it passes a recap and the chapters to another
// formatter, and then the parts held back.
type retelling struct {
	formatter
	rs       *rules.Ruleset   // rules of the game
	teller   *story.Retelling // writer of the chapters' paragraphs
	chapters []chapter        // chapters so far
	account  []func()         // functions that write the parts held back, in order
	evening  int64            // number of the current evening
	summary  gm.Summary       // recap and current situation, which are written first
	scenes   []*scene         // scene of each chapter; the outcome is set when the scene ends, before account writes the scene's heading
}

// writeEvening holds back the heading of an evening.
func (r *retelling) writeEvening(e gm.Evening) {
	r.evening = e.Number
	r.account = append(r.account, func() { r.formatter.writeEvening(e) })
}

// writeScene begins a chapter, and holds back the heading of the scene. The heading lacks the text read aloud, which is in
// the chapter.
func (r *retelling) writeScene(s scene) {
	r.chapters = append(r.chapters, chapter{Label: s.headingText(), Read: s.Read, Cast: s.Cast, evening: r.evening, beginEntry: s.beginEntry})
	s.Read = ""
	r.scenes = append(r.scenes, &s)
	r.account = append(r.account, func() { r.formatter.writeScene(s) })
}

// writeEntry holds back an entry.
func (r *retelling) writeEntry(t *passage) {
	r.account = append(r.account, func() { r.formatter.writeEntry(t) })
}

// addToChapter adds the facts of an entry to the current chapter, if there is one.
func (r *retelling) addToChapter(p story.Passage) {
	if last := len(r.chapters) - 1; last >= 0 {
		r.chapters[last].passages = append(r.chapters[last].passages, p)
	}
}

// noteSceneEnd stores the outcome of the current scene and the party's state after it, as the players know them. before and after are the
// states before and after the entry that ends the scene or, unless over is set, a fight in it.
func (r *retelling) noteSceneEnd(log *players.Log, before, after *rules.State, over bool) {
	if last := len(r.chapters) - 1; last >= 0 {
		c, s := &r.chapters[last], r.scenes[last]
		if s.Outcome, s.Goals = log.Ending(before); !over {
			s.Outcome, s.Goals = gm.FightOutcomeText(s.Outcome), nil
		}
		c.end, c.Label = log.Aftermath(after), s.headingText()
	}
}

// noteFight removes the outcome of an earlier fight in the current scene when another one begins.
func (r *retelling) noteFight() {
	if last := len(r.chapters) - 1; last >= 0 {
		r.scenes[last].Outcome = ""
		r.chapters[last].Label = r.scenes[last].headingText()
	}
}

// addTurningPoints adds the turning points of a fight to its chapters, of which it has one for each evening. fight is the number of the
// entry that began the fight.
func (r *retelling) addTurningPoints(fight int64, turns []players.TurningPoint) {
	for i := range r.chapters {
		c := &r.chapters[i]
		for _, t := range turns {
			if c.beginEntry == fight && c.evening == t.Evening {
				c.TurningPoints = append(c.TurningPoints, t.Text)
			}
		}
	}
}

// writeEnd writes the recap and the story, if there are any, and then the parts that were held back.
func (r *retelling) writeEnd() {
	for i := range r.chapters {
		c := &r.chapters[i]
		if c.Paragraphs = r.teller.Paragraphs(c.passages); len(c.end.Standing.Facts) > 0 {
			c.Standing = story.Closing(r.rs, c.passages[min(1, len(c.passages)):], c.end)
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

// castText describes the cast of a chapter in one line.
func (c *chapter) castText() string {
	return strings.Join(collect.Map(c.Cast, func(p castMember) string { return p.describeLine() }), ", ")
}
