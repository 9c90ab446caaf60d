package simulate

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"hybrid/gm"
	"hybrid/gm/gmtest"
	"hybrid/gm/story"
	"hybrid/rules"
)

// TestSentencesVary: in the log of a fight and in its retelling the two commonest sentences tell at most a fifth of the blows, or four of
// them. What comes to nothing again and again counts once.
func TestSentencesVary(t *testing.T) {
	gmtest.SkipIfShort(t)
	for _, row := range [][2]string{
		{"saltmarket", "rooftops"}, {"saltmarket", "warehouse"}, {"saltmarket", "mole"}, {"cold_lantern", "choir"}, {"cold_lantern", "lock_four"},
		{"catacombs", "proving_ground"}, {"catacombs", "old_fool"}, {"heresiarch", "first"}, {"heresiarch", "prowlers"}, {"two_tribes", "raid"},
	} {
		s, _, err := gm.Open(gmtest.Campaign(t, row[0], nil), gm.Options{Dice: rules.NewSeededDice([32]byte{48}), Clock: gmtest.Clock()})
		if err != nil {
			t.Fatal(err)
		}
		gmtest.Do(t, s, "begin "+row[1])
		if !s.Rules().Order.InRounds() {
			gmtest.Do(t, s, "initiative")
		}
		for range 220 {
			if s.State().Running {
				tableStep(t, s)
			}
		}
		log, retelling := fightShapes(t, s)
		for what, shapes := range map[string]map[string]int{"log": log, "retelling": retelling} {
			commonest := slices.SortedFunc(maps.Keys(shapes), func(a, b string) int { return shapes[b] - shapes[a] })
			all, two := 0, 0
			for i, shape := range commonest {
				if all += shapes[shape]; i < 2 {
					two += shapes[shape]
				}
			}
			if all < 8 {
				t.Errorf("%s, %s: only %d blows", row[1], what, all)
			} else if two > max(4, all/5) {
				t.Errorf("%s, %s: %d of %d blows are told by “%s” or “%s”", row[1], what, two, all, commonest[0], commonest[1])
			}
		}
	}
}

// fightShapes counts the first sentences of blows of a fight, in its log and in its retelling, without names, tools and places.
func fightShapes(t *testing.T, s *gm.Session) (log, retelling map[string]int) {
	t.Helper()
	rs := s.Rules()
	log, retelling = map[string]int{}, map[string]int{}
	var list []story.Passage
	var ways story.Phrasings
	vain := ""
	for e, err := range s.History() {
		if err != nil {
			t.Fatal(err)
		}
		entry := e.Story()
		p := story.Collect(rs, entry, story.GMVeil{Rules: rs, Entry: entry})
		account := story.Recount(rs, entry, ways)
		ways = append(ways, account.Phrasings...)
		list = append(list, p)
		if !isBlow(&p) || len(account.Spans) == 0 {
			continue
		}
		now := ""
		if p.Weight() == story.Light {
			now = e.Who + " " + e.Whom
		}
		if now == "" || now != vain {
			log[shapeOf(rs, account.Spans, &p)]++
		}
		vain = now
	}
	ways = nil
	for i, p := range story.Digest(rs, list) {
		p.Number, p.LatestPhrasings = int64(i+1), ways
		spans := story.Spans(rs, &p)
		if ways = p.LatestPhrasings; isBlow(&p) && len(spans) > 0 {
			retelling[shapeOf(rs, spans, &p)]++
		}
	}
	return log, retelling
}

// isBlow reports whether a passage tells what one does to another, once or several times.
func isBlow(p *story.Passage) bool {
	return slices.ContainsFunc(p.Facts, func(f story.Fact) bool {
		return f.Kind == story.Vain || (f.Kind == story.Deed || f.Kind == story.Series) && f.Other > 0 && f.Other != f.Who
	})
}

// shapeOf returns the first sentence of spans without what differs from blow to blow: names, pronouns, tools and places.
func shapeOf(rs *rules.Ruleset, spans []story.Span, p *story.Passage) string {
	text := ""
	for _, span := range spans {
		switch {
		case span.Who > 0:
			text += "NAME"
		case !span.InMargin:
			text += span.Text
		}
	}
	first, _, _ := strings.Cut(strings.TrimSuffix(text, "."), ". ")
	for _, f := range p.Facts {
		if f.Row != "" {
			first = strings.NewReplacer(strings.TrimSpace(f.Side+" "+f.Row), "PLACE", f.Row, "PLACE").Replace(first)
		}
		if item, ok := rs.Items.Get(f.Tool); ok {
			first = strings.ReplaceAll(first, rs.MidSentence(item.Label), "TOOL")
		}
	}
	return strings.NewReplacer("him", "NAME", "her ", "NAME ", "them", "NAME", "his ", "OWN ", "their ", "OWN ", "its ", "OWN ").Replace(first)
}
