package story

import (
	"cmp"
	"slices"
	"strings"

	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/phrase"
)

// Shortening of passages for a retelling. A passage is what a reader is told of one entry, as facts (fact.go) with weights (weigh.go):
// unimportant facts are omitted, and repeated failures become one sentence.

// Limits of merging passages.
const (
	maxGap   = 12 // maximum distance, in passages, of two failed attempts that are merged
	minInRow = 4  // minimum number of failed deeds of the same kind in a row that are merged
)

// Digest shortens passages for a retelling. It drops unimportant facts. It replaces repeated failed attempts of one person against another
// by one passage in the place of the last attempt, unless something else happened to either of them in between.
func Digest(rs *rules.Ruleset, list []Passage) (digest []Passage) {
	type run struct { // attempts at the same deed
		places []int         // indexes in the digest
		first  failedAttempt // deed attempted, as it first failed
	}
	var open []*run                 // runs that a later attempt can continue
	headings := map[string]string{} // destinations of the people who move, by key
	for i := range list {
		p := list[i].withoutWeightless()
		isRepeated := len(digest) > 0 && p.isSpan() && slices.EqualFunc(p.Facts, digest[len(digest)-1].Facts, p.activityMatcher(&digest[len(digest)-1]))
		if len(p.Facts) == 0 || p.Weight() == Weightless || isRepeated { // a night in several parts
			continue
		}
		if who, to, moves := p.headingOf(rs); moves {
			before, known := headings[who]
			headings[who] = cmp.Or(to, before)
			if known && headings[who] == before { // rolls along the way are for the log only
				continue
			}
		}
		now, hasFailed := p.failedDeed()
		open = slices.DeleteFunc(open, func(r *run) bool {
			isTooFar := len(digest)-r.places[len(r.places)-1] > maxGap
			isInterrupted := r.first != now && p.concernsDeed(&r.first)
			return p.Weight() == Peak || isTooFar || isInterrupted
		})
		at := slices.IndexFunc(open, func(r *run) bool { return hasFailed && r.first == now })
		switch {
		case at >= 0:
			open[at].places = append(open[at].places, len(digest))
		case hasFailed:
			open = append(open, &run{[]int{len(digest)}, now})
		}
		digest = append(digest, p)
		if at >= 0 {
			places := open[at].places
			last := &digest[len(digest)-1]
			for _, place := range places[:len(places)-1] {
				digest[place].Facts = nil
			}
			*last = last.asSeries(len(places))
		}
	}
	return mergeFailedDeeds(slices.DeleteFunc(digest, func(p Passage) bool { return len(p.Facts) == 0 }))
}

// mergeFailedDeeds merges all but the first of many failed deeds of the same kind in a row, by anyone, into one passage.
func mergeFailedDeeds(list []Passage) (digest []Passage) {
	for i := 0; i < len(list); {
		first, ok := list[i].failedDeed()
		j := i + 1
		for ok && j < len(list) {
			if next, hasFailed := list[j].failedDeed(); !hasFailed || next.action != first.action {
				break
			}
			j++
		}
		if digest = append(digest, list[i]); j-i >= minInRow {
			digest = append(digest, Passage{People: list[i].People[:1], Facts: []Fact{{Kind: Vain, Of: first.action, Number: float64(j - i - 1), Weight: Light}}})
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

// isSpan reports whether a passage tells nothing but how people spend their time.
func (p *Passage) isSpan() bool {
	return !slices.ContainsFunc(p.Facts, func(f Fact) bool { return f.Kind != Activity })
}

// activityMatcher returns a function that reports whether a fact of p and one of q tell the same activity of the same person.
func (p *Passage) activityMatcher(q *Passage) func(f, g Fact) bool {
	return func(f, g Fact) bool { return f.Kind == g.Kind && f.Of == g.Of && p.Key(f.Who) == q.Key(g.Who) }
}

// headingOf returns the key and the destination of the person who sets out, if p is about nothing else.
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

// failedAttempt is a deed that missed or was averted.
type failedAttempt struct {
	who, whom    string // keys of the actor and the target
	action, tool string // names of the action and of the item used; tool is "" for none
	missed       bool   // whether the actor missed; otherwise the target averted it
}

// failedDeed returns the deed of the passage if that is its only deed and it failed; ok is false otherwise.
func (p *Passage) failedDeed() (v failedAttempt, ok bool) {
	deeds, hit, mayHarm := 0, false, false // mayHarm: whether the deed has a step besides its rolls, such as harm
	for i := range p.Facts {
		f := &p.Facts[i]
		switch {
		case f.Weight > Light || f.State:
			return v, false
		case f.Kind == Deed || f.Kind == Series:
			v.who, v.whom, v.action, v.tool = p.Key(f.Who), p.Key(f.Other), f.Of, f.Tool
			deeds++
		case f.Kind == Step && f.Degree == "":
			mayHarm = true
		case f.Kind == Step && deeds == 1:
			isActors := p.Key(collect.Choose(f.RolledByOther, f.Other, f.Who)) == v.who // the actor's roll, not the target's
			isInAnswer := strings.Count(f.StepPath, actionPath) > 1
			switch {
			case isActors && !isInAnswer:
				v.missed, hit = !f.Made, f.Made
			case !isActors && isInAnswer && f.Made: // the target averted it
				hit = false
			}
		case f.Kind == Put || f.Kind == End || f.Kind == Moves:
			return v, false
		}
	}
	return v, deeds == 1 && !(hit && mayHarm) && v.who != "" && v.whom != ""
}

// concernsDeed reports whether a passage is about the actor's deeds, or about something that happens to either person of a failed deed.
func (p *Passage) concernsDeed(v *failedAttempt) bool {
	return slices.ContainsFunc(p.Facts, func(f Fact) bool {
		who := p.Key(f.Who)
		if f.Kind == Deed && who == v.who {
			return true
		}
		happens := f.Weight > Light && (f.State || f.Kind == Lost)
		return happens && (who == v.who || who == v.whom)
	})
}

// asSeries returns a copy of p, a passage about a failed deed, that says that the deed failed the given number of times.
func (p *Passage) asSeries(times int) Passage {
	q := *p
	v, _ := p.failedDeed()
	f := p.Facts[slices.IndexFunc(p.Facts, func(f Fact) bool { return f.Kind == Deed || f.Kind == Series })]
	f.Kind, f.Number, f.Sum = Series, float64(times), collect.Choose(v.missed, phrase.CaseMissed, "") // how often, and whether the actor missed
	q.Facts = []Fact{f}
	return q
}

// longParagraph is the length of a paragraph, in bytes, after which the next passage of a retelling begins a new one.
const longParagraph = 480

// Retelling tells passages scene by scene, and tracks who was mentioned.
type Retelling struct {
	rs        *rules.Ruleset    // rules of the passages
	mentioned map[string]string // names or descriptions already used in this scene, by key of the person
	ways      Phrasings         // phrasings used lately
	number    int64             // count of passages told so far
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

// sentences returns the text of a passage, and records who was mentioned.
func (r *Retelling) sentences(p *Passage) (text string) {
	r.number++
	p.People, p.Number, p.LatestPhrasings = slices.Clone(p.People), r.number, r.ways
	for i := range p.People {
		p.People[i].Mentioned = r.mentioned[p.Key(i)] == p.People[i].Name
	}
	for _, span := range Spans(r.rs, p) {
		if !span.InMargin {
			text += span.Text
		}
		if who := &p.People[max(0, span.Who)]; span.Who > 0 && !who.Named && !who.Unknown {
			r.mentioned[p.Key(span.Who)] = who.Name
		}
	}
	r.ways = p.LatestPhrasings
	return text
}
