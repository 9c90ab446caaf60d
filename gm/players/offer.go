package players

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// The proposals that a player can make now, computed only from the character's knowledge. A deed is an action as players see it; a want is
// a player's choice of a deed and its details, which weigh.go weighs. At rest means that no one takes turns, as between fights. Pages of
// players refer to actors by IDs such as p1, not by the keys of the rules.

// OfferedDeeds lists the proposals that a player can make now, as far as the character knows. It does not depend on whose turn it is: a
// proposal made too early is a plan.
type OfferedDeeds struct {
	AtRest   bool    // whether no one takes turns, as known to the character
	Declares bool    // whether the turn has come; otherwise a proposal is a plan
	Deeds    []Deed  // possible deeds, those suggested or done most often first, then the refused ones
	Checks   []Deed  // checks on skills that the character has learnt
	Wait     bool    // whether the character can wait
	Moves    bool    // whether the character can go somewhere
	Ends     bool    // whether the character's turn is open and can be ended
	GiveUp   string  // label of the action in progress, which can be given up; empty for none
	Bought   string  // label of the points that buy ranks; empty if ranks can't be bought now
	Has      float64 // number of such points that the character has
	Raises   []Raise // ranks and values that can be bought, affordable ones first, then by price
	Rests    []Rest  // ways to spend hours at rest
	Trains   []Train // ways to turn hours into points that buy ranks
	Hushed   bool    // whether the game has rolls that only the game master sees, so that a player can ask for one
}

// Rest is an activity for one of its usual spans of time, such as a night's sleep.
type Rest struct {
	Name, Label string // name of the activity, and its label
	Span        string // duration, such as 8 h
	Gains       []Gain // points that it restores
}

// Gain is an amount of points of a pool that is restored.
type Gain struct {
	Pool, Label string  // name of the pool, and its label
	Points      float64 // number of points
}

// Train is a way to turn hours into the points that buy ranks.
type Train struct {
	Name, Label string  // name of the kind of training, and its label
	Hours       float64 // hours for one point
}

// Raise is the next rank of a skill, or value of a statistic, which experience buys.
type Raise struct {
	Name, Label string  // name of the skill or statistic, and its label
	Rank        float64 // next rank or value
	Called      string  // name of that rank; empty if it has none
	Cost        float64 // price in points
	Short       float64 // number of missing points; 0 if affordable
	New         bool    // whether the character has not learnt it yet
	Cap         string  // capped value of the rank and the reason; empty if nothing caps it
}

// Deed is an action or check that can be proposed.
type Deed struct {
	Name    string   // name that a player sends to propose it
	Label   string   // label for players
	Text    string   // description in a sentence
	Because string   // label of the character's own condition that suggests it; empty if none does
	Step    bool     // whether it belongs to the current step of a stage
	Refused string   // reason why it is impossible, as known to the character; empty if it is possible
	Needs   bool     // whether it needs a target
	Whom    []Means  // possible targets by ID, under the names the player knows; Self is the character itself
	With    []Means  // possible tools, those in hand first
	Asks    string   // label of the number that it asks for; empty if it asks for none
	Cards   []Card   // cards that it can be played with
	Many    int      // largest number of cards it can be played with; 0 if it takes none
	Least   *float64 // smallest number that can be given; nil if there is no limit
	Most    *float64 // largest number that can be given; nil if there is no limit
}

// Means is a tool of a deed, or an actor that the deed is done to.
type Means struct {
	Name, Label string // name that a player sends, or ID of an actor, and the label for it
	Own         bool   // whether it is an ally, as known to the character, and not the character itself
	Unlike      bool   // whether the deed is unusual for the target's side: an ally for a deed done to opponents, or the reverse
	Harm        string // dice and kinds of harm of a tool, such as "2d6+4, cutting"; empty in a deed without harm
}

// Self is the ID of the player's own character.
const Self = "me"

// The refusals that a player may read. None of them depends on facts unknown to the character; the engine's own messages are for the game
// master alone.
const (
	NotOffered = "This is no longer possible. Choose again."
	NotSeen    = "As far as you know, your target has left. Choose again."
	NotNow     = "This isn't possible now. Ask the game master."

	NotHere = "You are away. Say first that you are back."

	chooseCards = "Choose a card."

	noneSeen  = "as far as you know, no one is within reach"
	noneNeeds = "as far as you know, no one needs it"
)

// knownState is the knowledge of a seat's character as a state that the rules can work with: the character alone, facing placeholders for
// the actors it notices, or with the real actors if the game does not restrict knowledge.
type knownState struct {
	log          *Log              // the seat's view of the log
	state        *rules.State      // state as the character knows it
	actor        *rules.Actor      // seat's character in that state
	keys         map[string]string // actor keys, by ID
	ids          []string          // IDs of the noticed actors, in order
	names        map[string]string // known names of all actors, by key
	rs           *rules.Ruleset    // rules of the game
	unrestricted bool              // whether the state holds all actors as they are, by their own keys

	whole *rules.State // complete state, of which only facts that the character knows are used
}

// newKnownState returns the character's knowledge of a state, or nil if the character is not present. The actor with the key doer, who does
// something to the character, is included even if unseen; "" stands for none.
func (l *Log) newKnownState(s *rules.State, doer string) *knownState {
	own := s.Find(l.seat)
	if own == nil {
		return nil
	}
	rs := l.game.Rules
	names := l.nameActors(s)
	s = l.publicState(s)
	own = s.Find(l.seat)
	k := &knownState{log: l, rs: rs, whole: s, keys: map[string]string{Self: own.Key}, names: names, unrestricted: !rs.Knowledge.IsTracked()}
	// someone unseen who does something to the character, or shares a condition with it, takes part as an unnoticed placeholder
	felt := "" // key of someone unseen who, for example, grips the character
	if doer == "" {
		if felt = l.unseenPartner(s, own); felt != "" {
			doer, k.keys[unnoticedID] = felt, felt
		}
	}
	var others []rules.UnknownActor
	for _, a := range s.Actors {
		p, sees := l.people.byKey[a.Key], l.noticesOrRemembers(own, a)
		here := sees&rules.KnowThere != 0 && p != nil
		if a == own || !here && a.Key != doer {
			continue
		}
		o := rules.UnknownActor{Key: a.Key, As: unnoticedID, Name: names[a.Key]}
		if a.Key == felt {
			o.Name = unknown
		}
		if here {
			o.As = p.publicID()
			k.keys[o.As] = a.Key
			k.ids = append(k.ids, o.As)
		}
		l.setKnownAspects(&o, own, a, sees)
		others = append(others, o)
	}
	// byID compares the IDs p1, p2 and so on by their numbers: a shorter ID comes first
	byID := func(x, y string) int { return cmp.Or(cmp.Compare(len(x), len(y)), cmp.Compare(x, y)) }
	slices.SortFunc(k.ids, byID)
	slices.SortFunc(others, func(x, y rules.UnknownActor) int { return byID(x.As, y.As) })
	if k.unrestricted {
		k.state = s
	} else {
		k.state = s.RedactedFor(rs, own.Key, l.count, others)
	}
	k.actor = k.state.Find(own.Key)
	return k
}

// setKnownAspects sets in o the item in hand and the place of actor a, if actor own knows them. sees holds the aspects of a that own
// notices or remembers.
func (l *Log) setKnownAspects(o *rules.UnknownActor, own, a *rules.Actor, sees rules.Aspects) {
	viewer := []*rules.Actor{own}
	if sees&rules.KnowHand != 0 {
		o.Hand = l.actorAsKnown(viewer, a, rules.KnowHand).Tool
	}
	if at := l.actorAsKnown(viewer, a, rules.KnowPlace); sees&rules.KnowPlace != 0 && at.Placed {
		o.Place = numberPointer(at.Place)
	}
}

// unseenPartner returns the key of the first actor that shares a condition, such as a grip, with own but isn't noticed by own, or "" if
// there is none.
func (l *Log) unseenPartner(s *rules.State, own *rules.Actor) string {
	for i := range own.Conditions {
		held := &own.Conditions[i]
		other := s.Find(held.Other)
		if other == nil || other == own || !held.Condition.IsPaired() {
			continue
		}
		if l.people.byKey[other.Key] == nil || l.noticesOrRemembers(own, other)&rules.KnowThere == 0 {
			return other.Key
		}
	}
	return ""
}

// unnoticedID is the ID of an actor that is not noticed.
const unnoticedID = "p?"

// knownKey returns the key that the actor with the given ID has in the known state.
func (k *knownState) knownKey(id string) string {
	if id == Self || k.unrestricted {
		return k.keys[id]
	}
	return id
}

// ListOffers returns the proposals that the seat's player can make in s, the state after the last passage, or nil if the character is not
// present.
func (l *Log) ListOffers(s *rules.State) *OfferedDeeds {
	k := l.newKnownState(s, "")
	if k == nil {
		return nil
	}
	offered := &OfferedDeeds{
		AtRest: l.AtRest(s), Declares: canDeclareNow(k.rs, k.whole, k.whole.Find(l.seat)),
		Wait: k.actor.Open && !k.rs.Order.InRounds(), Hushed: k.rs.HasSecretRolls(),
	}
	for _, action := range k.rs.Actions.All {
		if !k.isOffered(action) {
			continue
		}
		offered.Deeds = append(offered.Deeds, k.deedOffer(action))
	}
	slices.SortStableFunc(offered.Deeds, func(x, y Deed) int {
		return cmp.Or(compareBools(x.Refused == "", y.Refused == ""), compareBools(x.Step, y.Step), compareBools(x.Because != "", y.Because != ""),
			cmp.Compare(l.habits[y.Name].times, l.habits[x.Name].times), compareBools(k.hasDashboardKey(x.Name), k.hasDashboardKey(y.Name)))
	})
	offered.Checks = append(offered.Checks, collect.Map(k.actor.Sheet.Skills, func(skill *rules.Skill) Deed { return Deed{Name: skill.Name, Label: skill.Label} })...)
	offered.Moves, offered.Ends = k.canTravel(offered.AtRest), k.canEndTurn()
	if k.actor.Doing != nil {
		g := *l.game
		g.State = k.state
		offered.GiveUp = g.BothText(k.actor.Doing, (*command.Game).DoingText)
	}
	if offered.AtRest {
		k.addRaises(offered)
		k.addHourOptions(offered)
	}
	return offered
}

// isOffered reports whether the player may propose an action, possible or not.
func (k *knownState) isOffered(action *rules.Action) bool {
	return action.IsDeclaredByName(k.rs) && !action.GM && action.BelongsToSide() == k.actor.IsSide()
}

// refusalForPlayers returns the reason for a refusal by the rules, without the sentences that tell the game master what to type.
func refusalForPlayers(err error) string {
	sentences := strings.SplitAfter(rules.RefusalReason(err), ". ")
	return strings.TrimSpace(strings.Join(slices.DeleteFunc(sentences, func(sentence string) bool { return strings.Contains(sentence, "`") }), ""))
}

// hasDashboardKey reports whether an action has a key on the game master's dashboard, and so is a frequent one.
func (k *knownState) hasDashboardKey(name string) bool {
	action, ok := k.rs.Actions.Get(name)
	return ok && action.Key != ""
}

// deedOffer returns an action as it is offered, with the reason if it is refused.
func (k *knownState) deedOffer(action *rules.Action) Deed {
	d := Deed{Name: action.Name, Label: action.Label, Text: action.Text, Needs: action.Whom, Step: k.rs.IsStageAction(k.state, action)}
	if action.Whom || action.May {
		d.Whom = k.possibleTargets(action)
	}
	doing := k.defaultDoing(action)
	if action.Whom && len(d.Whom) == 0 && len(k.ids) > 0 {
		doing.Whom = k.knownKey(k.ids[0])
	}
	switch err := k.rs.CheckPossible(k.state, k.actor.Key, doing); {
	// a possible target proves that the deed is possible, whatever the reason for refusing the default target
	case action.Whom && len(d.Whom) > 0:
	case action.Whom && len(k.ids) == 0 && len(d.Whom) == 0:
		d.Refused = noneSeen
	case err != nil:
		d.Refused = refusalForPlayers(err)
	case action.Whom:
		d.Refused = noneNeeds
	}
	if d.Refused != "" {
		return Deed{Name: d.Name, Label: d.Label, Refused: d.Refused}
	}
	if held := action.SuggestingCondition(k.actor); held != nil {
		d.Because = held.Label("")
	}
	if len(action.With) > 0 {
		d.With = append(d.With, collect.Map(action.Tools(k.actor), func(item *rules.Item) Means { return Means{Name: item.Name, Label: item.Label} })...)
	}
	if playerAnswersAsk(action.Ask) {
		d.Asks, d.Least, d.Most = action.Ask.WantedText(), action.Ask.Least, action.Ask.Most
		if action.Ask.AsksCards() {
			d.Asks, d.Cards, d.Many = action.Ask.What, k.cardsFor(action.Ask), action.Ask.Many
		}
	}
	return d
}

// playerAnswersAsk reports whether a player can answer the question of an action: it asks for a number that isn't secret.
func playerAnswersAsk(ask *rules.Ask) bool { return ask != nil && !ask.Words && !ask.Secret }

// addRaises adds the ranks that experience can buy: the next rank of learnt skills, and affordable first ranks of others.
func (k *knownState) addRaises(o *OfferedDeeds) {
	pool, ok := k.rs.Pools.Get(k.rs.Skill.Currency)
	if !ok {
		return
	}
	o.Bought, o.Has = pool.Label, k.actor.PoolValue(pool)
	for _, l := range slices.Concat(rules.Learnables(k.rs.Skills.All), k.rs.RaisableStats()) {
		next, err := l.NextRaise(k.rs, k.actor.Sheet)
		learns := l.Skill != nil && l.CurrentValue(k.actor.Sheet) == rules.Unranked
		if err != nil || learns && next.Cost > o.Has {
			continue
		}
		r := Raise{Name: l.Name(), Label: l.Label(), Rank: next.Rank, Cost: next.Cost, Short: max(0, next.Cost-o.Has), New: learns}
		if l.Skill != nil {
			r.Called = k.rs.Skill.RankName(int(next.Rank))
			if next.Rank > 0 && r.Short == 0 { // a cap can't reduce rank 0
				raised := k.state.WithoutScene().WithRaise(k.rs, k.actor.Key, l, next.Rank)
				if p, err := k.rs.PlainPreview(raised, k.actor.Key, rules.OngoingAction{Skill: l.Skill.Name}); err == nil && p.Roll != nil {
					r.Cap = p.Roll.RankCap().Text()
				}
			}
		}
		o.Raises = append(o.Raises, r)
	}
	slices.SortStableFunc(o.Raises, func(x, y Raise) int { return cmp.Or(cmp.Compare(x.Short, y.Short), cmp.Compare(x.Cost, y.Cost)) })
}

// addHourOptions adds the ways to spend time between fights.
func (k *knownState) addHourOptions(o *OfferedDeeds) {
	for _, activity := range k.rs.Activities.All {
		for _, span := range activity.Spans {
			o.Rests = append(o.Rests, Rest{activity.Name, activity.Label, span.Text, activityGains(k.rs, k.actor, activity, span.Text)})
		}
	}
	for _, way := range k.rs.Skill.TrainingWays() {
		if hours, ok := k.rs.TrainingHours(way); ok && o.Bought != "" {
			o.Trains = append(o.Trains, Train{way, strings.ReplaceAll(way, "_", " "), hours})
		}
	}
}

// activityGains returns the points that an activity restores to an actor in a span, in whole points. It returns nil if a condition known to
// the actor's player prevents the activity.
func activityGains(rs *rules.Ruleset, a *rules.Actor, activity *rules.Activity, span string) (list []Gain) {
	seconds, err := rules.ParseSpan(span)
	forbidsRest := func(h rules.HeldCondition) bool { return h.Condition.ForbidsRest() }
	if err != nil || slices.ContainsFunc(a.Conditions, forbidsRest) || slices.ContainsFunc(a.FormulaConditions(rs), (*rules.Condition).ForbidsRest) {
		return nil
	}
	for _, r := range rs.Recoveries(a) {
		if r.Activity != activity {
			continue
		}
		points := r.Points
		if r.Seconds > 0 {
			points = r.Missing * seconds / r.Seconds
		}
		if points = math.Floor(min(points, r.Missing) + 1e-9); points > 0 {
			list = append(list, Gain{r.Pool.Name, r.Pool.Label, points})
		}
	}
	return list
}

// fastestRest returns the rest that restores the most of a pool between fights (the first one if several restore as much), or nil if none
// restores any.
func fastestRest(rs *rules.Ruleset, a *rules.Actor, pool *rules.Pool) (best *Rest) {
	for _, activity := range rs.Activities.All {
		for _, span := range activity.Spans {
			for _, gain := range activityGains(rs, a, activity, span.Text) {
				if gain.Pool == pool.Name && (best == nil || gain.Points > best.Gains[0].Points) {
					best = &Rest{activity.Name, activity.Label, span.Text, []Gain{gain}}
				}
			}
		}
	}
	return best
}

// maxHours is the largest number of training hours in one proposal.
const maxHours = 1000

// compareBools compares x and y so that true comes first.
func compareBools(x, y bool) int {
	switch {
	case x == y:
		return 0
	case x:
		return -1
	}
	return 1
}

// defaultDoing returns an action with its default target and tool.
func (k *knownState) defaultDoing(action *rules.Action) rules.OngoingAction {
	d := rules.OngoingAction{Action: action.Name, Asked: action.Ask.UsualNumber()}
	if action.Ask.AsksCards() {
		if list := k.cardsFor(action.Ask); len(list) > 0 {
			d.Asked, _ = action.Ask.Parse(action.Label, list[0].Name)
		}
	}
	return d
}

// isPossible reports whether the rules allow an action in the known state.
func (k *knownState) isPossible(d rules.OngoingAction) bool {
	return k.rs.CheckPossible(k.state, k.actor.Key, d) == nil
}

// possibleTargets returns the possible targets of an action, as known to the character. Partners of a condition that the action needs come
// first, then targets of the action's usual side, then the last target. If knowledge is unrestricted, actors who can't act come last.
func (k *knownState) possibleTargets(action *rules.Action) (whom []Means) {
	var list []string
	aim, partners := action.UsualTargetSide(), action.PartnerKeys(k.actor)
	ids := append(slices.Clone(k.ids), Self)
	if k.keys[unnoticedID] != "" && slices.Contains(partners, k.knownKey(unnoticedID)) {
		ids = append(ids, unnoticedID)
	}
	for _, id := range ids {
		if id == Self && aim == rules.TowardTheirs {
			continue
		}
		d := k.defaultDoing(action)
		if d.Whom = k.knownKey(id); k.isPossible(d) && !(action.NeedsOnlySight() && k.isPointless(d, id)) {
			list = append(list, id)
		}
	}
	// each comparison puts the targets for which its condition is true first; the function's comment lists the conditions
	last := k.log.habits[action.Name].lastTarget
	slices.SortStableFunc(list, func(x, y string) int {
		return cmp.Or(compareBools(slices.Contains(partners, k.knownKey(x)), slices.Contains(partners, k.knownKey(y))),
			compareBools(k.isKnownAlly(x) == (aim == rules.TowardOurs), k.isKnownAlly(y) == (aim == rules.TowardOurs)),
			compareBools(k.keys[x] == last, k.keys[y] == last),
			compareBools(aim != rules.TowardOurs && k.isKnownAble(x), aim != rules.TowardOurs && k.isKnownAble(y)))
	})
	for _, id := range list {
		name := "yourself"
		if id != Self {
			name = cmp.Or(k.names[k.keys[id]], unknown)
		}
		own := k.isKnownAlly(id)
		whom = append(whom, Means{Name: id, Label: name, Own: own && id != Self, Unlike: own && aim == rules.TowardTheirs || !own && aim == rules.TowardOurs})
	}
	return whom
}

// isPointless reports whether a deed meant for actors with a condition is done to an actor that visibly lacks it.
func (k *knownState) isPointless(d rules.OngoingAction, id string) bool {
	open := k.log.publicState(k.whole)
	own, other := open.Find(k.log.seat), open.Find(k.keys[id])
	if k.unrestricted || id == Self || other == nil || k.log.noticesOrRemembers(own, other)&rules.KnowCondition == 0 {
		return false
	}
	seen := k.log.actorAsKnown([]*rules.Actor{own}, other, rules.KnowCondition).WithVisibleConditions(k.rs)
	d.Whom = seen.Key
	return k.rs.IsPointlessBySight(open.MapActors(func(a *rules.Actor) *rules.Actor {
		if a.Key == seen.Key {
			return seen
		}
		return a
	}), own.Key, d)
}

// isKnownAble reports whether everyone knows that an actor can act.
func (k *knownState) isKnownAble(id string) bool {
	a := k.state.Find(k.knownKey(id))
	if !k.unrestricted || a == nil {
		return false
	}
	able, _ := a.CanAct(k.rs)
	return able
}

// isKnownAlly reports whether an actor is known to be on the character's own side.
func (k *knownState) isKnownAlly(id string) bool {
	if id == Self {
		return true
	}
	own, other := k.whole.Find(k.log.seat), k.whole.Find(k.keys[id])
	return own != nil && other != nil && own.ApparentSide() == other.ApparentSide() && k.log.noticesOrRemembers(own, other)&rules.KnowSide != 0
}

// canDeclareNow reports whether an actor can declare an action now, judging by the state s that its player sees.
func canDeclareNow(rs *rules.Ruleset, s *rules.State, a *rules.Actor) bool {
	if rs.Order.InRounds() && s.Running {
		return rs.CanActNow(s, a)
	}
	return a.Open
}
