package players

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hybrid/gm"
	"hybrid/gm/command"
	"hybrid/gm/sheet"
	"hybrid/gm/story"
	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/message"
)

// Everything that a player's page shows at a moment: strings and numbers, no key of the rules. Log.publicState gives the state without
// secrets and their effects. Viewers are the actors whose knowledge counts: the seat's character or, on the table screen, all players'
// characters that notice what goes on. An aspect, such as rules.KnowHand, is one kind of fact that they can know about another actor.

// SeatView is everything that the player of one character may know at a moment: strings and numbers, without keys or other parts
// of the session. Player pages are made from it alone.
type SeatView struct {
	Campaign    string       // label of the campaign
	Running     bool         // whether an encounter is in progress
	AtRest      bool         // whether no one takes turns, as known to the character
	Scene       string       // text read aloud when the scene began; empty between scenes
	Called      string       // title of the encounter for players; empty if it has none
	Outcome     string       // outcome of the scene, as told; empty before its end
	Date        string       // at rest: day and time of the last event noticed; empty if the campaign has no dates
	Count       float64      // clock count at the last event noticed; in a game of rounds the round, which all players know
	Unit        string       // word for a count, such as "count" or "round"
	Turn        string       // in a game of rounds: name of the side whose turn it is, as all players know it; empty otherwise
	PartyTurn   bool         // whether it is the turn of the reader's own side
	Won         string       // name of the side whose victory has ended the fight, as far as players know it; empty otherwise
	Own         OwnCharacter // player's own character
	Scores      []Score      // scores of the known sides, in the order of the sides
	Stage       *Stage       // current stage, with the steps that the sides go through now; nil if there is none
	Piles       []Cards      // piles of the other actors, in a game that does not restrict knowledge: sizes, and the names of open cards
	Others      []OtherActor // other actors: first the hurt, then the unhurt, then those who are down, last those no longer seen
	Pictures    []string     // pictures shown now, by SHA-256 in hexadecimal, oldest first
	Log         []*Passage   // last passages, at most MaxPassages; immutable
	Shelf       []*Passage   // passages that showed a text, or a picture that is still shown, each once, newest first
	LastTime    bool         // whether the last passage in Log was played on an earlier evening
	Recap       string       // at rest: summary of the previous evening in a few sentences
	Secrets     []string     // at rest: prepared secrets that the character has learnt, as sentences
	Threads     []string     // at rest: open threads of the story that the character knows of, as sentences
	Question    *Question    // question to this character; nil if there is none
	RolledCheck string       // check that this character rolled on request while others have not rolled yet; empty if there is none
	Repeat      *Repetition  // character's last deed, if it can be repeated; nil otherwise
	questionID  int64        // number of the question in the session
}

// QuestionID returns the number of the question in the session, which no page may show.
func (s *SeatView) QuestionID() int64 { return s.questionID }

// Score is the score of a side, which everyone who knows the side sees.
type Score struct {
	Side   string   // name of the side
	Points []string // points with their nouns, such as "3 goals"
}

// Result is the result of the character's own roll.
type Result struct {
	Die   string // number shown by the die
	Made  bool   // whether the roll succeeded
	Says  string // success or failure, as a sentence
	Label string // label of the roll with its degree
	Text  string // consequences, in sentences
}

// Question is a question to a player: how to answer another actor's deed, or the result of a die. Secret rolls are never
// asked for.
type Question struct {
	Text     string       // question in one line
	Called   bool         // whether the game master asks for a check without interrupting play
	Who      string       // name of the actor whose deed is answered, as the character knows it; empty if no deed is answered
	Deed     string       // name of that deed, if it is seen; empty otherwise
	Tells    string       // sentence that tells the deed, or the purpose of a die; empty if a step asks
	How      string       // request for the answer, as a question
	With     string       // tool used for the action, if the player can see it, or for the roll; empty for none
	Choices  []Answer     // possible answers; the last one declines
	Asks     *WantedInput // number or faces to enter when there are no choices; nil otherwise
	ID       string       // actor who caused the question, as the ID used in pages; empty if that actor is not noticed
	SoFar    *Result      // result of the character's own earlier roll in the same command; nil if there is none
	Target   *Roll        // character's own part of the check that a die decides; nil if unknown
	Count    int          // number of dice that are added up, including those still to be entered; 0 for a single die
	Which    string       // place of the die among several, such as "die 2 of 3"; empty for a single die
	Faces    []Means      // named faces of a die, or faces to choose from
	Die      int          // number of sides of the requested die; 0 if no die is asked for
	Cards    int          // largest number of cards to name; 0 if no card is asked for
	DiceLeft int          // number of dice with faces still to be entered; 0 for a single die
	Thrown   string       // dice on the table, if some can be rerolled or answered; empty otherwise
	For      string       // purpose of the die; empty if no die is asked for
	Skill    string       // label of the skill that is rolled; empty if there is none, or For is the same
}

// Answer is a possible answer with its known chance and price. The last answer of a question declines.
type Answer struct {
	Name    string   // name that a player sends to choose it
	Kind    string   // kind shared by answers that differ only in their tool
	Label   string   // answer as the page shows it
	With    string   // label of the tool; empty if there is none
	Roll    *Roll    // answerer's own roll, without the roll that opposes it; nil for none
	Counts  float64  // counts by which it delays the next turn or the action in progress
	GivesUp string   // label of the action in progress that it gives up; empty for none
	Lands   float64  // count at which the action in progress then takes effect; 0 if there is none
	Costs   string   // price as text; empty if it is free
	Text    string   // effect in a sentence
	None    bool     // whether it declines to answer
	Options []Option // options that can be ticked with it
}

// WantedInput is a number or faces that a question asks for.
type WantedInput struct {
	What        string   // label of the number or faces
	Least, Most *float64 // bounds of the number; nil for no bound
}

// Answer returns the reply to the question for a choice with options, or for a typed number or faces. ok is false if it was
// not offered.
func (q *Question) Answer(choice, text string, ticks []Tick) (reply string, ok bool) {
	if q.Asks != nil {
		reply, ok = q.parseTypedAnswer(text)
		return reply, ok && choice == "" && len(ticks) == 0
	}
	i := slices.IndexFunc(q.Choices, func(c Answer) bool { return c.Name == choice })
	if i < 0 || text != "" {
		return "", false
	}
	var parts []string
	for _, t := range ticks {
		at := slices.IndexFunc(q.Choices[i].Options, func(o Option) bool { return o.Name == t.Name })
		if at < 0 {
			return "", false
		}
		o, row := &q.Choices[i].Options[at], t.Row
		isOfferedRow := row == "" || slices.ContainsFunc(o.Rows, func(m Means) bool { return m.Name == row })
		if o.Many > 0 { // it takes cards, whose names are in row
			if len(collect.Filter(strings.Fields(row), o.hasCard)) != len(strings.Fields(row)) || t.Number != 0 {
				return "", false
			}
		} else if needsRow := len(o.Rows) > 0; needsRow != (row != "") || !isOfferedRow || !isPlausibleNumber(t.Number) {
			return "", false
		}
		if o.Asks != "" && row == "" {
			row = formatTyped(t.Number)
		}
		parts = append(parts, strings.TrimSpace(t.Name+" "+row))
	}
	if len(parts) > 0 {
		choice += " (" + strings.Join(parts, ", ") + ")"
	}
	return choice, true
}

// parseTypedAnswer returns the reply for a typed number or faces.
func (q *Question) parseTypedAnswer(text string) (reply string, ok bool) {
	if len(q.Faces) == 0 {
		x, err := strconv.ParseFloat(strings.Replace(strings.TrimSpace(text), ",", ".", 1), 64)
		return formatTyped(x), err == nil && isPlausibleNumber(x)
	}
	words := strings.Fields(text)
	for _, word := range words {
		if !slices.ContainsFunc(q.Faces, func(m Means) bool { return m.Name == word }) {
			return "", false
		}
	}
	return strings.Join(words, " "), true
}

// OwnCharacter is a player's own character, without secrets and their effects.
type OwnCharacter struct {
	Appearance
	Health        string       // description of its wounds; empty for a side
	Name          string       // name of the character
	Player        string       // player's name in the character's file
	Pools         []Pool       // pools of the character, and those of its side that matter to it
	Conditions    []Condition  // conditions that the player may know, with those that apply automatically
	Activities    []string     // labels of its activities
	Hand          string       // label of the item in hand; empty for none
	Sheet         *sheet.Sheet // statistics, skills and items; nil before it was computed
	Turn          *float64     // count of the next turn; nil if it has none
	Declares      bool         // whether the turn has come
	Waits         bool         // whether it waits, and can act at any later count
	Round         string       // in a game of rounds, its turn's status in this round, in words for the player; empty otherwise
	Cannot        string       // condition that keeps it from acting; empty if it can act
	Doing         string       // action in progress, with tool and target; empty for none
	DoingSentence string       // sentence that tells the action in progress; empty for none
	Against       string       // possessive of the target: his, her or their; empty without a target
	Lands         float64      // count at which the action in progress takes effect; 0 without one
	Place         *float64     // position in metres; nil if it has no particular place
	Cards         []Cards      // piles held by the character and by its side
	Situations    []string     // labels of the situations that hold in the scene or for this character alone, each with its effect
}

// Pool is a pool of points, as a page shows it.
type Pool struct {
	sheet.Pool
	Health bool  // whether a loss is a wound or other harm that others see
	Rest   *Rest // best way to restore it between fights; nil for none
	Onward *Pool // pool of the same character that takes excess wounds; nil for none
}

// Condition is a condition of an actor.
type Condition struct {
	Label string   // label, with the partner and the number if it has them
	Bad   bool     // whether it is bad for its actor
	Text  string   // description in a sentence; empty if it has none
	Next  *float64 // count at which it acts again; nil if that isn't certain
	Lasts string   // limited duration that everyone may know, such as "for 3 min"; empty otherwise
}

// Words returns the condition with its remaining time, if that is known.
func (c Condition) Words() string { return strings.TrimSpace(c.Label + " " + c.Lasts) }

// OtherActor is another actor as the seat's character notices it or has learnt of it. Unknown fields are empty.
type OtherActor struct {
	Appearance
	ID         string      // reference used by pages, such as p1
	Name       string      // name, or description while the name isn't known
	Own        bool        // whether it is known to be on the reader's side
	Here       bool        // whether it is noticed now; otherwise it is remembered
	Hand       string      // label of the item in hand
	Health     string      // state of health in a word or two
	Pools      []Pool      // pools whose numbers the pack shows to the party
	Conditions []string    // labels of the visible conditions
	Worn       string      // worn items, as text
	Side       string      // name of its side; empty if unknown
	Place      *float64    // position in metres; nil if unknown
	Turn       *float64    // count of the next turn; nil if unknown
	Acts       bool        // whether its turn has come
	Order      int         // sort key among the others, lowest first
	Facts      []string    // learnt facts, oldest first
	visible    []Condition // visible conditions, with their texts
}

// Appearance is the part of an actor that pages show in lists, for others and for the player's own character.
type Appearance struct {
	Short    string // name or looks, for narrow columns
	Initials string // one or two letters, or a letter and a number, unlike those of anyone else present
	Portrait string // name of a picture; empty if it has none
	Level    int    // health level; 0 is the worst
	Levels   int    // number of levels of health; 0 if the level is unknown
	Down     string // label of the condition that keeps it from acting; empty if it can act
	Whom     string // object pronoun: him, her or them
	Whose    string // possessive: his, her or their
}

// SeatView returns the knowledge of the seat's player in s, the state after the last passage, without passages and questions, or nil if the
// character is not present.
func (l *Log) SeatView(s *rules.State) *SeatView {
	a := s.Find(l.seat)
	if a == nil && l.seat != TableSeat {
		return nil
	}
	names, whole := l.nameActors(s), s
	s = l.publicState(s)
	a = s.Find(l.seat)
	g := *l.game
	g.State = renameActors(s, names)
	// s and g now hold only facts that may be shown, under the names that the player knows; whole is the complete state
	seen := &SeatView{Campaign: g.Campaign.Label, Running: s.Running, Unit: g.Rules.CountWord()}
	if seen.AtRest = l.AtRest(s); !seen.AtRest {
		seen.Count = l.count // at rest the count would reveal that a fight began unnoticed
	}
	if e, ok := g.Campaign.Encounter(s.Encounter); ok {
		if seen.Called = e.NameForPlayers(); s.Running {
			seen.Scene = strings.Join(strings.Fields(e.Read), " ")
		}
		if !l.IsSceneOn() {
			seen.Outcome = cmp.Or(l.outcome, "over")
		}
	}
	if seen.AtRest && g.Campaign.Begins != nil {
		seen.Date = rules.DateText(*g.Campaign.Begins + l.elapsed)
	}
	if seen.AtRest && a != nil {
		seen.Secrets, seen.Threads = a.KnownSecrets(), s.KnownThreads(a)
	}
	if a != nil {
		seen.Own, seen.Pictures = l.ownCharacter(&g, a, seen.AtRest), picturesShownTo([]*rules.Actor{a})
		able := l.abilitiesOf(whole, a)
		seen.Own.Situations, seen.Own.Sheet = able.situations, able.sheet
		l.describeDoing(&seen.Own, s, a)
		seen.Own.setRoundText(g.Rules, s, a)
	} else {
		seen.Pictures = picturesShownTo(s.Protagonists())
	}
	seen.addPiles(&g, s, a)
	if g.Rules.Order.InRounds() {
		seen.Count = s.Count
	}
	viewers := l.noticingMembers(s)
	seen.Stage = stageSeenBy(l, s)
	if g.Rules.IsOver(s) {
		seen.Won, _ = l.knownSideName(s, s.Won, viewers)
	} else {
		seen.Turn, seen.PartyTurn = l.knownSideName(s, s.Round.Side(), viewers)
	}
	seen.Others = l.listOthers(&g, s, a, viewers)
	if !s.Running || !l.AtRest(s) { // otherwise a fight continues unnoticed
		seen.Scores = listScores(l.game.Rules, s, viewers, seen.Others)
	}
	l.sortOthers(seen)
	if !seen.AtRest && a != nil {
		seen.Repeat = l.repetition(whole)
	}
	return seen
}

// addPiles adds the piles of cards of all holders in a state except a, the seat's character, and its side, in a game that does not restrict
// knowledge. On the table screen, a is nil.
func (s *SeatView) addPiles(g *command.Game, state *rules.State, a *rules.Actor) {
	if g.Rules.Knowledge.IsTracked() {
		return
	}
	for _, holder := range slices.Concat(state.Sides, state.Actors) {
		if a == nil || holder != a && holder.Key != a.Side {
			s.Piles = append(s.Piles, slices.DeleteFunc(pilesOf(g, holder, false), s.hasPile)...)
		}
	}
}

// listOthers lists the actors in s other than a, the seat's character, as all viewers know them.
func (l *Log) listOthers(g *command.Game, s *rules.State, a *rules.Actor, viewers []*rules.Actor) []OtherActor {
	list := make([]OtherActor, 0, min(len(s.Actors), len(l.people.byKey)))
	for _, other := range s.Actors {
		p := l.people.byKey[other.Key]
		if p == nil || other == a {
			continue
		}
		if o, known := l.knownOther(g, viewers, other, p); known {
			o.Order = p.number
			list = append(list, o)
		}
	}
	return list
}

// describeDoing sets the sentence for the action in progress of a, the seat's character, and the possessive of its target.
func (l *Log) describeDoing(own *OwnCharacter, s *rules.State, a *rules.Actor) {
	if a.Doing == nil {
		return
	}
	own.DoingSentence = l.deedSentence(s, a.Doing)
	if a.Doing.Whom != "" && a.Doing.Whom != l.seat {
		own.Against = l.knownPerson(s, a.Doing.Whom).possessive(l.game.Rules)
	}
}

// sortOthers gives the other actors distinct initials, and sorts them by rank, then by their most recent deed against the reader's side,
// then by the order of meeting, which Order holds at first.
func (l *Log) sortOthers(seen *SeatView) {
	byMeeting := make([]*OtherActor, len(seen.Others))
	for i := range seen.Others {
		byMeeting[i] = &seen.Others[i]
	}
	slices.SortFunc(byMeeting, func(a, b *OtherActor) int { return cmp.Compare(a.Order, b.Order) }) // so that initials never change
	distinguishInitials(seen.Own.Initials, byMeeting)
	const rankWeight, deedWeight = 1e6, 100 // parts of Order: rank outweighs deeds, and deeds the order of meeting
	for _, o := range byMeeting {
		o.Order += o.sortRank()*rankWeight - int(l.lastStrikes[o.ID])*deedWeight
	}
	slices.SortFunc(seen.Others, func(a, b OtherActor) int { return cmp.Compare(a.Order, b.Order) })
}

// listScores lists the scores of the sides that can win, in the pools in which one of them has points, or returns nil if none has any. In a
// game that restricts what actors know, these are only the sides of the viewers and of the others whose side they know.
func listScores(rs *rules.Ruleset, s *rules.State, viewers []*rules.Actor, others []OtherActor) []Score {
	sides := collect.Filter(s.Sides, func(side *rules.Actor) bool {
		wins, fixed := side.Sheet.WinFormula().Const() // a side can't win if its formula is a constant 0
		return !(side.Sheet.WinFormula() != nil && fixed && wins == 0) && (!rs.Knowledge.IsTracked() ||
			slices.ContainsFunc(viewers, func(a *rules.Actor) bool { return a.ApparentSide() == side.Key }) ||
			slices.ContainsFunc(others, func(o OtherActor) bool { return o.Side == side.Name }))
	})
	pools := rs.ScorePools(sides)
	if len(pools) == 0 {
		return nil
	}
	return collect.Map(sides, func(side *rules.Actor) Score {
		return Score{side.Name, collect.Map(pools, func(pool *rules.Pool) string {
			return command.Number(side.PoolValue(pool)) + " " + pool.Noun(side.PoolValue(pool))
		})}
	})
}

// knownSideName returns the name of a side that has the turn or has won, and whether all viewers belong to it. The name of another side is
// empty in a game that restricts what actors know: its turn may be one that the viewers don't notice.
func (l *Log) knownSideName(s *rules.State, key string, viewers []*rules.Actor) (name string, party bool) {
	if !s.Running || key == "" {
		return "", false
	}
	party = !slices.ContainsFunc(viewers, func(a *rules.Actor) bool { return a.ApparentSide() != key })
	if !party && l.game.Rules.Knowledge.IsTracked() {
		return "", false
	}
	return s.SideName(key), party
}

// Skills returns the rows of the sheet that are skills, each with its chance.
func (o *OwnCharacter) Skills() (rows []sheet.Row) {
	if o.Sheet == nil {
		return nil
	}
	for _, section := range o.Sheet.Sections {
		if section.Key == "skills" {
			rows = append(rows, section.Rows...)
		}
	}
	return rows
}

// sortRank returns the rank by which others are sorted, lowest first: the hurt, then the unhurt, then people who are down, and last people
// no longer seen.
func (o *OtherActor) sortRank() int {
	switch {
	case !o.Here:
		return 3
	case o.Down != "":
		return 2
	case o.Level < o.Levels-1:
		return 0
	}
	return 1
}

// Question returns the session's question as the seat is asked it, or nil if the seat isn't asked.
func (l *Log) Question(s *rules.State, open *gm.Question) *Question {
	a := s.Find(l.seat)
	if open == nil || a == nil || a.Absent != "" || open.Need.Who != l.seat || open.Need.Secret || open.Need.Wants != nil && open.Need.Wants.Secret {
		return nil
	}
	need, rs := &open.Need, l.game.Rules
	q := &Question{Text: need.Text, Die: need.Die, For: need.For, SoFar: l.earlierRollResult(s, need)}
	_, q.Called = open.AskedCheck()
	if q.Choices = l.answerChoices(s, open); need.Die > 0 {
		l.describeDie(q, s, a, open)
		return q
	}
	question := l.wordQuestion(q, s, open)
	by := s.Find(need.Whom) // the actor whose deed is answered
	if by == nil || need.AsksActor {
		return q
	}
	sees := SeesDeed(rs, a, by)
	if !sees || !rs.Knowledge.ShowsWholeDeed() && len(q.Choices) == 1 { // the only choice is not to answer
		return nil
	}
	if need.Repeats {
		return q
	}
	l.describeAnsweredDeed(q, s, need, a, by)
	if question != "" {
		q.How = q.Text
	}
	return q
}

// wordQuestion sets the text of q, a question for an answer, in words that tell only what the character knows, and what to enter if
// there are no choices. It returns the question worded for the deed as the character knows it, or "" if there is none.
func (l *Log) wordQuestion(q *Question, s *rules.State, open *gm.Question) (question string) {
	need := &open.Need
	if q.Text = message.Capitalise(need.About); need.Plain != "" {
		if deed, k := l.knownInterruptedDeed(s, open); k != nil {
			question = k.rs.QuestionText(k.state, deed, need)
		}
		q.Text = message.Capitalise(cmp.Or(question, need.Plain))
	}
	if ask := need.Wants; ask != nil && len(q.Choices) == 0 {
		q.Asks, q.Faces, q.Thrown = &WantedInput{ask.What, ask.Least, ask.Most}, dieFaces(ask.Die()), need.Thrown
		if need.Plain != "" {
			q.Text = strings.TrimSuffix(q.Text, "?") + "?"
		}
		if ask.AsksCards() {
			q.Cards, q.Faces = max(1, ask.Many), collect.Map(ask.ChoosableCards(), func(name string) Means { return Means{Name: name, Label: rules.ReadableName(name)} })
		}
	} else {
		q.Text += "?"
	}
	if len(q.Choices) > 0 && (need.AsksActor || !l.game.Rules.Knowledge.IsTracked()) {
		q.Thrown = need.Thrown
	}
	return question
}

// describeAnsweredDeed sets what q tells about the answered deed of actor by, as far as a, the seat's character, knows it.
func (l *Log) describeAnsweredDeed(q *Question, s *rules.State, need *rules.Need, a, by *rules.Actor) {
	rs := l.game.Rules
	q.Who = l.nameActors(s)[by.Key]
	if p := l.people.byKey[by.Key]; p != nil && l.noticesOrRemembers(a, by)&rules.KnowThere != 0 {
		q.ID = p.publicID()
	}
	if action, ok := rs.Actions.Get(need.Action); ok {
		q.Deed = action.Label
	}
	if item, ok := rs.Items.Get(need.Tool); ok && rs.Knowledge.ShowsWholeDeed() {
		q.With = item.Label
	}
	q.Tells, q.How = l.answeredDeedText(q, need, by), story.TellQuestion(rs, need.Action, reader)
}

// describeDie sets the details of q, a question that asks a, the seat's character, for a die: the die's skill and tool, the chance that it
// decides, and its place among several dice.
func (l *Log) describeDie(q *Question, s *rules.State, a *rules.Actor, open *gm.Question) {
	need, rs := &open.Need, l.game.Rules
	if skill, ok := rs.Skills.Get(need.Skill); ok && !strings.EqualFold(skill.Label, q.For) {
		q.Skill = skill.Label
	}
	if item, ok := rs.Items.Get(need.Tool); ok {
		q.With = item.Label
	}
	q.Faces = dieFaces(need.Faced)
	if q.Target = l.awaitedRoll(s, open); l.isOwnDeedLanding(s, open) && a.Doing != nil && q.SoFar == nil && need.Skill != "" {
		q.Tells = l.deedSentence(s, a.Doing)
	}
	switch dice := need.Count - need.Nth + 1; { // number of dice still to be entered
	case need.Count == 0:
	case need.Faced != nil:
		q.DiceLeft = collect.Choose(dice > 1, dice, 0)
	default:
		q.Count, q.Thrown = collect.Choose(dice > 1, dice, 0), need.Thrown
		q.Which = fmt.Sprintf("die %d of %d", need.Nth, need.Count)
	}
}

// answeredDeedText describes the action that is answered, as the character knows it.
func (l *Log) answeredDeedText(q *Question, need *rules.Need, by *rules.Actor) string {
	person := story.Person{Name: q.Who}
	switch q.Who {
	case unknown:
		person = story.Person{Unknown: true}
	case by.Name:
		person = story.PersonOf(by)
	}
	d := rules.OngoingAction{Action: need.Action}
	if q.With != "" {
		d.Tool = need.Tool
	}
	return story.TellDeed(l.game.Rules, story.DeedOf(l.game.Rules, story.Asked, &d), person, reader)
}

// SeesDeed reports whether actor a notices the deed that actor by does to it. If not, a's player isn't asked for an answer: the question
// alone would reveal the deed and its tool.
func SeesDeed(rs *rules.Ruleset, a, by *rules.Actor) bool {
	return a.NoticedAspects(rs, by)&rules.KnowDeed != 0
}

// dieFaces returns the faces of a die without numbers.
func dieFaces(die *rules.FacedDie) (list []Means) {
	if die == nil {
		return nil
	}
	return collect.Map(die.FaceNames(), func(name string) Means { return Means{Name: name, Label: rules.ReadableName(name)} })
}

// ownCharacter returns a player's own character as it is shown, except its abilities. g is a game in which others have the names that the
// character knows.
func (l *Log) ownCharacter(g *command.Game, a *rules.Actor, atRest bool) OwnCharacter {
	rs, person := g.Rules, a.Sheet.Person
	o := OwnCharacter{Name: a.Name, Player: person.Player, Hand: heldItemLabel(rs, a), Declares: a.Open, Waits: a.Waiting, Turn: countOrNil(a.Turn)}
	o.Pools = shownPools(g, a)
	o.Appearance = appearanceOf(rs, story.Person{Name: a.Name, Named: true, Pronouns: a.Sheet.Person.Pronouns.Text}, "")
	o.Short = a.Short
	o.Portrait = portraitName(g, a)
	bearing := a.Bearing(rs)
	if !a.IsSide() {
		o.Health, o.Level, o.Levels = bearing.Word, bearing.Level, bearing.Levels
	}
	for _, one := range sharedConditions(g, a, func(*rules.HeldCondition) bool { return true }) {
		c := Condition{Label: one.Label(command.JoinNames(one.with)), Bad: one.Condition.Bad, Text: one.Condition.Text, Next: countOrNil(one.next)}
		if one.HeldCondition.Limit > 0 && one.Condition.Limit == "open" {
			c.Lasts = command.LimitText(rs, atRest, l.count, one.HeldCondition.Limit)
		}
		o.Conditions = append(o.Conditions, c)
	}
	o.Conditions = append(o.Conditions, standingConditions(rs, a)...)
	o.Activities = append(o.Activities, collect.Map(a.Activities, func(activity *rules.Activity) string { return activity.Label })...)
	if bearing.Barred != nil {
		o.Cannot, o.Down = bearing.Barred.Label, bearing.Barred.Label
	}
	if a.Doing != nil {
		o.Doing, o.Lands = g.BothText(a.Doing, (*command.Game).DoingText), a.Doing.At
	}
	if a.Placed {
		o.Place = numberPointer(a.Place)
	}
	o.Cards = pilesOf(g, a, true)
	if side := g.State.Find(a.Side); side != nil && side.IsSide() && side.Key != a.Key {
		o.Cards = append(o.Cards, pilesOf(g, side, true)...)
	}
	return o
}

// shownPools returns the pools that a player's page shows: those of the character (each health pool with the pool that takes its excess
// losses, and with the fastest rest), then the watched pools and the currencies of the side to which the character appears to belong.
func shownPools(g *command.Game, a *rules.Actor) []Pool {
	rs, pools := g.Rules, g.Rules.PoolsOf(a)
	list := make([]Pool, 0, len(pools))
	for _, pool := range pools {
		if !pool.IsShownFor(a) {
			continue
		}
		p := newPool(a, pool)
		p.Health = rs.Knowledge.ShowsLosses(pool)
		if onward := pool.OverflowPool(); onward != nil && p.Health && rs.Knowledge.ShowsLosses(onward) {
			next := newPool(a, onward)
			p.Onward = &next
		}
		if p.Health && !g.State.Running {
			p.Rest = fastestRest(rs, a, pool)
		}
		list = append(list, p)
	}
	if side := g.State.Find(a.ApparentSide()); side != nil && side.IsSide() && side.Key != a.Key {
		for _, pool := range rs.PoolsOf(side) {
			if pool.Paid || slices.Contains(rs.Pack.Watch, pool.Name) {
				list = append(list, newPool(side, pool))
			}
		}
	}
	return list
}

// setRoundText sets the text about the turn in a game in which sides take turns.
func (o *OwnCharacter) setRoundText(rs *rules.Ruleset, s *rules.State, a *rules.Actor) {
	if !rs.Order.InRounds() || !s.Running {
		return
	}
	if o.Turn, o.Declares = nil, canDeclareNow(rs, s, a); rs.IsOver(s) {
		return // no turn follows
	}
	switch turn := rs.TurnOf(s, a); {
	case a.IsSide() && s.Round.Side() == a.Key:
		o.Round = "your side has the turn"
	case a.IsSide():
	case turn == rules.TurnTaken:
		o.Round = "you have had your turn"
	case turn == rules.TurnToCome:
		o.Round = "your turn is to come"
	}
}

// newPool returns a pool of an actor as a page shows it.
func newPool(a *rules.Actor, pool *rules.Pool) Pool { return Pool{Pool: sheet.PoolOf(a, pool)} }

// heldItemLabel returns the label of the item in a's hand; empty for none, and for one that occupies no hand, such as a kick, if the actor
// has others.
func heldItemLabel(rs *rules.Ruleset, a *rules.Actor) string {
	if a.Tool == nil || a.Tool.Hands == 0 && rs.CountsHands() {
		return ""
	}
	return a.Tool.Label
}

// countOrNil returns a pointer to a count, or nil if there is none.
func countOrNil(at float64) *float64 {
	if at < 0 {
		return nil
	}
	return &at
}

// sharedView holds everything that all viewers know about another actor. In its game, actors have the names that the viewers know.
type sharedView struct {
	log     *Log           // the seat's view of the log
	game    *command.Game  // game with those names
	viewers []*rules.Actor // actors whose knowledge counts
	other   *rules.Actor   // the other actor, as it is
	sees    rules.Aspects  // aspects that every viewer notices or remembers
}

// knows reports whether all viewers know one of the aspects.
func (v *sharedView) knows(aspects rules.Aspects) bool { return v.sees&aspects != 0 }

// otherAsKnown returns the other actor as all viewers know it by these aspects. A secret can make it differ from the actor as it is.
func (v *sharedView) otherAsKnown(aspects rules.Aspects) *rules.Actor {
	return v.log.actorAsKnown(v.viewers, v.other, aspects)
}

// knownOther returns another actor as all viewers know it, in a game in which actors have the names that the viewers know. known is false
// if the viewers know nothing about it.
func (l *Log) knownOther(g *command.Game, viewers []*rules.Actor, other *rules.Actor, p *acquaintance) (o OtherActor, known bool) {
	rs := g.Rules
	v := &sharedView{l, g, viewers, other, noticedByAll(viewers, other, l.noticesOrRemembers)}
	o = OtherActor{ID: p.publicID(), Name: p.label, Here: v.knows(rules.KnowThere)}
	person := story.Person{Name: p.base}
	if p.base == other.Name {
		person = story.Person{Name: p.base, Named: true, Pronouns: other.Sheet.Person.Pronouns.Text}
	}
	if o.Appearance = appearanceOf(rs, person, strings.TrimPrefix(p.label, p.base)); person.Named && p.label == p.base {
		o.Short = other.Short
	}
	o.Own = v.knows(rules.KnowSide) && !slices.ContainsFunc(viewers, func(a *rules.Actor) bool { return a.ApparentSide() != v.otherAsKnown(rules.KnowSide).ApparentSide() })
	if o.Here && v.knows(rules.KnowFace) {
		o.Portrait = portraitName(g, v.otherAsKnown(rules.KnowFace))
	}
	if v.knows(rules.KnowSide) || !rs.Knowledge.IsTracked() {
		o.Side = g.State.SideName(v.otherAsKnown(rules.KnowSide).ApparentSide())
	}
	if v.knows(rules.KnowHand) {
		o.Hand = heldItemLabel(rs, v.otherAsKnown(rules.KnowHand))
	}
	v.setHealth(&o)
	if v.knows(rules.KnowWorn) {
		if o.Worn, _ = v.otherAsKnown(rules.KnowWorn).Aspect(rs, rules.KnowWorn.String()); o.Worn == rules.NothingKnown(rules.KnowWorn.String()) {
			o.Worn = collect.Choose(rs.Pack.Worn != "", "no armour", "")
		}
	}
	if at := v.otherAsKnown(rules.KnowPlace); v.knows(rules.KnowPlace) && at.Placed {
		o.Place = numberPointer(at.Place)
	}
	if turn := v.otherAsKnown(rules.KnowTurn); v.knows(rules.KnowTurn) {
		if o.Acts = turn.Open; !rs.Order.InRounds() {
			o.Turn = countOrNil(turn.Turn)
		}
	}
	isRemembered := v.addFacts(&o)
	return o, o.Here || len(o.Facts) > 0 || isRemembered
}

// setHealth sets the health, pools and conditions of o, the other actor, as far as all viewers know them.
func (v *sharedView) setHealth(o *OtherActor) {
	rs := v.game.Rules
	if v.knows(rules.KnowHealth) {
		hurt := v.otherAsKnown(rules.KnowHealth)
		bearing := hurt.SeenBearing(rs, v.sees)
		o.Health, o.Level, o.Levels = bearing.Word, bearing.Level, bearing.Levels
		for _, pool := range rs.WatchedPools(false) {
			if o.Own && rs.Pack.ShowsPartyNumbers() {
				o.Pools = append(o.Pools, newPool(hurt, pool))
			}
		}
	}
	if v.knows(rules.KnowCondition) {
		o.visible = visibleConditions(v.game, v.otherAsKnown(rules.KnowCondition))
		o.Conditions = collect.Map(o.visible, func(c Condition) string { return c.Label })
		if bars := v.otherAsKnown(rules.KnowCondition).SeenBearing(rs, rules.KnowCondition).Barred; bars != nil {
			o.Down = bars.Label
		}
	}
}

// addFacts adds to o, the other actor, the facts that all viewers have learnt and don't notice themselves. It reports whether they remember
// that the actor is there.
func (v *sharedView) addFacts(o *OtherActor) (isRemembered bool) {
	for _, k := range v.log.commonKnowledge(v.viewers, v.other) {
		switch k.What {
		case rules.KnowThere.String():
			isRemembered = true
		case rules.KnowName.String():
		default:
			if !v.knows(rules.AspectOf(k.What)) {
				o.Facts = append(o.Facts, learntText(v.game.Rules, &k, true))
			}
		}
	}
	return isRemembered
}

// visibleConditions returns the conditions that others can see of an actor, with the names of known actors that share them.
func visibleConditions(g *command.Game, a *rules.Actor) (list []Condition) {
	for _, one := range sharedConditions(g, a, func(h *rules.HeldCondition) bool { return h.IsSeenBy(g.Rules, a) }) {
		with := command.JoinNames(one.with)
		if with == unknown {
			with = ""
		}
		list = append(list, Condition{Label: one.LabelWithoutText(with), Text: one.Condition.Text})
	}
	return append(list, standingConditions(g.Rules, a)...)
}

// standingConditions lists the conditions of an actor that apply automatically.
func standingConditions(rs *rules.Ruleset, a *rules.Actor) []Condition {
	return collect.Map(a.FormulaConditions(rs), func(c *rules.Condition) Condition { return Condition{Label: c.Label, Bad: c.Bad, Text: c.Text} })
}

// sharedCondition is a condition with the names of all actors that share it.
type sharedCondition struct {
	*rules.HeldCondition
	with []string // short names of those actors
	next float64  // first count at which one of them acts again, if that is certain; otherwise -1
}

// sharedConditions returns the conditions of an actor for which shown returns true. A condition shared with several known actors is listed
// once: “Crowded by Bram and Dov”.
func sharedConditions(g *command.Game, a *rules.Actor, shown func(*rules.HeldCondition) bool) (list []sharedCondition) {
	for i := range a.Conditions {
		held := &a.Conditions[i]
		if !shown(held) {
			continue
		}
		one := sharedCondition{HeldCondition: held, next: held.NextEffect()}
		if other := g.State.Find(held.Other); other != nil {
			one.with = []string{other.Short}
		}
		known := func(s *sharedCondition) bool { return len(s.with) > 0 && s.with[0] != unknown }
		first := slices.IndexFunc(list, func(s sharedCondition) bool {
			return known(&s) && s.Condition == held.Condition && s.Tool == held.Tool && s.Text == held.Text
		})
		if first < 0 || !known(&one) {
			list = append(list, one)
			continue
		}
		list[first].with = append(list[first].with, one.with...)
		if was := list[first].next; one.next >= 0 && (was < 0 || one.next < was) {
			list[first].next = one.next
		}
	}
	return list
}

// Cards is a pile of cards as a player sees it.
type Cards struct {
	Whose  string // name of its holder; empty for the player's own
	Deck   string // label of the deck
	Pile   string // name of the pile, such as the hand
	Number int    // number of cards
	Names  []Card // cards in it; nil for another actor's pile that only its holder knows
	shared bool   // whether the pile belongs to the common deck
}

// Card is one or more cards with the same name.
type Card struct {
	Name, Label, Text string // name, label and description; the name is empty for cards of other holders
	Number            int    // number of these cards
}

// hasPile reports whether the same pile of the common deck is shown already.
func (s *SeatView) hasPile(c Cards) bool {
	return c.shared && slices.ContainsFunc(slices.Concat(s.Own.Cards, s.Piles), func(o Cards) bool { return o.Deck == c.Deck && o.Pile == c.Pile })
}

// visibleCards returns cards as they are shown. They have the names by which they are chosen only if names is true.
func visibleCards(list []rules.CardCount, names bool) []Card {
	return collect.Map(list, func(card rules.CardCount) Card {
		return Card{collect.Choose(names, card.Name, ""), card.Label, card.Text, card.Number}
	})
}

// pilesOf returns the piles of a holder. If own is true, the holder is the reader or the reader's side; otherwise hidden piles are returned
// without their cards.
func pilesOf(g *command.Game, holder *rules.Actor, own bool) (list []Cards) {
	for _, pile := range g.Rules.Piles(g.State, holder) {
		c := Cards{Deck: pile.Deck.Label, Pile: pile.Name, Number: pile.Number, shared: pile.Shared}
		if !own && !pile.Shared {
			c.Whose = holder.Name
		}
		if own || !pile.Hidden {
			c.Names = visibleCards(pile.Cards, own)
		}
		list = append(list, c)
	}
	return list
}
