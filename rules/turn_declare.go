package rules

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"hybrid/rules/collect"
	"hybrid/rules/message"
)

// Declaring an action: finding everything that the declaration names (prepareAct), refusing the action or paying for it, and computing the
// count at which it takes effect. turn_play.go carries it out. An option is a situation that is ticked for the action. Speed points are
// spent to make it faster. A stand-in is a related skill that replaces one that the actor hasn't learnt. In a game by rounds, a declared
// action takes effect at once. In the action's frame, sides[0] is the side of the acting actor, with its tool and options, and sides[1] the
// side of the target. In the fights of a simulation (live.go), omitsReasons is set, and errImpossible replaces refusals, since no one reads
// their reasons. If the state is what one actor knows of it (num_unknown.go), Run.unknown isn't nil.

// Declare declares an action, or two at once if d.Beside is set. who is the key of the actor. The action takes effect after its counts, or
// at once if it takes no time. Guide, chapter 4.
func (rs *Ruleset) Declare(s *State, who string, d OngoingAction, k DecisionInput) (Decision, error) {
	r := rs.newRun(s, k)
	a := r.actorCopy(who)
	if a == nil {
		return r.failWith(refusalOf(message.Unknown("combatant", who, nil)))
	}
	if d.Beside != nil { // declaring changes it, so it's copied from the caller's
		paired := *d.Beside
		d.Beside = &paired
	}
	return r.finishWith(r.withActor(a).declareAction(&d))
}

// declareAction completes d and declares it as the actor's action. If the action takes no time, it runs, and its report is returned. After
// an error, nothing is changed.
func (s runActor) declareAction(d *OngoingAction) ([]ReportedValue, error) {
	if why := s.a.forbiddenBy(s.rs, cannotAct); why != nil {
		return nil, refuse("%s can't act: %s. Name another combatant, or type `next`.", s.a.Name, MidSentence(why.Label))
	}
	s.takeWaitedTurn()
	if d.Beside != nil {
		return nil, s.declarePair(d)
	}
	m, err := s.prepareAction(d)
	if err != nil {
		return nil, err
	}
	if d.At > d.From {
		s.endLastingUntil(untilDeclaration)
	}
	m.startConditions()
	m.nameDefaults()
	if d.At > d.From {
		s.emitOwn(&Event{Kind: EventDoing, Doing: d})
		return nil, nil
	}
	if s.rs.Order.InRounds() {
		return s.Run.runDeclaredAct(s, m), nil
	}
	return m.runAtOnce(), nil
}

// takeWaitedTurn begins the turn of an actor who has waited since an earlier count: conditions that last until its turn end.
func (s runActor) takeWaitedTurn() {
	if !s.a.Waiting || s.rs.Order.InRounds() {
		return
	}
	s.endUntil(untilTurn, true)
}

// prepareAction computes the count at which an action takes effect, and pays its costs and speed points. It returns an error if the action
// can't be declared.
func (s runActor) prepareAction(d *OngoingAction) (act, error) {
	m, err := s.prepareAct(s.a.Key, d)
	if err != nil {
		return act{}, err
	}
	if err := m.refuseUnlessAllowed(); err != nil {
		return act{}, err
	}
	if err := m.refuseMissingRow(m.action.body); err != nil {
		return act{}, err
	}
	if err := m.payPoints(); err != nil {
		return act{}, err
	}
	m.payAction()
	d.From, d.At = s.count(), s.count()+m.action.duration(s.rs, m.f, d.Points, nil)
	return m, nil
}

// act is an action of an actor in a run, prepared with everything that its declaration names.
type act struct {
	*Run
	f      *Frame         // frame in which its formulas are evaluated
	action *Action        // action that is declared or carried out
	d      *OngoingAction // declaration
}

// prepareAct finds everything that the action d of the actor with the given key names, and prepares its frame. In live play, much of this
// comes from the cache of an earlier run (live_actioncache.go).
func (r *Run) prepareAct(key string, d *OngoingAction) (act, error) {
	rs := r.rs
	if d.Hazard != nil {
		return d.prepareHazard(r)
	}
	a := r.actorCopy(key)
	if a == nil {
		return act{}, refusalOf(message.Unknown("combatant", key, nil))
	}
	found := r.sink.cachedAction(a, d) // choices found by an earlier run; nil for none
	action, err := rs.declaredAction(d, found)
	if err != nil {
		return act{}, err
	}
	f := r.newFrame(a, nil)
	m, side := act{r, f, action, d}, f.sides[0]
	side.action, side.manual = action, d.Given
	if action.Whom || d.Whom != "" {
		other := found.cachedTarget(r, a, d.Whom)
		if other == nil {
			return act{}, refuse("%s needs a target. Name a combatant.", action.Label)
		}
		f.sides[1] = r.newSide(other)
	}
	if found != nil {
		side.tool = found.tool
	} else if err := m.findToolAndSkill(); err != nil {
		return act{}, err
	}
	if err := m.tickOptions(); err != nil {
		return act{}, err
	}
	number, err := m.declaredNumber()
	if err != nil {
		return act{}, err
	}
	if err := m.findHelpers(); err != nil {
		return act{}, err
	}
	if err := m.chooseTaskSkill(); err != nil {
		return act{}, err
	}
	f.askedNumber = number
	m.setAsCurrent()
	f.seq = r.newTagFrame()
	if found != nil {
		found.fillFrame(f)
		return m, nil
	}
	f.pickSkill(nil, true)
	if err := m.fillFrame(); err != nil {
		return act{}, err
	}
	r.sink.cacheAction(f, d)
	return m, nil
}

// declaredAction returns the action that the declaration names, or the action of the task that it names, or else the pack's action for
// plain checks. found holds the choices of an earlier run, or is nil.
func (rs *Ruleset) declaredAction(d *OngoingAction, found *actionCache) (*Action, error) {
	action := rs.useAction // unless the declaration names another
	if action == nil && d.Stat != "" {
		action = rs.bareAction
	}
	if found != nil {
		action = found.action
	} else if err := rs.Actions.lookupEntry("action", d.Action, &action); err != nil {
		return nil, err
	}
	if action == nil && d.Stat != "" {
		return nil, refuse("%s has no check for statistics. Name one with `pack: {check: NAME}`.", rs.Pack.Label)
	}
	if action == nil {
		return nil, refuse("%s has no action for skill checks. Name one with `pack: {use: NAME}`.", rs.Pack.Label)
	}
	if found == nil && d.Task != "" {
		if task, ok := rs.Tasks.Get(d.Task); ok && task.action != nil {
			action = task.action
		}
	}
	return action, nil
}

// declaredNumber returns the number given as the answer to the action's question, or an error if it is out of bounds.
func (m act) declaredNumber() (float64, error) {
	number, ask := m.d.Asked, m.action.Ask
	if ask.IsOptional() && number == 0 && (m.action == m.rs.useAction || m.d.Task != "") {
		number = ask.UsualNumber() // a plain check gives no number
	}
	if ask != nil {
		if err := ask.limitIn(m.f).checkNumber(m.action.Label, number); err != nil {
			return 0, err
		}
	}
	return number, nil
}

// fillFrame sets the tags of the action's roll, its basis and its duration in the frame. It returns an error if the game master gave a
// modifier, or a stand-in for a skill, that doesn't fit.
func (m act) fillFrame() error {
	f, side := m.f, m.f.sides[0]
	if err := cmp.Or(f.givenModifierError(m.action), f.standInError()); err != nil {
		return err
	}
	f.seq.seq, f.seq.actionTags = m.action.body, actingTags(m.action, side.tool)
	m.tagRoll(f, true, nil)
	if basis := m.action.Basis.matchFormula(f); basis != nil && side.stat == nil {
		f.use.basis = basis
	}
	f.counts = m.action.totalCounts(f)
	if side.task != nil && side.task.Seconds > 0 {
		f.counts = math.Round(side.task.Seconds / m.rs.secondsPerCount())
	}
	return nil
}

// setAsCurrent makes m the current action of the run: its words, additional targets, main target, given margin and duration.
func (m act) setAsCurrent() {
	d, r := m.d, m.Run
	r.words, r.otherTargets, r.centre = d.Words, d.Among, m.f.sides[1].actor
	if d.Against != nil {
		if r.givenMargin = *d.Against; !r.asEarlier {
			r.givenMarginFor = m.action
		}
	}
	r.window, r.calledByGM = d.At-d.From, d.Called && (r.asEarlier || r.state.Running)
}

// actingTags returns the tags of an action and of its tool.
func actingTags(action *Action, tool *Item) tagSet {
	set := action.tags
	if tool != nil && len(action.With) > 0 {
		set.addAll(&tool.tags)
	}
	return set
}

// findToolAndSkill finds the tool and the skill of an action.
func (m act) findToolAndSkill() error {
	side, rs := m.f.sides[0], m.rs
	err := cmp.Or(rs.Skills.lookupEntry("skill", m.d.Skill, &side.skill), rs.Stats.lookupEntry("statistic", m.d.Stat, &side.stat),
		rs.Tasks.lookupEntry("task", m.d.Task, &side.task), rs.Skills.lookupEntry("skill", m.d.StandIn, &side.standIn))
	if err != nil {
		return err
	}
	if len(m.action.With) == 0 {
		return nil
	}
	tools := m.findTools(m.action, side.actor)
	if m.d.Tool == "" && len(tools) > 0 {
		side.tool = tools[0]
		return nil
	}
	var names []string
	for _, tool := range tools {
		if tool.Name == m.d.Tool {
			side.tool = tool
			return nil
		}
		names = append(names, tool.Name)
	}
	if len(names) == 0 && m.d.Tool == "" && side.task != nil && side.task.May { // the task allows a tool, but doesn't need one
		side.tool = nil
		return nil
	}
	return m.refuseTool(names)
}

// refuseTool returns the error for a tool that the action can't use, or for an actor without a usable tool. names lists the tools that it
// can use.
func (m act) refuseTool(names []string) error {
	actor := m.f.sides[0].actor
	item := actor.itemNamed(m.d.Tool)
	switch {
	case m.action.Hold && item != nil && actor.IsReady(item):
		return refuse("%s is already in hand.", item.Label)
	case len(names) == 0 && m.action.Hold:
		return refuse("No other item to take in hand.")
	case len(names) == 0:
		return &Refusal{Text: message.Capitalise(m.action.Label) + ": " + actor.Name + " has no item for this.", Why: "No suitable item."}
	}
	return refuse("%s has no %s to %s with. Choose: %s.", actor.Name, m.d.Tool, MidSentence(m.action.Label), strings.Join(names, ", "))
}

// chooseTaskSkill sets the skill for a task. A chosen skill must be learnt, unless the declaration names a related skill to stand in for
// it. Without a choice, it is the task's learnt skill with the best chance, or the first of several that are equal. Guide, chapter 7.
func (m act) chooseTaskSkill() error {
	side := m.f.sides[0]
	if side.task == nil {
		return nil
	}
	sheet := side.actor.Sheet
	learnt := collect.Filter(side.task.skills, func(skill *Skill) bool { return side.standIn != nil || sheet.HasLearntAny([]*Skill{skill}) })
	if side.skill != nil {
		if side.standIn != nil || sheet.HasLearntAny([]*Skill{side.skill}) {
			return nil
		}
		return refuse("%s hasn't learnt %s. %s", side.actor.Name, MidSentence(side.skill.Label), choiceOfSkills(learnt))
	}
	if len(learnt) < 2 || m.state == nil {
		return nil
	}
	best := math.Inf(-1)
	for _, skill := range learnt {
		d := *m.d
		d.Skill = skill.Name
		if p, err := m.rs.PlainPreview(m.state, side.actor.Key, d); err == nil && p.Roll != nil {
			if likely := p.Roll.Likelihood(); likely.InPercent() > best {
				best, side.skill = likely.InPercent(), skill
			}
		}
	}
	return nil
}

// choiceOfSkills returns a sentence that names the skills to choose from.
func choiceOfSkills(list []*Skill) string {
	if len(list) == 0 {
		return "Remove the choice."
	}
	names := make([]string, len(list))
	for i, skill := range list {
		names[i] = skill.Name
	}
	return "Choose: " + strings.Join(names, ", ") + "."
}

// tickOptions adds the situations that the declaration ticks to those of the scene; they are last in side.tickedSituations. A situation of the scene
// isn't added twice.
func (m act) tickOptions() error {
	side, added := m.f.sides[0], 0 // added: number of options added so far
	for _, option := range m.d.Options {
		s := side.task.ownSituation(option.Situation)
		ok := s != nil
		if !ok {
			s, ok = m.rs.Situations.Get(option.Situation)
		}
		if !ok {
			return refusalOf(message.Unknown("situation", option.Situation, m.rs.Situations.Names()))
		}
		t := TickedSituation{Situation: s, Number: option.Number, Side: option.Side}
		if err := s.checkAnswer(&t, option); err != nil {
			return err
		}
		i := slices.IndexFunc(side.tickedSituations, func(o TickedSituation) bool { return o.Situation == s })
		if isOfScene := i >= 0 && i < len(side.tickedSituations)-added; isOfScene {
			side.tickedSituations = slices.Delete(slices.Clone(side.tickedSituations), i, i+1)
		}
		if added == 0 { // first copied, since all actors share the scene's list
			side.tickedSituations = append(m.ticked.allocN(len(side.tickedSituations) + len(m.d.Options))[:0], side.tickedSituations...)
		}
		side.tickedSituations, added = append(side.tickedSituations, t), added+1
	}
	return nil
}

// nameDefaults fills in what the declaration leaves open: the action, its tool, and the skill for a task.
func (m act) nameDefaults() {
	if m.d.Action == "" {
		m.d.Action = m.action.Name
	}
	side := m.f.sides[0]
	if m.d.Tool == "" && len(m.action.With) > 0 && side.tool != nil {
		m.d.Tool = side.tool.Name
	}
	if m.d.Task != "" && side.skill != nil {
		m.d.Skill = side.skill.Name
	}
}

// errImpossible is the refusal of an action if no reason is wanted.
var errImpossible error = &Refusal{}

// refuseTargets returns an error if the action has too many targets, if a target is named twice, or if one has left the fight.
func (m act) refuseTargets() error {
	limit := m.action.targets
	if limit == 0 || len(m.d.Among) == 0 {
		return nil
	}
	if len(m.d.Among) >= limit {
		return refuse("%s takes up to %d targets, not %d. Name fewer.", m.action.Label, limit, len(m.d.Among)+1)
	}
	for i, key := range m.d.Among {
		other := m.actorCopy(key)
		switch {
		case other == nil:
			return refusalOf(message.Unknown("combatant", key, nil))
		case key == m.d.Whom || slices.Contains(m.d.Among[:i], key):
			return refuse("%s is named twice. Name each target once.", other.Name)
		case !m.action.allowsOut && m.unknown == nil && outCondition(m.rs, other) != nil:
			return refuse("%s can't target %s: %s.", m.action.Label, other.Name, MidSentence(outCondition(m.rs, other).Label))
		}
	}
	return nil
}

// refuseImpossible returns an error if the action, or one of its options, is impossible now.
func (m act) refuseImpossible() error {
	if err := m.refuseOutOfStage(); err != nil {
		if m.omitsReasons {
			return errImpossible
		}
		return err
	}
	if bar := m.action.firstHindrance(m.f); bar != nil {
		if m.omitsReasons {
			return errImpossible
		}
		return m.action.refusalFor(bar, m.f)
	}
	if err := m.refuseMainTarget(); err != nil {
		return err
	}
	if err := m.refuseTargets(); err != nil {
		return err
	}
	if err := m.action.cost.refuseUnpayable(m.f, m.action.Label); err != nil {
		if m.omitsReasons {
			return errImpossible
		}
		return err
	}
	if err := checkGroups(m.f, m.tickedOptions()); err != nil {
		return err
	}
	for _, ticked := range m.tickedOptions() {
		if !ticked.Situation.canTick(m.f, ticked.Number) {
			return ticked.checkTicked(m.rs, m.f)
		}
	}
	return nil
}

// refuseMainTarget returns an error if the action's target, the first of several, is its own actor or has left the fight, and the action
// doesn't allow that.
func (m act) refuseMainTarget() error {
	if !m.action.Whom {
		return nil
	}
	other := m.f.sides[1].actor
	if m.action.UsualTargetSide() == TowardTheirs && other == m.f.sides[0].actor {
		if m.omitsReasons {
			return errImpossible
		}
		return refuse("%s can't be aimed at its own actor. Name another target.", m.action.Label)
	}
	if m.action.allowsOut || m.unknown != nil { // one actor's knowledge doesn't tell whether the target has left
		return nil
	}
	why := outCondition(m.rs, other)
	switch {
	case why == nil:
		return nil
	case m.omitsReasons:
		return errImpossible
	}
	return &Refusal{Text: m.action.Label + " can't target " + other.Name + ": " + MidSentence(why.Label) + ".", Why: MidSentence(why.Label)}
}

// payPoints takes the speed points that the declaration spends: first from the points that the skill yields, then from the pool of saved
// points (R37). It returns an error if there are not enough.
func (m act) payPoints() error {
	if m.d.Points <= 0 {
		return nil
	}
	if err := m.rs.refusePoints(m.f, m.d.Points); err != nil {
		return err
	}
	own, _ := m.rs.spendablePoints(m.f)
	m.dropUselessPoints()
	if beyond := m.d.Points - own; beyond > 0 {
		m.withActor(m.f.sides[0].actor).losePoints(m.rs.Order.excess, nil, beyond, nil)
	}
	return nil
}

// dropUselessPoints removes points that would not make the action faster.
func (m act) dropUselessPoints() { m.d.Points = m.action.usefulPoints(m.rs, m.f, m.d.Points) }

// declareAtOnce does the work of a declaration for an action performed without one, such as a player's own roll: it pays the action's
// points and costs, sets its duration, and puts its conditions.
func (m act) declareAtOnce() {
	if m.d.At == m.d.From { // it was not declared before
		m.dropUselessPoints()
		m.payAction()
		m.window = m.action.duration(m.rs, m.f, m.d.Points, nil)
		if m.window > 0 && !m.d.Called {
			m.withActor(m.f.sides[0].actor).endLastingUntil(untilDeclaration)
		}
		m.startConditions()
	}
	m.f.spent = m.d.Points
}

// startConditions puts the conditions that the action and its options give on declaration, and plays their cards.
func (m act) startConditions() {
	a := m.f.sides[0].actor
	m.applyEffects(m.f, m.action.First)
	for _, condition := range m.action.puts {
		m.withActor(a).putCondition(m.f.sides[0].tool, condition, 0, m.f.partnerKey(condition))
	}
	for _, ticked := range m.tickedOptions() {
		if ticked.Situation.Group != "" && m.f.hasWorseSituation(ticked.Situation) {
			continue
		}
		for _, condition := range ticked.Situation.puts {
			m.withActor(a).putCondition(m.f.sides[0].tool, condition, 0, m.f.partnerKey(condition))
		}
	}
	m.playCards(m.f, m.action, m.tickedOptions())
}

// partnerKey returns the key of the other actor, as the partner in condition c, or "" if c isn't paired.
func (f *Frame) partnerKey(c *Condition) string {
	if !c.paired {
		return ""
	}
	return f.sides[1].actor.Key
}

// tickedOptions returns the options ticked for this action, without the scene's situations.
func (m act) tickedOptions() []TickedSituation {
	list := m.f.sides[0].tickedSituations
	return list[len(list)-len(m.d.Options):]
}

// endLastingUntil ends the actor's conditions that last until the given event. If the event is a declaration, conditions that began at the
// current count stay.
func (s runActor) endLastingUntil(end conditionEnd) { s.endUntil(end, end == untilDeclaration) }

// endUntil ends the actor's conditions that last until the given event; if earlier is set, only those that began before the current count.
func (s runActor) endUntil(end conditionEnd, earlier bool) {
	for _, held := range slices.Backward(s.a.AllConditions()) {
		if held.Condition.until == end && (!earlier || held.Since < s.count()) {
			s.endWithMirror(&held)
		}
	}
}

// prepareHazard returns the act of a hazard, such as a fall, that strikes the target of d. Its acting side is Ruleset.nobody, an actor
// without properties.
func (d *OngoingAction) prepareHazard(r *Run) (act, error) {
	h, ok := r.rs.Hazards.Get(d.Hazard.Name)
	if !ok {
		return act{}, refusalOf(message.Unknown("hazard", d.Hazard.Name, r.rs.Hazards.Names()))
	}
	other := r.actorCopy(d.Whom)
	if other == nil {
		return act{}, refusalOf(message.Unknown("combatant", d.Whom, nil))
	}
	kind := max(0, slices.Index(h.KindNames(), d.Hazard.Kind))
	f := r.newFrame(r.rs.nobody.actor, other)
	side, action := f.sides[0], h.actions[kind]
	side.action, side.tool, side.manual = action, h.tools[kind], d.Given
	m := act{r, f, action, d}
	if err := m.tickOptions(); err != nil {
		return act{}, err
	}
	if h.Ask != nil && !h.Ask.Dice {
		if err := h.Ask.checkNumber(h.Label, d.Asked); err != nil {
			return act{}, err
		}
	}
	f.askedNumber, f.givenDice = d.Asked, d.Hazard.Dice
	r.otherTargets, r.centre = d.Among, other
	if r.rs.worn != nil && d.Hazard.Place != "" {
		r.bodyPart, r.placeSide = r.rs.worn.rowNamed(d.Hazard.Place), d.Hazard.Side
		if r.bodyPart != nil && r.placeSide == "" {
			r.placeSide = r.rs.worn.sideOfFace(r.bodyPart, 1)
		}
	}
	f.seq = r.newTagFrame()
	f.seq.seq, f.seq.actionTags = h.body, action.tags
	r.tagRoll(f, true, nil)
	return m, nil
}

// DiceText returns the dice and points that the hazard rolls, as in "2d6+1", for the given number or, if the hazard asks for dice, for the
// given dice. It evaluates the first custom field of items that contains dice; it returns "" if the hazard has no such field.
func (h *Hazard) DiceText(rs *Ruleset, number float64, dice *DiceSum) (text string) {
	i := slices.IndexFunc(rs.fields, func(f itemField) bool { return f.allowsDice })
	if i < 0 || h.fields[i] == nil {
		return ""
	}
	recorder := &diceRecorder{}
	r := rs.newRun(&State{}, DecisionInput{})
	defer r.release()
	r.roller = recorder
	f := r.newFrame(rs.nobody.actor, nil)
	f.askedNumber, f.givenDice = number, dice
	plus := h.fields[i].Num(f)
	for _, p := range recorder.recordedDice {
		text += p.String() + "+"
	}
	if text == "" {
		return formatNumber(plus)
	}
	if text = strings.TrimSuffix(text, "+"); plus != 0 {
		text += strings.Replace("+"+formatNumber(plus), "+-", "-", 1)
	}
	return text
}

// CheckPossible returns an error if an action is impossible now, for example because points are missing or an option prevents it, whether
// or not it is the actor's turn.
func (rs *Ruleset) CheckPossible(s *State, who string, d OngoingAction) error {
	r := rs.newRun(s, DecisionInput{Brief: true})
	defer r.release()
	r.doing = d
	m, err := r.prepareAct(who, &r.doing)
	if err != nil {
		return err
	}
	a := m.f.sides[0].actor
	if err := m.action.CheckActor(a); err != nil {
		return err
	}
	if rs.Order.InRounds() && s.Running {
		if !rs.IsStageAction(s, m.action) {
			if err := r.refuseAfterEnd(); err != nil {
				return err
			}
		}
		if !a.Open && m.action.needsTurn() {
			r.withActor(a).endLastingUntil(untilTurn)
		}
	} else if s.Running {
		r.withActor(a).takeWaitedTurn()
	}
	return m.refuseImpossible()
}

// IsPointlessBySight reports whether an action for an ally whose need can be seen (Action.NeedsOnlySight) is impossible because its `when`
// is false. who is the actor's key. In s, the target must have the conditions that this actor sees.
func (rs *Ruleset) IsPointlessBySight(s *State, who string, d OngoingAction) bool {
	action, ok := rs.Actions.Get(d.Action)
	if !ok || !action.NeedsOnlySight() {
		return false
	}
	r := rs.newRun(s, DecisionInput{Brief: true})
	defer r.release()
	r.doing = d
	m, err := r.prepareAct(who, &r.doing)
	return err == nil && !m.f.isTrue(action.when)
}
