package players

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"hybrid/gm"
	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/gm/story"
	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/message"
)

// The account of play for one seat, entry by entry: known people, visible events, and passages in sentences. Start reading here. A seat is
// the view of one player's character, or of all players together. Package story computes the facts of an entry and turns them into
// sentences; a passage is the part that the seat is told. An evening is a session of play.

// Log tells the players, entry by entry, what their characters may know. It relies on settled facts alone, never on a line or a
// title, since those contain the typed line. It has many methods because all views of a seat's character depend on what the seat was told.
type Log struct {
	game            *command.Game           // game with the rules of the entries
	seat            string                  // key of the character whose player reads the log; TableSeat for all players together
	soleCharacter   string                  // for TableSeat: key of the only character with a player; empty for several or none
	number          int64                   // count of passages told so far
	passage         story.Passage           // facts of the last entry, including those that make no sentence
	ways            story.Phrasings         // phrasings used most recently, which aren't repeated at once
	count           float64                 // clock count at the last event noticed
	elapsed         float64                 // campaign time at that count, in seconds
	metActors       map[string]bool         // actors the players have heard of, by key: the party and everyone mentioned in a passage
	toldConditions  map[heldCondition]bool  // whether the players were told that a condition began, by condition
	mentions        map[string]string       // name or description under which a passage last mentioned each actor, by the actor's key
	people          acquaintances           // actors that the players have noticed
	glimpses        map[pair]*glimpse       // aspects of others that viewers still see although a secret hides them
	memories        map[pair][]rules.Belief // facts that viewers remember about actors openly lost from sight, as a glimpse last showed them
	unseenCaused    map[heldCondition]bool  // conditions that aren't told because someone unnoticed caused them
	openActors      map[string]openActor    // actors affected by a secret, as they would be without it, by key
	lastShown       *shownState             // last state shown; nil before the first one
	scene           string                  // key of the last scene that began
	sceneOver       bool                    // whether that scene is over, as far as was told: the end of an unnoticed fight is told like that of the scene
	outcome         string                  // result of that scene, as told so far; empty until it is told
	lastNames       *playerNames            // names in the last state examined; nil before the first one
	habits          map[string]habit        // declarations of the seat's character, by action
	lastCount       float64                 // count of the last passage; -1 if none had a count
	lastDoing       rules.OngoingAction     // last declaration of the seat's character; its action is empty before the first one
	lastStrikes     map[string]int64        // number of the last passage in which an actor did something to the reader's side, by the actor's ID
	passages        []story.Passage         // passages told on the evening of the last entry; append-only, so that clones can share the slice
	earlierRecap    string                  // recap of the last earlier evening on which something was told
	earlierEvening  int64                   // number of that earlier evening
	passagesEvening int64                   // number of the evening of passages
	fights          toldFights              // last fights as they were told
	abilities       [2]*abilities           // latest abilities and the ones before them (for an undo); nil until computed
}

// heldCondition is a condition that an actor has.
type heldCondition struct {
	who string // key of the actor
	id  int    // serial number of the condition on that actor
}

// holdingKey returns the key of a condition, which stays the same while the condition is outranked.
func holdingKey(who string, id int) heldCondition { return heldCondition{who, rules.SerialOf(id)} }

// Passage is the part of an entry that the players are told.
type Passage struct {
	Number  int64         // number among the told passages, from 1
	Count   float64       // count of the event noticed; for manual changes by the game master, that of the last one noticed earlier
	Timed   bool          // whether it has a count, since someone took turns as far as the reader knows
	First   bool          // whether its count differs from the previous passage's
	Text    string        // sentences of the passage
	Plan    bool          // whether it only announces something: a plan, a wait, the beginning of an encounter or a turn
	Steps   []RolledStep  // steps rolled for the party
	Begins  bool          // whether an encounter begins
	Bare    string        // on the table screen: the text without its consequences, if that differs; empty otherwise
	Parts   []Part        // parts of the text, split so that losses can be marked
	Result  *Result       // last roll of the seat's character in it; nil if there is none
	Came    []Consequence // on the table screen: consequences in a few words each
	Whisper string        // text whispered to the player; empty if there is none
	Learnt  bool          // whether the whisper is a prepared secret: [SeatView.Secrets] lists it as long as it is known
	Picture string        // SHA-256, in hexadecimal, of a picture that is shown; empty if there is none
	Handout string        // text of a handout that is shown, with its line breaks; empty if there is none

	evening int64 // number of the evening on which it was played
}

// Part is a part of a text.
type Part struct {
	Text string // text to print
	Lost bool   // whether the text names a loss of the seat's character
}

// Consequence is a consequence of a passage for an actor: the new health level, or a condition.
type Consequence struct {
	Text   string // consequence in a few words
	Level  int    // health level, as in [Appearance]
	Levels int    // number of levels of health; 0 for a condition
}

// RolledStep is a step of an entry with the dice that were rolled for it.
type RolledStep struct {
	Label string // name of the step, as printed
	Text  string // result of the step
	Dice  []Die  // dice in the order of the roll
}

// Die is a rolled die, such as d100.
type Die struct {
	Die    string // kind of die, such as d100
	Result int    // number rolled
	Face   string // rolled face of a die with faces; empty for other dice
	Typed  bool   // whether the player rolled a real die and typed its result
	For    string // purpose of the die; empty if the step says it
}

// NewLog returns an empty log, under the rules of a game. seat is the key of the character whose player reads it, or TableSeat for all
// players together; a line is then told if it was told to each character present.
func NewLog(g *command.Game, seat string) *Log {
	l := &Log{
		game: g, seat: seat, lastCount: -1, habits: map[string]habit{}, lastStrikes: map[string]int64{},
		unseenCaused: map[heldCondition]bool{}, openActors: map[string]openActor{}, memories: map[pair][]rules.Belief{},
	}
	l.forgetOthers()
	return l
}

// forgetOthers forgets all other actors, when an encounter begins.
func (l *Log) forgetOthers() {
	l.metActors, l.toldConditions = map[string]bool{}, map[heldCondition]bool{}
	l.mentions, l.count, l.people, l.lastNames, l.glimpses, l.lastDoing = map[string]string{}, 0, acquaintances{}, nil, map[pair]*glimpse{}, rules.OngoingAction{}
	l.lastShown = nil
	clear(l.lastStrikes)
}

// Next returns the passage of the next valid entry. ok is false if the readers are told nothing about it.
func (l *Log) Next(e *gm.HistoryEntry) (p Passage, ok bool) {
	if e.Opens {
		l.beginEvening(e)
	}
	l.countDeclarations(e)
	if fight := collect.First(e.Events, func(ev rules.Event) bool { return ev.Kind == rules.EventFight }); fight.By != 0 {
		l.count += fight.By // counts restart with the fight
	}
	begins, outcome := l.updatePeople(e)
	if l.seat == TableSeat {
		l.updateSoleCharacter(e, begins)
	}
	for _, a := range l.partyActors(e.After) {
		l.metActors[a.Key] = true
	}
	// v is the entry as the players see it; collecting its facts also updates the people that they have met and noticed
	veiled, before := l.veilEntry(e)
	v := &view{Log: l, fullEntry: e, entry: veiled, namesBefore: before}
	v.classifyEntry()
	passage := story.Collect(l.game.Rules, v.withholdSecrets(), v)
	p.Plan = !slices.ContainsFunc(passage.Facts, func(f story.Fact) bool {
		return !slices.Contains([]story.Kind{story.Begins, story.Declared, story.Waits, story.SideTurn, story.SideDone, story.MustPass, story.Round}, f.Kind)
	})
	l.setSceneOutcome(passage, e, outcome)
	passage.Number, passage.LatestPhrasings = l.number, l.ways
	text, ways := l.tellPassage(passage, &p)
	l.passage = passage
	v.addWhispersAndHandouts(&p)
	if v.isTurnNoticed() || text != "" && !v.isManual { // the players notice the time
		l.count, l.elapsed = e.Count, e.After.Elapsed
		if dropPastTurns(l.openActors, l.count) {
			l.lastShown = nil
		}
	}
	l.advanceTime(e)
	l.passage.Elapsed = l.elapsed
	if last := len(l.passages) - 1; len(l.passage.Facts) > 0 || passage.BeginsFight || last >= 0 && l.passages[last].Elapsed != l.elapsed {
		l.passages, l.passagesEvening = append(l.passages, l.passage), e.Evening
	}
	l.fights.recordEntry(e, l.count, text)
	// nothing was told: the passage gets no number
	if text == "" && p.Picture == "" {
		return Passage{}, false
	}
	l.number++
	l.ways = ways
	p.Number, p.Count, p.Timed, p.Text, p.Steps = l.number, l.count, !l.AtRest(e.After), text, v.rolledSteps()
	p.Begins, p.evening = begins, e.Evening
	p.First = p.Timed && l.lastCount != p.Count
	if l.lastCount = -1; p.Timed {
		l.lastCount = p.Count
	}
	v.addConsequences(&p, &passage)
	v.recordStrikes()
	return p, true
}

// updatePeople updates the players' knowledge of others before an entry is told: the others of a scene are forgotten when another scene
// begins. begins reports whether e begins one. If that ends a scene still in progress, outcome is its outcome as the players saw it;
// otherwise "".
func (l *Log) updatePeople(e *gm.HistoryEntry) (begins bool, outcome string) {
	begun, begins := e.BeginEvent()
	if !begins {
		l.updateGlimpses(e)
		l.forgetReplaced(e)
		return false, ""
	}
	if e.Before.Running {
		outcome = l.sceneEndText(story.Passage{Facts: []story.Fact{{Kind: story.Ends}}}, e.Before, e.Before)
	}
	l.forgetOthers()
	l.scene, l.outcome, l.sceneOver = begun.What, "", false
	return true, outcome
}

// setSceneOutcome replaces the outcome of a scene in the passage of entry e: it is told as the players saw it, not as the game master
// entered it. outcome is that of the scene before the one that begins.
func (l *Log) setSceneOutcome(passage story.Passage, e *gm.HistoryEntry, outcome string) {
	l.sceneOver = l.sceneOver && !passage.BeginsFight
	for i := range passage.Facts {
		switch f := &passage.Facts[i]; f.Kind {
		case story.Begins:
			f.Was = outcome
		case story.Ends:
			f.Text = l.sceneEndText(passage, e.Before, e.After)
			l.sceneOver = f.Sum == "" || e.After.SceneOver
		}
	}
}

// beginEvening keeps the recap of the previous evening, and forgets its passages except for the scene that continues. e is the first entry
// of the new evening.
func (l *Log) beginEvening(e *gm.HistoryEntry) {
	if text := l.Recap(e.Before); text != "" {
		l.earlierRecap, l.earlierEvening = text, l.passagesEvening
	}
	l.passages = l.resumeScene(e)
}

// updateSoleCharacter sets soleCharacter if exactly one character with a player is present, about which the table is then told everything.
// It clears soleCharacter if another such character was present before the entry, unless an encounter begins with the entry.
func (l *Log) updateSoleCharacter(e *gm.HistoryEntry, begins bool) {
	l.soleCharacter = ""
	present := l.audienceMembers(e.After)
	isOther := func(a *rules.Actor) bool { return a.Key != present[0].Key }
	if len(present) == 1 && (begins || !slices.ContainsFunc(l.audienceMembers(e.Before), isOther)) {
		l.soleCharacter = present[0].Key
	}
}

// tellPassage sets the parts of p to the sentences of passage. It returns the text without the numbers that follow the sentences, and the
// phrasings used most recently. It records the descriptions under which unnamed people are mentioned.
func (l *Log) tellPassage(passage story.Passage, p *Passage) (text string, ways story.Phrasings) {
	whole := passage
	for _, span := range story.Spans(l.game.Rules, &whole) {
		if !span.InMargin {
			text += span.Text
		}
		if who := &passage.People[max(0, span.Who)]; span.Who > 0 && !who.Named && !who.Unknown {
			l.mentions[passage.Key(span.Who)] = who.Name
		}
		if n := len(p.Parts); n > 0 && p.Parts[n-1].Lost == span.Lost {
			p.Parts[n-1].Text += span.Text
			continue
		}
		p.Parts = append(p.Parts, Part{span.Text, span.Lost})
	}
	return text, whole.LatestPhrasings
}

// sceneEndText describes the outcome of the scene that passage ends: by a goal that players know, or else by the fight as told so far. If
// the end of the encounter decided the fight, it is won or lost by the party's side, provided that the party is on one side.
func (l *Log) sceneEndText(passage story.Passage, before, after *rules.State) string {
	fight := l.outcome // outcome of an earlier fight in the scene, if this is the end of the scene
	l.outcome = story.Outcome(l.game.Rules, append(slices.Clip(l.passages), passage), l.Aftermath(after))
	isFight := slices.ContainsFunc(passage.Facts, func(f story.Fact) bool { return f.Kind == story.Ends && f.Sum != "" })
	if !isFight {
		l.outcome = cmp.Or(l.outcome, fight)
	}
	prepared, _ := l.game.Campaign.Encounter(before.Encounter)
	sides := slices.Compact(slices.Sorted(slices.Values(collect.Map(before.Protagonists(), func(a *rules.Actor) string { return a.Side }))))
	if won := prepared.Winner(l.game.Rules, before); won != "" && l.outcome != "" && len(sides) == 1 {
		l.outcome = collect.Choose(won == sides[0], rules.OutcomeWon, rules.OutcomeLost)
	}
	if !isFight || after.SceneOver {
		l.outcome, _ = l.Ending(before)
	}
	return l.outcome
}

// resumeScene returns the passage that begins an evening in the middle of a scene, or nil if no scene is running before the entry e.
func (l *Log) resumeScene(e *gm.HistoryEntry) []story.Passage {
	prepared, ok := l.game.Campaign.Encounter(l.scene)
	if _, begins := e.BeginEvent(); begins || !ok || !l.IsSceneOn() || prepared.Hidden && prepared.PlayersLabel == "" {
		return nil
	}
	public := l.publicState(e.Before)
	viewers := l.noticingMembers(public)
	person := func(a *rules.Actor) story.Person { return l.knownPerson(public, a.Key).Person }
	seesSide := func(a *rules.Actor) bool {
		return noticedByAll(viewers, a, l.noticesOrRemembers)&rules.KnowSide != 0
	}
	return []story.Passage{story.ResumeScene(prepared.NameForPlayers(), l.elapsed, public.Actors, person, seesSide)}
}

// IsSceneOn reports whether a scene has begun and isn't over, as far as was told (see rules.State.IsSceneOn).
func (l *Log) IsSceneOn() bool { return l.scene != "" && !l.sceneOver }

// Ending returns the outcome of the last scene in a word or two, as told so far, and lists the goals that players know of, each with its
// result. s is the state before its end.
func (l *Log) Ending(s *rules.State) (outcome string, goals []string) {
	prepared, ok := l.game.Campaign.Encounter(l.scene)
	if !ok {
		return l.outcome, nil
	}
	goals = prepared.GoalTexts(s.Goals, true, func(g *campaign.Goal) string { return g.PlayersLabel })
	return prepared.Outcome(s.Goals, (*campaign.Goal).HasPlayerName, l.outcome), goals
}

// advanceTime records the time that passes for the readers of the log, and for everyone when the clock is set. A character that joins takes
// over the time of those already present.
func (l *Log) advanceTime(e *gm.HistoryEntry) {
	for i := range e.Events {
		ev := &e.Events[i]
		isAbout := func(a *rules.Actor) bool { return a.Key == ev.Who }
		switch {
		case ev.Kind == rules.EventJoin && ev.Who == l.seat:
			l.elapsed = e.After.Elapsed
		case ev.Kind == rules.EventTime && (ev.Who == "" || slices.ContainsFunc(l.audienceMembers(e.After), isAbout)):
			l.elapsed = ev.At
		case ev.Kind == rules.EventClock && l.game.Rules.IsAtRest(e.Before) && len(l.audienceMembers(e.After)) > 0: // time passes for everyone
			l.elapsed = e.After.Elapsed
		}
	}
}

// Passage returns the last entry's passage, as facts.
func (l *Log) Passage() story.Passage { return l.passage }

// Recap summarizes, in a few sentences, the passages of the evening of the last entry, and describes the party in the state end. It returns
// "" if nothing was told on that evening.
func (l *Log) Recap(end *rules.State) string {
	if len(l.passages) == 0 {
		return ""
	}
	return story.Recap(l.game.Rules, l.passages, l.Aftermath(end))
}

// toldFight is a fight as it was told, used to find its turning points.
type toldFight struct {
	first    int64       // number of the entry that began it; 0 if there was no fight
	evening  int64       // number of the evening on which it took place
	revealed bool        // whether the players may read its turning points
	entries  []toldEntry // entries told in part or in full; append-only, so that clones can share the slice
}

// toldEntry is an entry with the text that the players read about it.
type toldEntry struct {
	seq     int64   // number of the entry in the session
	evening int64   // number of the evening on which it was played
	count   float64 // count that was told with it
	text    string  // text that the players read
}

// toldFights holds the last fight at index 0, and the last one of an earlier evening at index 1.
type toldFights [2]toldFight

// recordEntry records the text told about an entry, and the count told with it, if the entry belongs to a fight. It also records whether
// the players may read the turning points of the fight.
func (f *toldFights) recordEntry(e *gm.HistoryEntry, count float64, text string) {
	last := &f[0]
	if _, begins := e.BeginEvent(); begins {
		if last.evening < e.Evening {
			f[1] = *last
		}
		*last = toldFight{first: e.Seq, evening: e.Evening}
	}
	if last.first != 0 && text != "" && (e.Before.Running || e.After.Running) {
		last.entries = append(last.entries, toldEntry{e.Seq, e.Evening, count, text})
	}
	last.revealed = last.revealed || e.RevealsLine()
}

// TurningPoint is a turning point of a fight, as players read it.
type TurningPoint struct {
	Evening int64  // number of the evening of play
	Text    string // turning point as a sentence
}

// TurningPoints returns the turning points of the last fight, in order, at entries that were told at least in part. It returns nil until
// the players may read them. turns returns the turning points of a fight, by the number of the entry that began it.
func (l *Log) TurningPoints(turns func(first int64) []gm.TurningPoint) []TurningPoint {
	return l.fights[0].turningPoints(l.game.Rules, turns)
}

// turningPoints returns the turning points of the fight for Log.TurningPoints.
func (f *toldFight) turningPoints(rs *rules.Ruleset, turns func(first int64) []gm.TurningPoint) (list []TurningPoint) {
	if !f.revealed {
		return nil
	}
	for _, t := range turns(f.first) {
		if e, ok := collect.Find(f.entries, func(e toldEntry) bool { return e.seq == t.Entry }); ok {
			list = append(list, TurningPoint{e.evening, t.Text(rs, e.count, e.text, gm.ChanceStep)})
		}
	}
	return list
}

// recapWithTurns returns the recap of an evening with the turning points of its last fight.
func (f *toldFights) recapWithTurns(rs *rules.Ruleset, recap string, evening int64, turns func(first int64) []gm.TurningPoint) string {
	for i := range f {
		if f := &f[i]; f.evening == evening && recap != "" {
			return strings.Join(append([]string{recap}, collect.Map(f.turningPoints(rs, turns), func(t TurningPoint) string { return t.Text })...), " ")
		}
	}
	return recap
}

// Summary returns the summary of the evening of the last entry, as the readers know it. turns is as for TurningPoints.
func (l *Log) Summary(evening int64, end *rules.State, turns func(first int64) []gm.TurningPoint) gm.Summary {
	m := gm.Summary{Evening: evening, Text: l.fights.recapWithTurns(l.game.Rules, l.Recap(end), l.passagesEvening, turns), Open: knownThreads(end, l.audienceMembers(end))}
	if e, ok := l.game.Campaign.Encounter(end.Encounter); ok && l.IsSceneOn() {
		m.Now = append(m.Now, message.Capitalise(e.NameForPlayers()))
	}
	for _, member := range partyConditions(l, end) {
		if name := l.knownPerson(l.publicState(end), member.Key).Name; name != "" && member.bearing.IsImpaired() {
			m.Now = append(m.Now, name+": "+rules.MidSentence(member.bearing.Word))
		}
	}
	return m
}

// knownThreads lists the open threads that all of these actors were told about.
func knownThreads(s *rules.State, members []*rules.Actor) []string {
	if len(members) == 0 {
		return nil
	}
	return collect.Filter(s.KnownThreads(members[0]), func(text string) bool {
		return !slices.ContainsFunc(members, func(a *rules.Actor) bool { return a.BeliefAbout(text, rules.TellThread) == nil })
	})
}

// Aftermath returns the members' health and afflictions, as far as all readers of the log know them.
func (l *Log) Aftermath(s *rules.State) (end story.Aftermath) {
	for _, member := range partyConditions(l, s) {
		s := l.publicState(s)
		end.AddMember(s, member.Actor, l.knownPerson(s, member.Key).Person, member.bearing, member.afflictions)
	}
	end.AddElsewhere(s)
	return end
}

// memberCondition is a member of the party with its health and afflictions, as far as all readers know them.
type memberCondition struct {
	*rules.Actor
	bearing     rules.Bearing      // state of health
	afflictions []*rules.Condition // conditions that need treatment; nil if there are none or they are unknown
}

// partyConditions lists the members' health and afflictions. It omits members whose health some readers don't know.
func partyConditions(l *Log, s *rules.State) (list []memberCondition) {
	s = l.publicState(s)
	viewers := l.noticingMembers(s)
	for _, a := range l.partyActors(s) {
		noticed := noticedByAll(viewers, a, l.noticesOrRemembers)
		if noticed&rules.KnowHealth == 0 {
			continue
		}
		member := memberCondition{Actor: a, bearing: l.actorAsKnown(viewers, a, rules.KnowHealth).SeenBearing(l.game.Rules, noticed)}
		if noticed&rules.KnowCondition != 0 {
			member.afflictions = story.Afflictions(l.game.Rules, l.actorAsKnown(viewers, a, rules.KnowCondition))
		}
		list = append(list, member)
	}
	return list
}

// Party lists the members of the party in a state by the names that all readers of the log know: the readers' own characters, and
// others that all of these know to be on their side. It omits members whose presence some readers don't know of.
func (l *Log) Party(s *rules.State) (list []Character) {
	names := l.nameActors(s)
	isNoticed := func(a *rules.Actor) bool { return names[a.Key] != unknown }
	return collect.MapIf(l.partyActors(s), isNoticed, func(a *rules.Actor) Character { return Character{a.Key, names[a.Key], a.Sheet.Person.Player} })
}

// partyActors lists the actors of the party in a state: those that Party names, and those whose presence some readers don't know of.
func (l *Log) partyActors(s *rules.State) (list []*rules.Actor) {
	members, viewers := l.audienceMembers(s), l.noticingMembers(s)
	for _, a := range s.Actors {
		isOnOtherSide := func(o *rules.Actor) bool { return o.ApparentSide() != a.ApparentSide() }
		if slices.Contains(members, a) {
			list = append(list, a)
			continue
		}
		isOnOurSide := len(viewers) > 0 && !slices.ContainsFunc(members, isOnOtherSide)
		if isOnOurSide && noticedByAll(viewers, a, l.noticesOrRemembers)&rules.KnowSide != 0 {
			list = append(list, a)
		}
	}
	return list
}

// seesEverythingOf reports whether the readers are told everything that happens to an actor, since it is the seat's character or, on the
// table screen, the only character present that has a player.
func (l *Log) seesEverythingOf(a *rules.Actor) bool {
	return a != nil && (a.Key == l.seat || a.Key == l.soleCharacter)
}

// view is one entry as the players see it. It implements [story.Veil], through which package story asks what the players may be told.
type view struct {
	*Log
	fullEntry   *gm.HistoryEntry  // entry with all its facts
	entry       *gm.HistoryEntry  // entry in which others have the names that the players know them by
	namesBefore map[string]string // names of those others before the entry, by key

	secret        bool // whether part of it is secret
	concernsParty bool // whether it concerns an actor about whom everything is told
	seesDeeds     bool // whether the players see the deeds of others in it
	isManual      bool // whether the game master changed something manually, so that nothing was rolled or pending
}

// seesEverythingOfKey reports whether the readers are told everything that happens to the actor with this key.
func (v *view) seesEverythingOfKey(key string) bool {
	return key != "" && v.seesEverythingOf(v.entry.Actor(key))
}

// seesPartOfKey reports whether the actor with this key is one about whom the readers aren't told everything. It is false for "".
func (v *view) seesPartOfKey(key string) bool {
	return key != "" && !v.seesEverythingOf(v.entry.Actor(key))
}

// classifyEntry determines what is secret, whom the entry concerns and whose deeds are seen in it, before anything is told.
func (v *view) classifyEntry() {
	v.isManual = len(v.entry.Outcomes) == 0
	for _, e := range v.entry.Events {
		v.isManual = v.isManual && e.Kind != rules.EventClock
		if e.Kind == rules.EventJoin {
			v.forgetConditions(e)
		}
		v.concernsParty = v.concernsParty || v.seesEverythingOfKey(e.Who)
	}
	v.concernsParty = v.concernsParty || v.seesEverythingOfKey(v.entry.Whom)
	for i := range v.entry.Outcomes {
		v.secret = v.secret || v.entry.Outcomes[i].Secret
	}
	seen := v.seesPartOfKey(v.entry.Who) && v.isNoticedBeforeOrAfter(v.entry.Who, rules.KnowDeed)
	v.seesDeeds = !v.secret && (v.seesEverythingOfKey(v.entry.Who) || seen)
}

// forgetReplaced deletes the knowledge about actors who left when new actors take their keys.
func (l *Log) forgetReplaced(e *gm.HistoryEntry) {
	for i := range e.Events {
		if join := &e.Events[i]; join.Kind == rules.EventJoin && join.Sheet != "" && l.people.byKey[join.Who] != nil {
			l.people.forgetActor(join.Who)
			l.lastNames = nil
			delete(l.metActors, join.Who)
			delete(l.mentions, join.Who)
			maps.DeleteFunc(l.glimpses, func(at pair, _ *glimpse) bool { return at.other == join.Who })
			maps.DeleteFunc(l.memories, func(at pair, _ []rules.Belief) bool { return at.other == join.Who })
		}
	}
}

// forgetConditions deletes the knowledge about an actor's conditions when it joins. An actor that joins again has new conditions.
func (v *view) forgetConditions(e rules.Event) {
	if e.Sheet == "" {
		return
	}
	isActors := func(h heldCondition, _ bool) bool { return h.who == e.Who }
	maps.DeleteFunc(v.toldConditions, isActors)
	maps.DeleteFunc(v.unseenCaused, isActors)
	delete(v.openActors, e.Who)
	v.lastShown = nil
}

// rolledSteps lists the steps with the dice that were rolled for the readers' own characters. It omits the terms of chances, which may
// reveal what only the game master knows.
func (v *view) rolledSteps() (list []RolledStep) {
	wording := v.entry.Wording(v.game.Rules)
	name := func(key string) string { return wording.Name(key) }
	for i := range v.entry.Outcomes {
		o := &v.entry.Outcomes[i]
		own := v.seesEverythingOfKey(o.Who)
		isOwnTableRoll := v.seesDeeds && v.seesEverythingOfKey(v.entry.Who) && o.Row != ""      // a table roll about another actor
		isOthersTableRoll := own && o.Row != "" && o.Whom == "" && v.seesPartOfKey(v.entry.Who) // a table roll about the reader's own character
		isShown := (own || isOwnTableRoll) && !isOthersTableRoll
		if !isShown || o.Secret || o.Overruled || o.Kind == command.KindInitiative || len(o.Dice) == 0 {
			continue
		}
		label := rules.MidSentence(o.Label)
		if who := name(o.Who); who != you {
			label = who + ": " + label
		}
		if o.Whom != "" && o.Whom != v.entry.Who && o.Whom != v.entry.Whom && (v.metActors[o.Whom] || v.seesEverythingOfKey(o.Whom)) {
			label += " → " + name(o.Whom)
		}
		step := RolledStep{Label: label, Text: rollResultText(o)}
		step.Dice = append(step.Dice, collect.Map(o.Dice, func(die rules.Die) Die {
			return Die{die.KindText(), die.Result, collect.Choose(die.Face == "", "", die.ResultText()), die.Typed, die.For}
		})...)
		list = append(list, step)
	}
	return list
}

// rollResultText returns the result of a step, as the player who rolled it reads it.
func rollResultText(o *rules.Outcome) string {
	label := rules.MidSentence(cmp.Or(o.Skill, o.Label))
	switch {
	case o.Throw != "" && o.Degree != "":
		return fmt.Sprintf("%s %s, %s", label, o.Throw, o.Degree)
	case o.Throw != "":
		return label + " " + o.Throw
	case o.Degree != "":
		return fmt.Sprintf("%s rolled %s, %s", label, o.FaceText(), o.Degree)
	case o.Row != "":
		return strings.TrimSpace(o.Side + " " + o.Row)
	}
	return ""
}

// addWhispersAndHandouts adds to a passage the text whispered to the seat's character, and the picture or text that is shown.
func (v *view) addWhispersAndHandouts(p *Passage) {
	for i := range v.entry.Events {
		e := &v.entry.Events[i]
		if e.Kind != rules.EventTell || !v.concernsAllPlayers(e) {
			continue
		}
		switch {
		case e.What == rules.TellPicture:
			p.Picture = e.Other
		case e.What == rules.TellText:
			p.Handout = e.Text
		case (e.What == rules.TellWhisper || e.What == rules.TellSecret) && e.Who == v.seat:
			p.Whisper, p.Learnt = e.Text, e.What == rules.TellSecret
		}
	}
}

// The methods of story.Veil.

// All implements [story.Veil]: players do not know everything.
func (v *view) All() bool { return false }

// Title implements [story.Veil].
func (v *view) Title(begin *rules.Event) string {
	prepared, ok := v.game.Campaign.Encounter(begin.What)
	if !ok || prepared.Hidden && prepared.PlayersLabel == "" {
		return ""
	}
	return prepared.NameForPlayers()
}

// FightOn implements [story.Veil].
func (v *view) FightOn(s *rules.State) bool { return s.IsFightOn(v.AtRest(s)) }

// KnowsAllOf implements [story.Veil]: everything that happens to the party is known.
func (v *view) KnowsAllOf(key string) bool { return v.seesEverythingOfKey(key) }

// SeesDeeds implements [story.Veil].
func (v *view) SeesDeeds() bool { return v.seesDeeds }

// TakePart implements [story.Veil].
func (v *view) TakePart(keys []string) bool {
	members := v.audienceMembers(v.fullEntry.After)
	return len(members) > 0 && !slices.ContainsFunc(members, func(a *rules.Actor) bool { return !slices.Contains(keys, a.Key) })
}

// IsConcerned implements [story.Veil].
func (v *view) IsConcerned() bool { return v.concernsParty }

// IsManual implements [story.Veil].
func (v *view) IsManual() bool { return v.isManual }

// Sees implements [story.Veil].
func (v *view) Sees(key string, aspects rules.Aspects) bool {
	return v.isNoticedBeforeOrAfter(key, aspects)
}

// HasMet implements [story.Veil].
func (v *view) HasMet(key string) bool { return v.metActors[key] }

// Meet implements [story.Veil].
func (v *view) Meet(key string) { v.metActors[key] = true }

// IsSecret implements [story.Veil]. A condition of another's action is secret until the action takes effect.
func (v *view) IsSecret(e *rules.Event) bool {
	return v.isHiddenCondition(e) || v.seesPartOfKey(e.Who) && v.isPendingCondition(e)
}

// Learns implements [story.Veil].
func (v *view) Learns(e *rules.Event) bool { return v.concernsAllPlayers(e) }

// NameBefore implements [story.Veil].
func (v *view) NameBefore(key string) string {
	if name := v.namesBefore[key]; name != unknown {
		return name
	}
	return ""
}

// RecordConditionBegin implements [story.Veil]: it records whether the players were told that the condition of e began.
func (v *view) RecordConditionBegin(e *rules.Event, told bool) {
	v.toldConditions[holdingKey(e.Who, e.ID)] = told
}

// TakeConditionRecord implements [story.Veil]: it returns whether the players were told that the condition of e began, and forgets it.
func (v *view) TakeConditionRecord(e *rules.Event) (told, known bool) {
	held := holdingKey(e.Who, e.ID)
	told, known = v.toldConditions[held]
	delete(v.toldConditions, held)
	return told, known
}

// Person implements [story.Veil]: it returns an actor under the name by which the players know it, with the pronouns of its file only if
// that name is its own.
func (v *view) Person(a *rules.Actor) story.Person {
	actor := v.entry.Actor(a.Key)
	switch {
	case a.IsSide():
		return story.PersonOf(a)
	case actor == nil || actor.Name == unknown:
		return story.Person{Unknown: true}
	case actor.Name == you:
		return reader
	case actor.Name == a.Name:
		return story.PersonOf(a)
	}
	return story.Person{Name: actor.Name, Mentioned: v.mentions[a.Key] == actor.Name}
}

// clone returns a copy of the log that is independent of the original: telling an entry to one doesn't change the other.
func (l *Log) clone() *Log {
	c := *l
	c.metActors, c.toldConditions, c.lastStrikes, c.mentions, c.habits = maps.Clone(l.metActors), maps.Clone(l.toldConditions), maps.Clone(l.lastStrikes), maps.Clone(l.mentions), maps.Clone(l.habits)
	c.people = acquaintances{maps.Clone(l.people.byKey), maps.Clone(l.people.labelCounts), maps.Clone(l.people.names), l.people.count}
	c.glimpses, c.memories, c.unseenCaused, c.openActors = maps.Clone(l.glimpses), maps.Clone(l.memories), maps.Clone(l.unseenCaused), maps.Clone(l.openActors)
	c.lastNames, c.lastShown, c.abilities, c.passage = nil, nil, [2]*abilities{}, story.Passage{}
	return &c
}
