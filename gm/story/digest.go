package story

import (
	"cmp"
	"slices"
	"strings"

	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/phrase"
)

// Shortens passages for a retelling: unimportant facts are omitted, and repeated failures become one sentence.

// Limits of merging passages.
const (
	maxGap      = 12 // maximum number of passages between two that are merged
	fewestInRow = 4  // minimum number of different failed deeds in a row, after the first, that are merged
)

// Digest returns passages as they are retold: without unimportant facts, and with several failed attempts of one person on another, if
// nothing else happens to the two meanwhile, as one passage in the place of the last attempt.
func Digest(rs *rules.Ruleset, list []Passage) (digest []Passage) {
	type run struct {
		places []int // indexes in the digest
		first  failedAction
	}
	var open []*run
	headings := map[string]string{} // destinations of the people who move, by key
	for i := range list {
		p := list[i].withoutWeightless()
		if len(p.Facts) == 0 || p.Weight() == Weightless {
			continue
		}
		if who, to, moves := p.headingOf(rs); moves {
			before, known := headings[who]
			headings[who] = cmp.Or(to, before)
			if known && headings[who] == before { // rolls along the way are for the log only
				continue
			}
		}
		now, isVain := p.failedDeed()
		open = slices.DeleteFunc(open, func(r *run) bool {
			return p.Weight() == Peak || len(digest)-r.places[len(r.places)-1] > maxGap || r.first != now && p.concernsDeed(&r.first)
		})
		at := slices.IndexFunc(open, func(r *run) bool { return isVain && r.first == now })
		switch {
		case at >= 0:
			open[at].places = append(open[at].places, len(digest))
		case isVain:
			open = append(open, &run{[]int{len(digest)}, now})
		}
		digest = append(digest, p)
		if at >= 0 {
			one := open[at]
			last := &digest[len(digest)-1]
			for _, place := range one.places[:len(one.places)-1] {
				digest[place].Facts = nil
			}
			*last = last.asSeries(len(one.places))
		}
	}
	return mergeFailedDeeds(slices.DeleteFunc(digest, func(p Passage) bool { return len(p.Facts) == 0 }))
}

// mergeFailedDeeds merges all but the first of many failed deeds in a row into one passage.
func mergeFailedDeeds(list []Passage) (digest []Passage) {
	for i := 0; i < len(list); {
		first, ok := list[i].failedDeed()
		j := i + 1
		for ok && j < len(list) {
			if next, vain := list[j].failedDeed(); !vain || next.of != first.of {
				break
			}
			j++
		}
		if digest = append(digest, list[i]); j-i >= fewestInRow {
			digest = append(digest, Passage{People: list[i].People[:1], Facts: []Fact{{Kind: Vain, Of: first.of, Number: float64(j - i - 1), Weight: Light}}})
		} else {
			digest = append(digest, list[i+1:j]...)
		}
		i = j
	}
	return digest
}

// withoutWeightless returns a passage without its weightless facts.
func (p *Passage) withoutWeightless() Passage {
	q := *p
	q.Facts, q.origins = nil, nil
	for _, f := range p.Facts {
		if f.Weight > Weightless {
			q.Facts = append(q.Facts, f)
		}
	}
	return q
}

// headingOf returns the key of the person who starts to move, and the destination, if a passage tells only that.
func (p *Passage) headingOf(rs *rules.Ruleset) (who, to string, ok bool) {
	for i := range p.Facts {
		f := &p.Facts[i]
		if x, known := rs.Activities.Get(f.Of); f.Kind == Activity && known && x.Pace.Text != "" {
			who, to, ok = p.Key(f.Who), cmp.Or(p.Key(f.Other), f.Text), true
		} else if f.Kind != Step {
			return "", "", false
		}
	}
	return who, to, ok
}

// failedAction is a deed that missed or was averted.
type failedAction struct {
	who, whom string // keys
	of, tool  string
	missed    bool // whether the actor missed; otherwise the target averted it
}

// failedDeed returns the deed of the passage if that is its only deed and it failed; ok is false otherwise.
func (p *Passage) failedDeed() (v failedAction, ok bool) {
	deeds, hits, harms := 0, false, false
	for i := range p.Facts {
		f := &p.Facts[i]
		switch {
		case f.Weight > Light || f.State:
			return v, false
		case f.Kind == Deed || f.Kind == Series:
			v.who, v.whom, v.of, v.tool = p.Key(f.Who), p.Key(f.Other), f.Of, f.Tool
			deeds++
		case f.Kind == Step && f.Degree == "":
			harms = true // at least it might
		case f.Kind == Step && deeds == 1:
			own, answer := p.Key(collect.Choose(f.Theirs, f.Other, f.Who)) == v.who, strings.Count(f.In, actionPath) > 1
			switch {
			case own && !answer:
				v.missed, hits = !f.Made, f.Made
			case !own && answer && f.Made:
				hits = false
			}
		case f.Kind == Put || f.Kind == End || f.Kind == Moves:
			return v, false
		}
	}
	return v, deeds == 1 && !(hits && harms) && v.who != "" && v.whom != ""
}

// concernsDeed reports whether a passage is about the actor's deeds, or about something that happens to either person of a failed deed.
func (p *Passage) concernsDeed(v *failedAction) bool {
	return slices.ContainsFunc(p.Facts, func(f Fact) bool {
		who := p.Key(f.Who)
		return f.Kind == Deed && who == v.who || f.Weight > Light && (f.State || f.Kind == Lost) && (who == v.who || who == v.whom)
	})
}

// asSeries returns a passage about a failed deed as one about several.
func (p *Passage) asSeries(times int) Passage {
	q := *p
	v, _ := p.failedDeed()
	f := p.Facts[slices.IndexFunc(p.Facts, func(f Fact) bool { return f.Kind == Deed || f.Kind == Series })]
	f.Kind, f.Number, f.Sum = Series, float64(times), collect.Choose(v.missed, phrase.CaseMissed, "") // how often, and whether the actor missed
	q.Facts = []Fact{f}
	return q
}

// longParagraph is the number of letters after which a paragraph of a retelling ends at the next full stop.
const longParagraph = 480

// Retelling tells passages scene by scene, and tracks who was mentioned.
type Retelling struct {
	rs        *rules.Ruleset
	mentioned map[string]string // looks by which people were mentioned, by key
	ways      Ways
	number    int64
}

// NewRetelling returns a retelling that has told nothing yet.
func NewRetelling(rs *rules.Ruleset) *Retelling { return &Retelling{rs: rs} }

// Paragraphs retells the passages of a scene. A turning point ends its paragraph.
func (r *Retelling) Paragraphs(scene []Passage) (list []string) {
	if r.mentioned == nil || slices.ContainsFunc(scene, func(p Passage) bool { return p.beginningOf() != nil }) {
		r.mentioned = map[string]string{}
	}
	fresh := true
	for _, p := range Digest(r.rs, scene) {
		text := r.sentences(&p)
		switch {
		case text == "":
			continue
		case fresh:
			list = append(list, text)
		default:
			list[len(list)-1] += " " + text
		}
		fresh = p.Weight() == Peak || len(list[len(list)-1]) >= longParagraph
	}
	return list
}

// sentences returns a passage as a reader of the retelling alone is told it.
func (r *Retelling) sentences(p *Passage) (text string) {
	r.number++
	p.People, p.Number, p.Lately = slices.Clone(p.People), r.number, r.ways
	for i := range p.People {
		p.People[i].Told = r.mentioned[p.Key(i)] == p.People[i].Name
	}
	for _, span := range Spans(r.rs, p) {
		if !span.Beside {
			text += span.Text
		}
		if who := &p.People[max(0, span.Who)]; span.Who > 0 && !who.Named && !who.Unknown {
			r.mentioned[p.Key(span.Who)] = who.Name
		}
	}
	r.ways = p.Lately
	return text
}
