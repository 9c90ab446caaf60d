package story

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/phrase"
)

// Recaps: summaries of the passages of an evening (a session of play), or of a scene, in a few sentences in the past tense: the place, the
// opponents, the turning points, the end, and the party's state. A recap uses only passages told to one reader, so it can't reveal more. A
// passage holds the facts of an entry. A recap makes facts of its own, whose kinds, such as "felled", name the language's patterns for
// recaps. A fall is a person's going down; the party is the players' characters, and its opponents are the others. A recap numbers the
// people of all its passages in one cast (recap.cast); a variable such as who or victim is one of these numbers, and 0 is no one.

// Limits on the length of a recap.
const (
	maxWords    = 90 // maximum number of words of a recap
	maxTurns    = 3  // maximum number of lines about falls and other turning points
	maxBeside   = 2  // maximum number of lines about deeds before a fight, and after it
	maxOthers   = 3  // maximum number of opponents mentioned by name
	maxSubjects = 4  // maximum number of people named in one sentence
	maxApart    = 2  // maximum number of members of a large side who are named because their state differs from the others'
)

// Aftermath is the state of the party after the events of a recap, as known to the reader.
type Aftermath struct {
	Standing  Passage  // passage with a fact Stood for each member, followed by facts Put for its conditions that need treatment
	Goal      string   // outcome of the current scene by its goals, rules.OutcomeReached or rules.OutcomeFailed; "" while they are open, and for players, who are told at the scene's end
	Elsewhere []string // keys of the party members who aren't in the scene
}

// NewAftermath returns the state of the actors with a player, or of all actors if none has one, as the game master sees it.
func NewAftermath(rs *rules.Ruleset, s *rules.State) (end Aftermath) {
	anyPlayed := len(s.Protagonists()) > 0
	for _, a := range s.Actors {
		if a.Sheet.HasPlayer() || !anyPlayed {
			end.AddMember(s, a, PersonOf(a), a.Bearing(rs), Afflictions(rs, a))
		}
	}
	end.AddElsewhere(s)
	return end
}

// AddElsewhere adds the party members who took part before and aren't in the scene.
func (e *Aftermath) AddElsewhere(s *rules.State) {
	for _, a := range s.Away {
		if a.Sheet.HasPlayer() {
			e.Elsewhere = append(e.Elsewhere, a.Key)
		}
	}
}

// Afflictions lists the bad conditions of an actor that keep acting until treated, as others see them.
func Afflictions(rs *rules.Ruleset, a *rules.Actor) (list []*rules.Condition) {
	for _, h := range a.AllConditions() {
		c := h.Condition
		keepsActing := c.Bad && c.Every != nil && !c.ForbidsActing()
		if keepsActing && !h.Secret && h.IsSeenBy(rs, a) {
			list = append(list, c)
		}
	}
	return list
}

// definiteLabel returns the label of a side with the definite article, unless it has one or is a proper name.
func (r *recap) definiteLabel(label string) string {
	the := r.rs.Language.The
	if first, _ := utf8.DecodeRuneInString(label); the == "" || unicode.IsUpper(first) || strings.HasPrefix(label, the+" ") {
		return label
	}
	return the + " " + label
}

// sideLabel returns the label of the side of an actor; empty if sides have none.
func sideLabel(s *rules.State, a *rules.Actor) string {
	for _, side := range s.Sides {
		if side.Key == a.ApparentSide() {
			return rules.MidSentence(side.Name)
		}
	}
	return ""
}

// AddMember adds a member of the party: who is the person as the reader knows it, bearing the state of health, and afflictions are the
// conditions that need treatment.
func (e *Aftermath) AddMember(s *rules.State, a *rules.Actor, who Person, bearing rules.Bearing, afflictions []*rules.Condition) {
	p := &e.Standing
	if p.People == nil {
		p.People, p.Keys = []Person{{}}, []string{""}
	}
	p.People, p.Keys = append(p.People, who), append(p.Keys, a.Key)
	stood := Fact{Kind: Stood, Who: len(p.People) - 1, Text: bearing.Word, Label: sideLabel(s, a), Number: float64(bearing.Level), State: true, Weight: Heavy}
	if bearing.Barred != nil {
		stood.Of, stood.Number = bearing.Barred.Name, -1 // worse than any wound
	}
	p.Facts = append(p.Facts, stood)
	for _, c := range afflictions {
		if bearing.Barred == nil {
			p.Facts = append(p.Facts, Fact{Kind: Put, Of: c.Name, Label: rules.MidSentence(c.Label), Who: len(p.People) - 1, State: true, Weight: Heavy})
		}
	}
}

// Recap returns a summary of passages for the next evening, in the past tense and with at most maxWords words.
func Recap(rs *rules.Ruleset, list []Passage, end Aftermath) string {
	if rs.Language == nil {
		return ""
	}
	r := newRecapFor(rs, end)
	r.goal = end.Goal
	for _, f := range end.Standing.Facts {
		if f.Kind == Stood && len(r.sideLabels()) < 2 {
			r.everybody = append(r.everybody, r.importPerson(&end.Standing, f.Who))
		}
	}
	scenes := splitIntoScenes(list)
	for i, scene := range scenes {
		r.scene = i
		r.tellScene(scene, i == len(scenes)-1)
	}
	if len(r.lines) > 0 {
		r.tellPartyState(end)
	}
	return r.joinSentences()
}

// Outcome returns the outcome, in a word or two, of the fight or chase in the last scene of list, as the reader saw it, or "" if there was
// none.
func Outcome(rs *rules.Ruleset, list []Passage, end Aftermath) string {
	scenes := splitIntoScenes(list)
	if rs.Language == nil || len(scenes) == 0 {
		return ""
	}
	r := newRecapFor(rs, end)
	r.scene = len(scenes) - 1
	if s := r.readScene(scenes[r.scene]); s.fights || s.chases || len(s.wins) > 0 {
		return s.endingText()
	}
	return ""
}

// Closing returns the last sentences of a chapter that tells a scene's passages in full: a summary if it had a fight or a chase, and the
// party's state.
func Closing(rs *rules.Ruleset, scene []Passage, end Aftermath) string {
	if rs.Language == nil {
		return ""
	}
	r := newRecapFor(rs, end)
	if s := r.readScene(scene); s.fights || s.chases {
		return Recap(rs, scene, end)
	}
	r.tellPartyState(end)
	return r.joinSentences()
}

// newRecapFor returns a recap without sentences, for a reader who knows the party's state at the end.
func newRecapFor(rs *rules.Ruleset, end Aftermath) *recap {
	r := &recap{rs: rs, numbers: map[string]int{}, party: map[string]bool{}, sides: map[string]string{}}
	r.cast.People, r.cast.Keys = []Person{{}}, []string{""}
	for _, f := range end.Standing.Facts {
		key := end.Standing.Key(f.Who)
		if r.party[key] = true; f.Kind == Stood {
			r.sides[key] = f.Label
		}
	}
	for _, key := range end.Elsewhere {
		r.party[key] = true
	}
	return r
}

// splitIntoScenes splits passages where scenes begin, and where another fight begins in a scene, and omits those parts in which nothing
// happened and no time passed. The last scene, and the last fight in it, stay in any case if they began in these passages, rather than
// on an earlier evening.
func splitIntoScenes(list []Passage) (scenes [][]Passage) {
	for i, p := range list {
		last := len(scenes) - 1
		begins := p.beginningOf()
		if begins != nil && begins.State && i > 0 {
			scenes[last] = append(scenes[last], Passage{Facts: []Fact{{Kind: Ends, Text: begins.Was}}, People: p.People[:1], Keys: p.Keys[:1], Elapsed: p.Elapsed})
		}
		isEnd := func(p Passage) bool { return p.hasFact(Ends) }
		if i == 0 || begins != nil || p.BeginsFight && slices.ContainsFunc(scenes[last], isEnd) {
			scenes = append(scenes, nil)
			last++
		}
		scenes[last] = append(scenes[last], p)
	}
	latest := 0 // index of the part with which the last scene begins; further fights in it follow
	for i, scene := range scenes {
		if scene[0].beginningOf() != nil {
			latest = i
		}
	}
	for i, scene := range scenes {
		arrives := func(f Fact) bool { return f.Kind == Join }
		happens := func(p Passage) bool {
			return p.Weight() > Weightless && len(collect.Filter(p.Facts, arrives)) < len(p.Facts)
		}
		begins := scene[0].beginningOf()
		isNew := i == latest && begins != nil && !begins.Idle || i == len(scenes)-1 && scene[0].BeginsFight
		if !isNew && timeOf(scene) == 0 && !slices.ContainsFunc(scene, happens) {
			scenes[i] = nil
		}
	}
	return slices.DeleteFunc(scenes, func(scene []Passage) bool { return scene == nil })
}

// timeOf returns the time, in seconds, from the first passage of a scene to its end or to the last passage; 0 between scenes.
func timeOf(scene []Passage) float64 {
	if scene[0].beginningOf() == nil {
		return 0
	}
	return scene[lastOf(scene)].Elapsed - scene[0].Elapsed
}

// lastOf returns the index of the passage with which a scene ends, or of its last one.
func lastOf(scene []Passage) int {
	if end := slices.IndexFunc(scene, func(p Passage) bool { return p.hasFact(Ends) }); end >= 0 {
		return end
	}
	return len(scene) - 1
}

// beginningOf returns the fact with which a passage begins a scene, or nil.
func (p *Passage) beginningOf() *Fact {
	return collect.FindPointer(p.Facts, func(f *Fact) bool { return f.Kind == Begins })
}

// recap collects the sentences of a recap.
type recap struct {
	rs      *rules.Ruleset    // rules of the entries
	cast    Passage           // passage with the people of all passages and no facts
	numbers map[string]int    // number of each person in cast, by key
	party   map[string]bool   // keys of the party's members
	sides   map[string]string // labels of their sides, by key of the member
	down    map[string]string // condition reported of each person who is down in the last scene, by key
	lines   []recapLine       // sentences so far, in order
	goal    string            // outcome of the current scene by its goals; "" while they are open, or if no scene is on
	scene   int               // number of the scene that is being told, from 0
	number  int64             // count of sentences made so far; it selects among equivalent phrasings
	ways    Phrasings         // phrasings used so far

	everybody     []int // members of the party, if all are on one side; otherwise nil
	rest          []int // members named together as the rest of the party; nil except while that sentence is made
	hasNamedParty bool  // whether this scene has named the whole party, which a collective name can then replace
	hasOpponents  bool  // whether opponents are still standing in this scene, to whom a collective name could also refer
}

// recapLine is one or more sentences. If there are too many words, the lines with the highest rank are omitted first.
type recapLine struct {
	text   string // sentences of the line
	rank   int    // one of the ranks below
	scene  int    // number of the scene, from 0
	falls  []fall // falls that the line tells or counts
	counts bool   // whether it only counts them
}

// The ranks of the parts of a recap.
const (
	rankNeeded = iota // the opening and the result
	rankState         // the party's state, gains and messages
	rankTurn          // a turning point
	rankRest          // anything else
)

// importPerson returns the number that a person of a passage has in the recap, and updates the recap's facts about that person.
func (r *recap) importPerson(p *Passage, who int) int {
	key := p.Key(who)
	if key == "" {
		return who
	}
	n, ok := r.numbers[key]
	if !ok {
		n = len(r.cast.People)
		r.numbers[key] = n
		r.cast.People, r.cast.Keys = append(r.cast.People, Person{}), append(r.cast.Keys, key)
	}
	wasTold := r.cast.People[n].Mentioned
	r.cast.People[n] = p.People[who]
	r.cast.People[n].Mentioned = wasTold
	return n
}

// translateFact returns fact f of passage p with the numbers that its people have in the recap.
func (r *recap) translateFact(p *Passage, f Fact) Fact {
	f.Who, f.Other = r.importPerson(p, f.Who), r.importPerson(p, f.Other)
	return f
}

// pastTeller returns a teller of facts in the past tense.
func (r *recap) pastTeller(facts []Fact) *teller {
	r.number++
	t := newTeller(r.rs, Passage{Facts: facts, People: r.cast.People, Keys: r.cast.Keys, Number: r.number, LatestPhrasings: r.ways})
	t.marking, t.passage.Past, t.groupName = true, true, r.partyGroupName
	return t
}

// partyGroupName returns a collective name for people if they are the party, or its remaining members (recap.rest); "" for any others. In
// each scene, the party is first named by its members, so the first call for it only records that, and returns "".
func (r *recap) partyGroupName(people []int) string {
	f := Fact{Kind: "all_of", Number: float64(len(people))}
	switch you := slices.IndexFunc(people, func(who int) bool { return who > 0 && r.cast.People[who].You }); {
	case haveSamePeople(people, r.rest):
		f.Kind = "rest_of"
	case !haveSamePeople(people, r.everybody):
		return ""
	case !r.hasNamedParty:
		r.hasNamedParty = true
		return ""
	case len(people) == 2 || r.hasOpponents: // the general name can't mean the people in the last sentence
		return ""
	case you >= 0:
		f.Who = people[you]
	}
	t := r.pastTeller([]Fact{f})
	t.fact = &t.passage.Facts[0]
	pattern, _, _ := t.findPattern(r.rs.Language.FactSentence(string(f.Kind)))
	if pattern == nil || len(pattern.Clauses) == 0 {
		return ""
	}
	return t.fillPieces(pattern.Clauses[0].Rest)
}

// haveSamePeople reports whether two lists contain the same people, at least two.
func haveSamePeople(a, b []int) bool {
	return len(a) > 1 && len(a) == len(b) && !slices.ContainsFunc(a, func(who int) bool { return !slices.Contains(b, who) })
}

// addSentence adds the sentence about facts, and reports whether there is one.
func (r *recap) addSentence(rank int, facts ...Fact) bool {
	if len(facts) == 0 {
		return false
	}
	t := r.pastTeller(facts)
	text := r.noteNames(t.tellPassage())
	r.ways = t.passage.LatestPhrasings
	if text != "" {
		r.lines = append(r.lines, recapLine{text: text, rank: rank, scene: r.scene})
	}
	return text != ""
}

// noteNames records the persons named in a text, and returns the text without marks.
func (r *recap) noteNames(text string) (plain string) {
	for _, span := range splitMarked(text) {
		if plain += span.Text; span.Who > 0 {
			r.cast.People[span.Who].Mentioned = true
		}
	}
	return plain
}

// listPeople returns a list of people as text, with at most limit names.
func (r *recap) listPeople(people []int, limit int) string {
	people = readerFirst(&r.cast, people)
	names := collect.Map(people, r.objectName)
	t := r.pastTeller(nil)
	t.shortenLooks(names, people)
	return r.noteNames(t.joinLimited(names, limit))
}

// objectName returns the name of a person as an object.
func (r *recap) objectName(who int) string {
	t := r.pastTeller(nil)
	if who > 0 && r.cast.People[who].You {
		return t.pronounForm(who, formOther)
	}
	return t.personName(who, "")
}

// readScene reads the passages of one scene.
func (r *recap) readScene(list []Passage) *recapScene {
	s := &recapScene{recap: r, health: map[int]string{}}
	s.findAllies(list)
	for i := range list {
		count := s.blowCount
		if s.readPassage(&list[i]); s.blowCount == count {
			continue
		}
		if s.lastBlow = i; count == 0 {
			s.firstBlow = i
		}
	}
	s.isAnotherFight = r.scene > 0 && list[0].BeginsFight
	s.fights = s.isAnotherFight || s.fights && (s.label != "" || s.attacks || len(s.blows)+len(s.wins) > 0) // between scenes people are hurt by accidents, too
	if s.alliesApproach && s.othersMove && !s.fights {
		s.chased = s.others // to approach people who move, without a fight, is to chase them
	}
	s.foes = collect.Filter(s.others, func(who int) bool { return !slices.Contains(s.chased, who) })
	s.chases = len(s.chased) > 0 && len(s.foes) == 0
	return s
}

// tellScene tells one scene; the last one in full.
func (r *recap) tellScene(list []Passage, last bool) {
	s := r.readScene(list)
	r.down, r.hasNamedParty, r.hasOpponents = map[string]string{}, false, false
	lead := len(r.lines)
	opening := s.tellOpening()
	if strings.Contains(s.label, ":") { // a label with a colon is a sentence of its own
		r.addSentence(rankNeeded, opening[0])
		opening = opening[1:]
	}
	r.addSentence(rankNeeded, opening...)
	if s.fights || s.chases {
		s.tellDeeds(s.deedsBesideFight(list[:s.firstBlow]), maxBeside)
		s.tellTurningPoints(last)
		s.tellResult()
		s.tellDeeds(s.deedsBesideFight(list[s.lastBlow+1:]), maxBeside)
		if goal := cmp.Or(s.outcomeLater, collect.Choose(last, s.goal, "")); goal != "" {
			s.addSentence(rankNeeded, Fact{Kind: "ended", Sum: goal})
		}
	} else {
		after := lastOf(list) + 1 // first passage after the end, which can be a night
		s.tellDeeds(list[:after], maxTurns)
		s.tellEnd(list, last)
		s.tellDeeds(list[after:], maxTurns)
	}
	r.addSentence(rankState, s.handouts...)
	r.addSentence(rankState, s.gains...)
	if !last && len(r.lines) > lead+2 {
		r.lines = slices.DeleteFunc(r.lines, func(l recapLine) bool { return l.rank == rankRest })
	}
}

// tellOpening tells the place, and who met whom. If the party is on several sides, the sides are named in place of the people.
func (s *recapScene) tellOpening() (facts []Fact) {
	if s.label != "" {
		facts = append(facts, Fact{Kind: "where", Text: s.label})
	} else if s.isAnotherFight {
		facts = append(facts, Fact{Kind: "again"})
	}
	switch sides := s.sideLabelsOf(s.own); {
	case !s.fights && !s.chases && s.label != "":
		facts = append(facts, s.meetingFacts()...)
	case !s.fights && !s.chases:
	case len(sides) > 1 && (s.isPartyDivided || len(s.others) == 0): // no one has a player, or players are on both sides
		facts = append(facts, Fact{Kind: "sides", Label: sides[0], Text: sides[1]})
	case len(s.others) > 0:
		if party := collect.Filter(s.own, func(who int) bool { return s.party[s.cast.Keys[who]] }); len(s.own) > maxSubjects && len(party) > 0 {
			s.own = party // without its allies
		}
		chased, foes := s.listPeople(s.chased, maxOthers), s.listPeople(s.foes, maxOthers)
		for _, who := range s.own {
			if chased != "" {
				facts = append(facts, Fact{Kind: "chased", Who: who, Text: chased})
			}
			if foes != "" {
				facts = append(facts, Fact{Kind: "against", Who: who, Text: foes})
			}
		}
	}
	return facts
}

// meetingFacts tells who was present when a scene without a fight began.
func (s *recapScene) meetingFacts() (facts []Fact) {
	inParty := func(a Attendee) bool { return s.party[s.cast.Keys[a.Who]] }
	isOurs := func(a Attendee) bool {
		return inParty(a) || a.Side != "" && slices.ContainsFunc(s.here, func(b Attendee) bool { return inParty(b) && b.Side == a.Side })
	}
	number := func(a Attendee) int { return a.Who }
	ours, others := collect.MapIf(s.here, isOurs, number), collect.MapIf(s.here, func(a Attendee) bool { return !isOurs(a) }, number)
	if sides := s.sideLabelsOf(ours); len(sides) > 1 {
		return []Fact{{Kind: "met_sides", Label: sides[0], Text: sides[1]}}
	}
	f := Fact{Kind: "were_there", Text: s.listPeople(others, maxOthers)}
	if f.Text != "" {
		f.Kind = "met"
	}
	for _, who := range ours {
		f.Who = who
		facts = append(facts, f)
	}
	return facts
}

// tellEnd tells how a scene without a fight ended and how long it took, or that it isn't over.
func (s *recapScene) tellEnd(list []Passage, last bool) {
	f := Fact{Kind: "ended", Sum: cmp.Or(s.outcomeLater, s.outcome)}
	if seconds := timeOf(list); seconds >= 60 {
		if seconds >= 120 { // in whole minutes
			seconds = 60 * math.Round(seconds/60)
		}
		f.Text = rules.SpanText(seconds)
	}
	switch {
	case last && s.goal != "":
		f.Sum = s.goal
	case !s.ends && s.label != "":
		f.Kind, f.Sum = "not_over", "scene"
	}
	s.addSentence(rankNeeded, f)
}

// sideLabels lists the labels of the party's sides.
func (r *recap) sideLabels() (list []string) {
	for _, label := range r.sides {
		if label != "" && !slices.Contains(list, label) {
			list = append(list, label)
		}
	}
	return list
}

// sideLabelsOf lists the labels of the sides of people, in order.
func (r *recap) sideLabelsOf(people []int) (list []string) {
	for _, who := range people {
		if label := r.sides[r.cast.Keys[who]]; label != "" && !slices.Contains(list, label) {
			list = append(list, label)
		}
	}
	return list
}

// deedsBesideFight returns those passages of a scene with a fight that tell a task, a contest, a check of several with its results, or how
// people spend hours.
func (s *recapScene) deedsBesideFight(list []Passage) []Passage {
	isResult := func(f Fact) bool { return f.Kind == Step && f.Degree != "" }
	return collect.Filter(list, func(p Passage) bool {
		if isOfSeveral(p.Facts) && slices.ContainsFunc(p.Facts, isResult) {
			return true
		}
		return slices.ContainsFunc(p.Facts, func(f Fact) bool {
			_, isTask := s.rs.Tasks.Get(f.Of)
			return f.Kind == Contest || isDeed(f) && isTask || f.Kind == Activity && f.Weight >= Heavy
		})
	})
}

// tellDeeds tells at most limit of the last deeds in passages without a fight, among them the last check of several people; deeds with
// consequences take precedence over the rolls of one person.
// Repeated attempts with the same success count as one, as do equal activities. If a task succeeded after failures, one sentence tells both.
func (s *recapScene) tellDeeds(list []Passage, limit int) {
	lines, attempts, times := s.deedLines(list)
	for i := 0; i < len(lines); i++ {
		at := slices.IndexFunc(lines[i], isDeed)
		if at < 0 {
			continue
		}
		f, try := lines[i][at], attempts[i]
		_, isTask := s.rs.Tasks.Get(f.Of)
		f.Kind, f.Number, f.Sum = Series, times[try], collect.Choose(try.made, phrase.CaseMade, phrase.CaseMissed)
		failed := attempt{try.who, try.action, false}
		if before := slices.Index(attempts, failed); isTask && try.made && before > i { // the same was tried in vain before
			f.Number, f.Sum = f.Number+times[failed], "at_last"
			lines, attempts = slices.Delete(lines, before, before+1), slices.Delete(attempts, before, before+1)
		}
		if f.Number > 1 && try.action != "" && (isTask || !try.made) {
			lines[i] = []Fact{f}
		}
	}
	if at := slices.IndexFunc(lines, isOfSeveral); at >= limit { // the party's state tells the consequences, but no one tells this
		lines[limit-1] = lines[at]
	}
	for _, facts := range slices.Backward(lines[:min(limit, len(lines))]) {
		s.addSentence(rankTurn, facts...)
	}
}

// attempt is an attempt at a deed, or an activity. Attempts that are equal count as repetitions.
type attempt struct {
	who    string // key of the person; for an activity or the deed of several, all of theirs; for anything else, a number that makes it unique
	action string // name of the action or activity; "" for the deed of several and for anything else
	made   bool   // whether it succeeded
}

// deedLines returns the facts to tell of each different attempt in list, the last attempt first; the attempts, parallel to these lines; and
// how often each attempt was made. Equal attempts have one line, that of the last of them.
func (s *recapScene) deedLines(list []Passage) (lines [][]Fact, attempts []attempt, times map[attempt]float64) {
	times = map[attempt]float64{}
	for i, p := range slices.Backward(s.passagesToTell(list)) {
		try := attempt{who: fmt.Sprint(i)}
		if at := slices.IndexFunc(p.Facts, isDeed); isOfSeveral(p.Facts) { // of several people, with their results
			results := collect.Filter(p.Facts, func(f Fact) bool { return isDeed(f) || f.Degree != "" })
			try.who = strings.Join(collect.Map(results, func(f Fact) string { return fmt.Sprint(p.Key(f.Who), f.Of, f.Label, f.Made) }), " ")
		} else if at >= 0 {
			made := slices.ContainsFunc(p.Facts, func(f Fact) bool { return f.Kind == Step && f.Made })
			try = attempt{p.Key(p.Facts[at].Who), p.Facts[at].Of, made}
		}
		if at := slices.IndexFunc(p.Facts, func(f Fact) bool { return f.Kind == Activity }); at >= 0 && try.action == "" { // a night in several parts
			doers := collect.MapIf(p.Facts, func(f Fact) bool { return f.Kind == Activity }, func(f Fact) string { return p.Key(f.Who) + " " + f.Of })
			try = attempt{strings.Join(doers, " "), p.Facts[at].Of, true}
		}
		facts := collect.MapIf(p.Facts, s.isWorthRecounting, func(f Fact) Fact { return s.translateFact(&p, f) })
		if times[try]++; times[try] == 1 && len(facts) > 0 {
			lines, attempts = append(lines, facts), append(attempts, try)
		}
	}
	return lines, attempts, times
}

// isOfSeveral reports whether facts tell the deeds of several people, such as a check of the party.
func isOfSeveral(facts []Fact) bool { return len(collect.Filter(facts, isDeed)) > 1 }

// passagesToTell returns those passages in list that have consequences or tell the deeds of several people and, as far as room is left, the
// last rolls of one person.
func (s *recapScene) passagesToTell(list []Passage) []Passage {
	quiet := collect.Filter(Digest(s.rs, list), func(p Passage) bool {
		return (p.Weight() >= Heavy || p.isRoll()) && !p.hasFact(Whisper)
	})
	isKept := func(p Passage) bool { return p.Weight() >= Heavy || isOfSeveral(p.Facts) }
	room := maxTurns - len(collect.Filter(quiet, isKept))
	for i := len(quiet) - 1; i >= 0; i-- {
		if isKept(quiet[i]) {
			continue
		}
		if room--; room < 0 {
			quiet = slices.Delete(quiet, i, i+1)
		}
	}
	return quiet
}

// isRoll reports whether a passage tells a deed with its roll.
func (p *Passage) isRoll() bool { return p.hasFact(Deed) && p.hasFact(Step) }

// hasFact reports whether a passage has a fact of a kind.
func (p *Passage) hasFact(kind Kind) bool {
	return slices.ContainsFunc(p.Facts, func(f Fact) bool { return f.Kind == kind })
}

// isDeed reports whether a fact is a deed.
func isDeed(f Fact) bool { return f.Kind == Deed }

// isGain reports whether a fact says that a person has gained experience or raised an ability.
func (s *recapScene) isGain(f *Fact) bool {
	return f.Kind == Gained && f.Of == s.rs.Skill.Currency || f.Kind == Rank
}

// isWorthRecounting reports whether a fact of a scene without a fight is recounted. Messages aren't, nor are the party's afflictions and
// gains, which come at the end.
func (s *recapScene) isWorthRecounting(f Fact) bool {
	c, ok := s.rs.Conditions.Get(f.Of)
	return f.Kind != Says && f.Kind != Told && !s.isGain(&f) && !(ok && f.Kind == Put && c.Every != nil)
}

// plural is appended to the name of a pattern's case for several things.
const plural = "s"

// recapScene is a scene as a recap sees it.
type recapScene struct {
	*recap
	label                      string          // title of the scene
	ourSide                    map[string]bool // keys of the party and its allies
	here                       []Attendee      // people who were present when it began
	own, others                []int           // people who did something to each other: the party with its allies, and the others
	chased, foes               []int           // opponents that were chased, and the other opponents
	fights, chases, ends       bool            // whether it had a fight, nothing but a chase, and an end
	isOver                     bool            // whether a fact of kind Ends has been read; what follows can be a night
	blowCount                  int             // number of attacks, falls and wounds read so far
	firstBlow, lastBlow        int             // indexes of the passages with the first and the last of them; 0 if there are none
	alliesApproach, othersMove bool            // whether a member of the party or an ally went to one of the others, and whether these moved, too
	attacks                    bool            // whether opponents attacked each other
	isAnotherFight             bool            // whether it is another fight in the scene before
	isPartyDivided             bool            // whether members of the party were on both sides
	wins                       []Fact          // facts of kind Won
	victims                    []fall          // falls of people who are still down, in the order in which they fell
	blows                      []hitCount      // hits with an effect, by attacker and target
	health                     map[int]string  // word for the last known state of health, by number of the person; "" if unhurt
	leavers                    []int           // people who left the scene
	gains, handouts            []Fact          // facts about abilities and knowledge that the party gained, and messages shown to it
	outcomeLater               string          // end of the scene after a fight in it, in a word or two; "" if none
	outcome                    string          // end of the scene in a word or two, as the game master entered it; "" if none
}

// fall is a person's fall with its cause.
type fall struct {
	attacker, victim int    // number of the person who caused it, or 0, and of the person who fell
	facts            []Fact // conditions that keep the person down, in the order in which they began
}

// worstFact returns the fact that reports the worst condition in a fall.
func (s *recapScene) worstFact(defeat fall) Fact {
	return slices.MaxFunc(defeat.facts, func(f, g Fact) int {
		return rules.CompareBarring(s.conditionOf(f), s.conditionOf(g))
	})
}

// conditionOf returns the condition that a fact is about.
func (r *recap) conditionOf(f Fact) *rules.Condition {
	c, _ := r.rs.Conditions.Get(f.Of)
	return c
}

// hitCount counts the hits of one person on another.
type hitCount struct{ attacker, target, times int }

// findAllies finds the allies of the party: the opponents of its opponents.
func (s *recapScene) findAllies(list []Passage) {
	s.ourSide = maps.Clone(s.party)
	foes := map[string]bool{}
	for changed := true; changed; {
		changed = false
		join := func(a, b string) { // adds b to the side opposite to a's
			if s.ourSide[a] && !s.ourSide[b] && !foes[b] {
				foes[b], changed = true, true
			} else if foes[a] && !s.ourSide[b] && !foes[b] {
				s.ourSide[b], changed = true, true
			}
		}
		for i := range list {
			for _, f := range list[i].Facts {
				action, ok := s.rs.Actions.Get(f.Of)
				if !ok || f.Kind != Deed || action.UsualTargetSide() == rules.TowardOurs {
					continue
				}
				if a, b := list[i].Key(f.Who), list[i].Key(f.Other); a != "" && b != "" && a != b {
					join(a, b)
					join(b, a)
				}
			}
		}
	}
}

// addPerson adds a person to list, unless it is there already or has no number.
func addPerson(list *[]int, who int) {
	if who > 0 && !slices.Contains(*list, who) {
		*list = append(*list, who)
	}
}

// addHandout adds a message of the given kind shown to a person. Several of one kind become one fact with the plural case.
func (s *recapScene) addHandout(kind string, who int) {
	handout := Fact{Kind: "shown", Sum: kind, Who: who}
	several := Fact{Kind: "shown", Sum: kind + plural, Who: who}
	if at := slices.Index(s.handouts, handout); at >= 0 {
		s.handouts[at] = several
	} else if !slices.Contains(s.handouts, several) {
		s.handouts = append(s.handouts, handout)
	}
}

// addAttack records that actor, with key a, does something to target, with key b; they are on different sides.
func (s *recapScene) addAttack(actor, target int, a, b string) {
	s.attacks, s.isPartyDivided = true, s.isPartyDivided || s.party[a] && s.party[b]
	s.blowCount++
	for _, who := range []int{actor, target} {
		addPerson(collect.Choose(s.ourSide[s.cast.Keys[max(0, who)]], &s.own, &s.others), who)
	}
}

// deedSoFar is the deed against another person that a passage has told so far.
type deedSoFar struct {
	actor, target int  // numbers of its people; 0 before the deed
	hit           bool // whether it had an effect
}

// readPassage collects the facts of a passage.
func (s *recapScene) readPassage(p *Passage) {
	for _, a := range p.Here {
		s.here = append(s.here, Attendee{s.importPerson(p, a.Who), a.Side})
	}
	deed := &deedSoFar{}
	for _, f := range p.Facts {
		fact := s.translateFact(p, f)
		switch f.Kind {
		case Begins:
			s.label = f.Text
		case Ends:
			if s.isOver && f.Sum == "" {
				s.outcomeLater = f.Text
			} else {
				s.outcome = f.Text
			}
			s.ends, s.isOver = true, true
		case Won:
			fact.Sum = ""
			s.wins = append(s.wins, fact)
			s.ends = true
		case Deed:
			s.readDeed(p, &f, &fact, deed)
		case Activity, Goes:
			s.readMovement(p, &f, &fact)
		case Step:
			if f.Weight >= Heavy && deed.actor > 0 && deed.target > 0 && !deed.hit {
				deed.hit = true
				s.countBlow(deed.actor, deed.target)
			}
		case Health:
			if fact.Who > 0 && !s.isOver {
				s.blowCount++
				level, levels := s.rs.Knowledge.HealthLevel(f.Text)
				s.health[fact.Who] = collect.Choose(level < levels-1, f.Text, "")
			}
		case Gained, Rank:
			if s.isGain(&f) {
				s.gains = append(s.gains, fact)
			}
		case Whisper:
			if f.Of == rules.TellText || f.Of == rules.TellPicture {
				s.addHandout(f.Of, fact.Who)
			}
		case Leave:
			if fact.Who > 0 && !s.ourSide[p.Key(f.Who)] && !s.isDown(fact.Who) && (f.Chase || slices.Contains(s.others, fact.Who)) {
				s.leavers, s.othersMove = append(s.leavers, fact.Who), s.othersMove || f.Chase
			}
		case Join:
			s.leavers = slices.DeleteFunc(s.leavers, func(who int) bool { return who == fact.Who })
		case Put, End:
			s.readCondition(p, &f, &fact, deed)
		}
		s.fights = s.fights || f.Kind == Health && f.State || f.Kind == Deed && deed.actor > 0 && len(s.others) > 0
	}
}

// readDeed records an actor's deed against another person in deed and, if it was meant to harm someone of another side, as an attack. fact
// is f with the numbers of its people in the recap.
func (s *recapScene) readDeed(p *Passage, f, fact *Fact, deed *deedSoFar) {
	action, ok := s.rs.Actions.Get(f.Of)
	if !ok || f.Other == 0 || action.BelongsToSide() {
		return
	}
	deed.actor, deed.target = fact.Who, fact.Other
	if a, b := p.Key(f.Who), p.Key(f.Other); action.UsualTargetSide() != rules.TowardOurs && (s.ourSide[a] != s.ourSide[b] || s.sides[a] != s.sides[b]) {
		s.addAttack(fact.Who, fact.Other, a, b)
	}
}

// readMovement records who approached or chased whom, and whether the others moved. fact is f with the numbers of its people in the recap.
func (s *recapScene) readMovement(p *Passage, f, fact *Fact) {
	isOurs := s.ourSide[p.Key(f.Who)]
	switch {
	case isOurs && f.Other > 0 && !s.ourSide[p.Key(f.Other)]:
		s.alliesApproach, s.othersMove = true, s.othersMove || f.Chase
		addPerson(&s.own, fact.Who)
		addPerson(&s.others, fact.Other)
		if f.Chase {
			addPerson(&s.chased, fact.Other)
		}
	case !isOurs && fact.Who > 0:
		activity, ok := s.rs.Activities.Get(f.Of)
		s.othersMove = s.othersMove || f.Kind == Goes || ok && !activity.Plain && activity.Pace.Text != ""
	}
}

// readCondition records the beginning or the end of a condition that takes a person out. fact is f with the numbers of its people in the
// recap. A fall is attributed to the actor of deed if the deed had an effect or its target is the person who falls.
func (s *recapScene) readCondition(p *Passage, f, fact *Fact, deed *deedSoFar) {
	condition, ok := s.rs.Conditions.Get(f.Of)
	if !ok || fact.Who == 0 {
		return
	}
	if isEnd := f.Kind == End; (isEnd || f.Was != "") && !s.isOver {
		s.endFall(p, f, collect.Choose(isEnd, f.Of, f.Was), fact.Who)
	}
	if f.Kind == Put && takesOut(condition) {
		s.fights = true
		isCaused := (deed.hit || deed.target == fact.Who) && deed.actor > 0 && deed.actor != fact.Who
		s.addFall(collect.Choose(isCaused, deed.actor, 0), Fact{Kind: Put, Of: f.Of, Label: f.Label, Who: fact.Who, State: true})
	}
}

// addFall adds a condition that takes a person out, with the person who caused the fall, or 0.
func (s *recapScene) addFall(by int, fact Fact) {
	s.blowCount++
	at := slices.IndexFunc(s.victims, func(defeat fall) bool { return defeat.victim == fact.Who })
	if at < 0 {
		at = len(s.victims)
		s.victims = append(s.victims, fall{attacker: by, victim: fact.Who})
	}
	s.victims[at].facts = append(s.victims[at].facts, fact)
}

// endFall removes a condition that fact f of a passage ends or replaces, and the fall of the person with the number who unless another
// condition keeps that person down.
func (s *recapScene) endFall(p *Passage, f *Fact, condition string, who int) {
	at := slices.IndexFunc(s.victims, func(defeat fall) bool { return defeat.victim == who })
	if at < 0 {
		return
	}
	one := &s.victims[at]
	one.facts = slices.DeleteFunc(one.facts, func(g Fact) bool { return g.Of == condition })
	if len(one.facts) == 0 {
		s.victims = slices.Delete(s.victims, at, at+1)
	}
	if !slices.ContainsFunc(p.Facts, func(g Fact) bool { return g.Kind == Health && g.Who == f.Who }) {
		delete(s.health, who) // the person's current health was not seen
	}
}

// countBlow counts a blow that had an effect.
func (s *recapScene) countBlow(by, who int) {
	at := slices.IndexFunc(s.blows, func(b hitCount) bool { return b.attacker == by && b.target == who })
	if at < 0 {
		at = len(s.blows)
		s.blows = append(s.blows, hitCount{attacker: by, target: who})
	}
	s.blows[at].times++
}

// tellTurningPoints tells who fell, with all victims of one person together, and, if few fell, who else was hit. The falls of the party's
// members in the last scene are needed: the party's state does not repeat them.
func (s *recapScene) tellTurningPoints(last bool) {
	lines := s.fallLines()
	if len(lines) < maxTurns {
		s.tellBlows(maxTurns - len(lines))
	}
	lines, rest := s.dropLeastLines(lines)
	for _, line := range lines {
		if f := &line[0]; f.Kind == "felled" {
			f.Text = s.listPeople(s.victimsOf(f.Who), maxOthers)
		}
		if !s.addSentence(collect.Choose(last && s.isOwnFall(line), rankNeeded, rankTurn), line...) {
			continue
		}
		s.lines[len(s.lines)-1].falls = s.fallsIn(line)
		for _, one := range s.fallsIn(line) {
			if key := s.cast.Keys[max(0, one.victim)]; line[0].Kind == Put {
				s.down[key] = line[0].Of
			} else if len(s.victimsOf(one.attacker)) <= maxOthers {
				s.down[key] = one.facts[0].Of
			}
		}
	}
	s.lines = append(s.lines, s.countFalls(s.scene, rest)...)
}

// fallLines returns the facts of a line for each person who brought others down and, for falls that no one caused, for each condition.
func (s *recapScene) fallLines() (lines [][]Fact) {
	hasLine := map[int]bool{} // whether a line tells the victims of a person, by the person's number
	for _, one := range s.victims {
		if hasLine[one.attacker] {
			continue
		}
		fact := s.worstFact(one)
		alike := slices.IndexFunc(lines, func(line []Fact) bool { return one.attacker == 0 && line[0].Kind == Put && line[0].Of == fact.Of })
		if alike >= 0 {
			lines[alike] = append(lines[alike], fact)
			continue
		}
		if lines = append(lines, []Fact{fact}); one.attacker > 0 {
			hasLine[one.attacker] = true
			lines[len(lines)-1] = []Fact{{Kind: "felled", Who: one.attacker}}
		}
	}
	return lines
}

// dropLeastLines drops lines until maxTurns remain, and returns the falls in the dropped ones. Falls of the other side are dropped first
// and, within a side, the smallest groups.
func (s *recapScene) dropLeastLines(lines [][]Fact) (kept [][]Fact, dropped []fall) {
	count := func(line []Fact) int { return len(s.fallsIn(line)) }
	for len(lines) > maxTurns {
		smallest := max(0, slices.IndexFunc(lines, func(line []Fact) bool { return !s.isOwnFall(line) }))
		for i, line := range lines {
			if s.isOwnFall(line) == s.isOwnFall(lines[smallest]) && count(line) <= count(lines[smallest]) {
				smallest = i
			}
		}
		dropped = append(dropped, s.fallsIn(lines[smallest])...)
		lines = slices.Delete(lines, smallest, smallest+1)
	}
	return lines, dropped
}

// countFalls returns a line with the number of people in falls, who fell in a scene without being named, or nil if there are none. Sides
// don't count.
func (r *recap) countFalls(scene int, falls []fall) []recapLine {
	people := collect.Filter(falls, func(defeat fall) bool { return !r.cast.People[max(0, defeat.victim)].Side })
	if len(people) == 0 {
		return nil
	}
	standsOrLeft := func(defeat fall) bool {
		return !slices.ContainsFunc(defeat.facts, func(f Fact) bool { return r.conditionOf(f).IsDown() })
	}
	f := Fact{Kind: "more_fell", Number: float64(len(people)), Sum: collect.Choose(slices.ContainsFunc(people, standsOrLeft), "", "down")}
	return []recapLine{{text: r.noteNames(r.pastTeller([]Fact{f}).tellPassage()), rank: rankTurn, scene: scene, falls: people, counts: true}}
}

// victimsOf lists the people that a person brought down.
func (s *recapScene) victimsOf(by int) []int {
	return collect.MapIf(s.victims, func(defeat fall) bool { return defeat.attacker == by }, func(defeat fall) int { return defeat.victim })
}

// fallsIn lists the falls that a line tells.
func (s *recapScene) fallsIn(line []Fact) []fall {
	return collect.Filter(s.victims, func(defeat fall) bool {
		return line[0].Kind == "felled" && defeat.attacker == line[0].Who || slices.ContainsFunc(line, func(f Fact) bool { return f.Kind == Put && f.Who == defeat.victim })
	})
}

// isOwnFall reports whether a line tells that a member of the party fell.
func (s *recapScene) isOwnFall(line []Fact) bool {
	return slices.ContainsFunc(s.fallsIn(line), func(defeat fall) bool { return s.ourSide[s.cast.Keys[max(0, defeat.victim)]] })
}

// tellBlows tells how often attackers hit their targets, for the most frequent attackers except those who brought a person down.
func (s *recapScene) tellBlows(limit int) {
	done := map[int]bool{}
	for _, defeat := range s.victims {
		done[defeat.attacker] = true
	}
	slices.SortStableFunc(s.blows, func(a, b hitCount) int { return b.times - a.times })
	for _, b := range s.blows {
		if done[b.attacker] || limit == 0 {
			continue
		}
		done[b.attacker] = true
		limit--
		targets := collect.Filter(s.blows, func(c hitCount) bool { return c.attacker == b.attacker })
		targets = targets[:min(len(targets), maxOthers)]
		f := Fact{Kind: "struck", Who: b.attacker}
		if len(targets) > 1 && !slices.ContainsFunc(targets, func(c hitCount) bool { return c.times != b.times }) { // the number is the same for each
			f.Sum, f.Number, f.Text = "each", float64(b.times), s.listPeople(collect.Map(targets, func(c hitCount) int { return c.target }), maxOthers)
		} else {
			t := s.pastTeller(nil)
			names := collect.Map(targets, func(c hitCount) string {
				return s.objectName(c.target) + " " + numberWord(s.rs.Language.Times, c.times)
			})
			f.Text = s.noteNames(t.joinLimited(names, maxOthers))
		}
		s.addSentence(rankTurn, f)
	}
}

// isDown reports whether a person fell and is still down.
func (s *recapScene) isDown(who int) bool {
	return slices.ContainsFunc(s.victims, func(defeat fall) bool { return defeat.victim == who })
}

// standingOthers lists the others who are neither down nor gone.
func (s *recapScene) standingOthers() []int {
	return collect.Filter(s.others, func(who int) bool { return !s.isDown(who) && !slices.Contains(s.leavers, who) })
}

// standingSides lists the labels of the party's sides with a member who is not down.
func (s *recapScene) standingSides() []string {
	return s.sideLabelsOf(collect.Filter(s.own, func(who int) bool { return !s.isDown(who) && !slices.Contains(s.leavers, who) }))
}

// endingText describes in a word or two how the scene ended. If the party has members on several sides, it says which side won. It returns
// "" before the end.
func (s *recapScene) endingText() string {
	sides := slices.Compact(slices.Sorted(maps.Values(s.sides)))
	isOfParty := func(f Fact) bool { return slices.Contains(sides, rules.MidSentence(f.Text)) } // whether the winner is the party's side
	switch {
	case len(s.wins) > 0 && len(sides) > 1:
		return strings.TrimSuffix(rules.MidSentence(s.noteNames(s.pastTeller(s.wins[:1]).tellPassage())), ".")
	case len(s.wins) > 0:
		return collect.Choose(slices.ContainsFunc(s.wins, isOfParty), rules.OutcomeWon, rules.OutcomeLost)
	case s.chases && !s.ends && len(s.leavers) > 0 && len(s.standingOthers()) == 0:
		return rules.OutcomeEscaped // the chase is over; the scene goes on
	case !s.ends:
		return ""
	case slices.Contains([]string{rules.OutcomeWon, rules.OutcomeLost, rules.OutcomeBroken, rules.OutcomeEscaped}, s.outcome):
		return s.outcome
	case len(s.own) > 0 && !slices.ContainsFunc(slices.Collect(maps.Keys(s.ourSide)), func(key string) bool { return !s.isDown(s.numbers[key]) }):
		return rules.OutcomeLost // everyone on the party's side is down
	case len(s.standingOthers()) == 0 && len(s.others) > 0 || len(s.others) == 0 && s.fellWithTheirSide():
		return s.outcomeWithoutFoes()
	}
	return rules.OutcomeBroken
}

// outcomeWithoutFoes returns the outcome of a fight after which none of the others is left who can act.
func (s *recapScene) outcomeWithoutFoes() string {
	fallen := collect.Filter(s.victims, func(one fall) bool { return !s.ourSide[s.cast.Keys[max(0, one.victim)]] })
	return rules.OutcomeAgainst(len(fallen), len(s.leavers))
}

// fellWithTheirSide reports whether people of other sides fell, by no one's deed, and no one of their sides who was there at the beginning
// still stands.
func (s *recapScene) fellWithTheirSide() bool {
	sides := map[string]bool{} // sides of those who fell
	for _, one := range s.victims {
		if s.ourSide[s.cast.Keys[max(0, one.victim)]] {
			continue
		}
		sides[collect.First(s.here, func(a Attendee) bool { return a.Who == one.victim }).Side] = true
	}
	return len(sides) > 0 && !slices.ContainsFunc(s.here, func(a Attendee) bool {
		return sides[a.Side] && !s.ourSide[s.cast.Keys[max(0, a.Who)]] && !s.isDown(a.Who) && !slices.Contains(s.leavers, a.Who)
	})
}

// tellResult tells the end of the scene, and names the others who are not down.
func (s *recapScene) tellResult() {
	chase, rank := collect.Choose(s.chases, phrase.CaseChase, ""), rankRest // rank of the sentence about those who left
	switch ending := s.endingText(); {
	case len(s.wins) > 0:
		s.addSentence(rankNeeded, s.wins...)
	case ending == "":
		s.addSentence(rankNeeded, Fact{Kind: "not_over", Sum: chase})
	case s.isPartyDivided && len(s.standingSides()) == 1:
		s.addSentence(rankNeeded, Fact{Kind: "side_won", Label: s.standingSides()[0]})
	case ending == rules.OutcomeLost:
		s.addSentence(rankNeeded, Fact{Kind: "lost_fight"})
	case ending == rules.OutcomeWon:
		s.addSentence(rankNeeded, Fact{Kind: "won_fight", Sum: collect.Choose(len(s.leavers) == 0, chase, "")})
	case ending == rules.OutcomeEscaped:
		rank = rankNeeded
	default:
		s.addSentence(rankNeeded, Fact{Kind: "broken_off", Sum: chase})
	}
	s.hasOpponents = len(s.standingOthers()) > 0
	s.addSentence(rank, collect.Map(s.leavers, func(who int) Fact { return Fact{Kind: "got_away", Who: who} })...)
	s.addSentence(rankRest, collect.Map(s.standingOthers(), func(who int) Fact {
		f := Fact{Kind: "on_feet", Who: who, Text: s.health[who]}
		f.Sum = collect.Choose(f.Text != "", string(Health), collect.Choose(s.chases, phrase.CaseChase, ""))
		return f
	})...)
}

// tellPartyState tells the party's state: the members who are worst off first, a large side as a group.
func (r *recap) tellPartyState(end Aftermath) {
	facts := slices.Clone(end.Standing.Facts)
	slices.SortStableFunc(facts, func(a, b Fact) int { return cmp.Compare(a.Number, b.Number) })
	for i := range facts {
		facts[i] = r.translateFact(&end.Standing, facts[i])
	}
	stood := collect.Filter(facts, func(f Fact) bool { return f.Kind == Stood })
	// A side is told as a whole if it is too large, or if it is one of several and all its members are in the same state.
	for _, label := range r.sideLabelsOf(collect.Map(stood, func(f Fact) int { return f.Who })) {
		isOfSide := func(f Fact) bool { return f.Kind == Stood && f.Label == label }
		side := collect.Filter(facts, isOfSide)
		alike := len(side) > maxApart && len(r.sideLabels()) > 1 && !slices.ContainsFunc(side, func(f Fact) bool { return f.Text != side[0].Text })
		if len(side) > maxSubjects || alike {
			facts = slices.DeleteFunc(facts, isOfSide)
			r.tellSideState(label, side)
		}
	}
	suffers := collect.Filter(facts, func(f Fact) bool { return f.Kind == Put })
	// Members who are down by a condition that the recap has told already are omitted.
	facts = collect.Filter(facts, func(f Fact) bool { return f.Kind == Stood && (f.Number >= 0 || f.Of != r.down[r.cast.Keys[f.Who]]) })
	who := func(f Fact) int { return f.Who }
	for first := true; len(facts) > 0; first = false { // each round tells the members with the same state of health
		alike := func(f Fact) bool { return f.Text == facts[0].Text }
		group := collect.Filter(facts, alike)
		people := collect.Map(group, who)
		facts = collect.Filter(facts, func(f Fact) bool { return f.Text != group[0].Text })
		isYou := func(who int) bool { return r.cast.People[who].You }
		if isLast := !first && len(facts) == 0; isLast && r.hasNamedParty && len(people) < len(r.everybody) && !slices.ContainsFunc(people, isYou) {
			r.rest = people // named together, as the others of the party
		}
		for _, f := range suffers { // the afflictions that all of these have, and no one else
			isSame := func(g Fact) bool { return g.Of == f.Of }
			isOther := func(g Fact) bool { return !slices.Contains(people, g.Who) }
			if all := collect.Filter(suffers, isSame); len(all) == len(people) && !slices.ContainsFunc(all, isOther) {
				group, suffers = append(group, all...), collect.Filter(suffers, func(g Fact) bool { return !isSame(g) })
			}
		}
		r.addSentence(rankState, group...)
		r.rest = nil
	}
	r.addSentence(rankState, suffers...)
}

// tellSideState tells the state of a large side, the worst members first. Members in the same state are told together: as the whole side,
// by name if they are few, as a number, or as the rest.
func (r *recap) tellSideState(label string, side []Fact) {
	for whole, named := len(side), false; len(side) > 0; {
		isAlike := func(f Fact) bool { return f.Text == side[0].Text }
		alike, rest := collect.Filter(side, isAlike), slices.DeleteFunc(slices.Clone(side), isAlike)
		f := Fact{Kind: "of_side", Label: label, Text: side[0].Text, Number: float64(len(alike))}
		switch {
		case len(alike) == whole:
			f.Kind = "all_of_side"
		case len(alike) <= maxApart:
			named = true
			r.addSentence(rankState, alike...)
			side = rest
			continue
		case len(rest) == 0:
			f.Kind, f.Was = "rest_of_side", collect.Choose(named, r.definiteLabel(label), "")
		}
		r.addSentence(rankState, f)
		side = rest
	}
}

// joinSentences joins the sentences, and omits the least important ones if there are too many words.
func (r *recap) joinSentences() string {
	for {
		texts := collect.Map(r.lines, func(l recapLine) string { return l.text })
		text := strings.Join(texts, " ")
		if len(strings.Fields(text)) <= maxWords || len(r.lines) < 2 {
			return text
		}
		rank := slices.MaxFunc(r.lines, func(a, b recapLine) int { return a.rank - b.rank }).rank
		r.omitLine(slices.IndexFunc(r.lines, func(l recapLine) bool { return l.rank == rank }))
	}
}

// omitLine omits a line. If it tells falls, they are added to the count of those that the scene's other lines don't tell, and the count is
// omitted with the last of these lines.
func (r *recap) omitLine(at int) {
	omitted := r.lines[at]
	r.lines = slices.Delete(r.lines, at, at+1)
	if len(omitted.falls) == 0 {
		return
	}
	falls, last := omitted.falls, -1
	for i := len(r.lines) - 1; i >= 0; i-- {
		switch l := r.lines[i]; {
		case l.scene != omitted.scene || len(l.falls) == 0:
		case l.counts:
			falls = append(slices.Clone(falls), l.falls...)
			r.lines = slices.Delete(r.lines, i, i+1)
		case last < 0:
			last = i
		}
	}
	if last >= 0 && !omitted.counts {
		r.lines = slices.Insert(r.lines, last+1, r.countFalls(omitted.scene, falls)...)
	}
}
