package story

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"hybrid/rules"
	"hybrid/rules/collect"
)

// Passages of an evening, or of a scene, into a few sentences in the past: where, against whom, what turned it, how it ended, and how the
// party stands. They are made of what one reader was told, so that they cannot say more.

// How long a recap is.
const (
	maxWords    = 90
	maxTurns    = 3 // sentences on who fell, or on what else happened
	maxOthers   = 3 // people of the other side by name
	maxSubjects = 4 // people of one sentence by name
)

// Aftermath is how things stand for a reader after what is recounted: who of the party is how.
type Aftermath struct{ Standing Passage }

// NewAftermath returns how those with a player stand in a state, or all if nobody has one, as the game master sees it.
func NewAftermath(rs *rules.Ruleset, s *rules.State) (end Aftermath) {
	anyPlayed := len(s.Protagonists()) > 0
	for _, a := range s.Actors {
		if b := a.Bearing(rs); a.Sheet.HasPlayer() || !anyPlayed {
			end.Add(s, a, PersonOf(a), b)
		}
	}
	return end
}

// sideOf returns the label of the side of an actor; empty where sides have none.
func sideOf(s *rules.State, a *rules.Actor) string {
	for _, side := range s.Sides {
		if side.Key == a.OpenSide() {
			return rules.MidSentence(side.Name)
		}
	}
	return ""
}

// Add adds somebody of the party in a state as the reader knows that one, with how it stands.
func (e *Aftermath) Add(s *rules.State, a *rules.Actor, who Person, b rules.Bearing) {
	p := &e.Standing
	if p.People == nil {
		p.People, p.keys = []Person{{}}, []string{""}
	}
	p.People, p.keys = append(p.People, who), append(p.keys, a.Key)
	level := float64(b.Level)
	if b.Barred != nil {
		level = -1 // worse than any wound
	}
	p.Facts = append(p.Facts, Fact{Kind: Stood, Who: len(p.People) - 1, Text: b.Word, Label: sideOf(s, a), Number: level, State: true, Weight: Heavy})
}

// Recap returns what passages come to, as one tells it the next time: in the past, in at most maxWords words.
func Recap(rs *rules.Ruleset, list []Passage, end Aftermath) string {
	if rs.Language == nil {
		return ""
	}
	r := &recap{rs: rs, numbers: map[string]int{}, party: map[string]bool{}}
	r.p.People, r.p.keys = []Person{{}}, []string{""}
	for _, f := range end.Standing.Facts {
		r.party[end.Standing.Key(f.Who)] = true
	}
	scenes := scenesOf(list)
	for i, scene := range scenes {
		r.scene(scene, i == len(scenes)-1)
	}
	if len(r.lines) > 0 {
		r.stands(end)
	}
	return r.text()
}

// scenesOf parts passages where a scene begins, and leaves out those in which nothing happened.
func scenesOf(list []Passage) (scenes [][]Passage) {
	for i, p := range list {
		if i == 0 || p.begins() {
			scenes = append(scenes, nil)
		}
		last := len(scenes) - 1
		scenes[last] = append(scenes[last], p)
	}
	return slices.DeleteFunc(scenes, func(scene []Passage) bool {
		return !slices.ContainsFunc(scene, func(p Passage) bool { return p.Weight() > Weightless })
	})
}

// begins reports whether a scene begins with a passage.
func (p *Passage) begins() bool {
	return slices.ContainsFunc(p.Facts, func(f Fact) bool { return f.Kind == Begins })
}

// recap collects the sentences of a recap.
type recap struct {
	rs      *rules.Ruleset
	p       Passage        // all people, without facts
	numbers map[string]int // of people, by key
	party   map[string]bool
	lines   []recapLine
	number  int64
}

// recapLine is a sentence or more; the highest rank is left out first where there are too many words.
type recapLine struct {
	text string
	rank int
}

// The ranks of what a recap tells.
const (
	rankNeeded = iota
	rankState
	rankTurn
	rankRest
)

// person returns the number of a person of a passage among all, with the latest that is known of that one.
func (r *recap) person(p *Passage, who int) int {
	key := p.Key(who)
	if key == "" {
		return who
	}
	n, ok := r.numbers[key]
	if !ok {
		n = len(r.p.People)
		r.numbers[key] = n
		r.p.People, r.p.keys = append(r.p.People, Person{}), append(r.p.keys, key)
	}
	looks := r.p.People[n].Told
	r.p.People[n] = p.People[who]
	r.p.People[n].Told = looks
	return n
}

// fact returns a fact of a passage about the people of the recap.
func (r *recap) fact(p *Passage, f Fact) Fact {
	f.Who, f.Other = r.person(p, f.Who), r.person(p, f.Other)
	return f
}

// teller returns one that tells facts in the past.
func (r *recap) teller(facts []Fact) *teller {
	r.number++
	t := newTeller(r.rs, Passage{Facts: facts, People: r.p.People, keys: r.p.keys, Number: r.number})
	t.marking, t.p.Past = true, true
	return t
}

// add adds what facts come to.
func (r *recap) add(rank int, facts ...Fact) {
	if len(facts) == 0 {
		return
	}
	if text := r.mark(r.teller(facts).tell()); text != "" {
		r.lines = append(r.lines, recapLine{text, rank})
	}
}

// mark notes who was named in a text, and returns it without marks.
func (r *recap) mark(text string) (plain string) {
	for _, span := range spans(text) {
		if plain += span.Text; span.Who > 0 {
			r.p.People[span.Who].Told = true
		}
	}
	return plain
}

// list returns people as a list, at most so many by name.
func (r *recap) list(people []int, limit int) string {
	t := r.teller(nil)
	return r.mark(t.several(collect.Map(people, func(who int) string { return t.name(who, "") }), limit))
}

// scene tells one scene, the last one whole.
func (r *recap) scene(list []Passage, last bool) {
	s := &sceneTold{recap: r}
	for i := range list {
		s.look(&list[i])
	}
	lead := len(r.lines)
	var facts []Fact
	if s.label != "" {
		facts = append(facts, Fact{Kind: "where", Text: s.label})
	}
	if kind := Kind(collect.Choose(s.fights, "against", "chased")); len(s.others) > 0 && len(s.own) > 0 && (s.fights || s.chases) {
		text := r.list(s.others, maxOthers)
		for _, who := range s.own {
			facts = append(facts, Fact{Kind: kind, Who: who, Text: text})
		}
	}
	r.add(rankNeeded, facts...)
	if s.fights {
		s.falls()
		s.outcome()
	} else {
		quiet := collect.Filter(Digest(r.rs, list), func(p Passage) bool {
			return p.Weight() >= Heavy && !slices.ContainsFunc(p.Facts, func(f Fact) bool { return f.Kind == Whisper })
		})
		for _, p := range quiet[max(0, len(quiet)-maxTurns):] {
			r.add(rankTurn, collect.Map(p.Facts, func(f Fact) Fact { return r.fact(&p, f) })...)
		}
	}
	if !last && len(r.lines) > lead+2 {
		r.lines = slices.DeleteFunc(r.lines, func(l recapLine) bool { return l.rank == rankRest })
	}
}

// sceneTold is a scene as a recap looks at it.
type sceneTold struct {
	*recap
	label                string
	own, others          []int // those who did something to each other
	fights, chases, ends bool
	wins                 []Fact
	victims              []fall
	leavers              []int
}

// fall is somebody's: by whom, 0 for nobody, and how it is told by itself.
type fall struct {
	by, who int
	fact    Fact
}

// look takes in what a passage tells.
func (s *sceneTold) look(p *Passage) {
	by, hit := 0, false
	note := func(list *[]int, who int) {
		if who > 0 && !slices.Contains(*list, who) {
			*list = append(*list, who)
		}
	}
	for _, f := range p.Facts {
		of := s.fact(p, f)
		action, isAction := s.rs.Actions.Get(f.Of)
		condition, isCondition := s.rs.Conditions.Get(f.Of)
		switch {
		case f.Kind == Begins:
			s.label = f.Text
		case f.Kind == Ends:
			s.ends = true
		case f.Kind == Won:
			s.wins = append(s.wins, of)
			s.ends = true
		case f.Kind == Deed && isAction && f.Other != 0:
			by = of.Who
			if action.Aim() != rules.TowardOurs && s.party[p.Key(f.Who)] != s.party[p.Key(f.Other)] {
				for _, who := range []int{of.Who, of.Other} {
					note(collect.Choose(s.party[s.p.keys[max(0, who)]], &s.own, &s.others), who)
				}
			}
		case (f.Kind == Activity || f.Kind == Goes) && s.party[p.Key(f.Who)] && f.Other > 0 && !s.party[p.Key(f.Other)]:
			s.chases = true
			note(&s.own, of.Who)
			note(&s.others, of.Other)
		case f.Kind == Step && (f.Row != "" || f.Sum != ""):
			hit = true
		case f.Kind == Leave && of.Who > 0 && !s.party[p.Key(f.Who)]:
			s.leavers = append(s.leavers, of.Who)
		case f.Kind == Put && isCondition && fells(condition) && of.Who != 0:
			s.fights = true
			s.victims = slices.DeleteFunc(s.victims, func(one fall) bool { return one.who == of.Who })
			s.victims = append(s.victims, fall{collect.Choose(hit && by > 0 && by != of.Who, by, 0), of.Who, Fact{Kind: Put, Of: f.Of, Label: f.Label, Who: of.Who, State: true}})
		case f.Kind == End && isCondition && fells(condition):
			s.victims = slices.DeleteFunc(s.victims, func(one fall) bool { return one.who == of.Who && one.fact.Of == f.Of })
		}
		s.fights = s.fights || f.Kind == Health && f.State || f.Kind == Deed && by > 0 && len(s.others) > 0
	}
}

// falls tells who fell: those whom one brought down together.
func (s *sceneTold) falls() {
	var lines [][]Fact
	at := map[int]bool{}
	for _, one := range s.victims {
		if at[one.by] {
			continue
		}
		alike := slices.IndexFunc(lines, func(line []Fact) bool { return one.by == 0 && line[0].Kind == Put && line[0].Of == one.fact.Of })
		if alike >= 0 {
			lines[alike] = append(lines[alike], one.fact)
			continue
		}
		if lines = append(lines, []Fact{one.fact}); one.by > 0 {
			at[one.by] = true
			lines[len(lines)-1] = []Fact{{Kind: "felled", Who: one.by}}
		}
	}
	for i, line := range lines {
		if i == maxTurns-1 && len(lines) > maxTurns {
			rest := len(s.victims)
			for _, line := range lines[:i] {
				rest -= max(len(line), len(collect.Filter(s.victims, func(one fall) bool { return line[0].Kind == "felled" && one.by == line[0].Who })))
			}
			s.add(rankTurn, Fact{Kind: "more_fell", Number: float64(rest)})
			return
		}
		if f := &line[0]; f.Kind == "felled" {
			f.Text = s.list(collect.MapIf(s.victims, func(one fall) bool { return one.by == f.Who }, func(one fall) int { return one.who }), maxOthers)
		}
		s.add(rankTurn, line...)
	}
}

// outcome tells how it ended, and who of the others is not down.
func (s *sceneTold) outcome() {
	down := func(who int) bool {
		return slices.ContainsFunc(s.victims, func(one fall) bool { return one.who == who })
	}
	standing := collect.Filter(s.others, func(who int) bool { return !down(who) && !slices.Contains(s.leavers, who) })
	switch {
	case len(s.wins) > 0:
		s.add(rankNeeded, s.wins...)
	case !s.ends:
		s.add(rankNeeded, Fact{Kind: "not_over"})
	case len(s.own) > 0 && !slices.ContainsFunc(slices.Collect(maps.Keys(s.party)), func(key string) bool { return !down(s.numbers[key]) }):
		s.add(rankNeeded, Fact{Kind: "lost_fight"})
	case len(standing) == 0 && len(s.others) > 0:
		s.add(rankNeeded, Fact{Kind: "won_fight"})
	default:
		s.add(rankNeeded, Fact{Kind: "broken_off"})
	}
	s.add(rankRest, collect.Map(s.leavers, func(who int) Fact { return Fact{Kind: "got_away", Who: who} })...)
	s.add(rankRest, collect.Map(standing, func(who int) Fact { return Fact{Kind: "on_feet", Who: who} })...)
}

// stands tells how the party stands: the worst first.
func (r *recap) stands(end Aftermath) {
	facts := slices.Clone(end.Standing.Facts)
	slices.SortStableFunc(facts, func(a, b Fact) int { return cmp.Compare(a.Number, b.Number) })
	for i := range facts {
		facts[i] = r.fact(&end.Standing, facts[i])
	}
	r.add(rankState, facts...)
}

// text joins the sentences, without the least needed where there are too many words.
func (r *recap) text() string {
	for {
		texts := collect.Map(r.lines, func(l recapLine) string { return l.text })
		text := strings.Join(texts, " ")
		if len(strings.Fields(text)) <= maxWords || len(r.lines) < 2 {
			return text
		}
		last := slices.MaxFunc(r.lines, func(a, b recapLine) int { return a.rank - b.rank }) // the first of that rank
		r.lines = slices.Delete(r.lines, slices.Index(r.lines, last), slices.Index(r.lines, last)+1)
	}
}
