package dashboard

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"

	"hybrid/gm/advice"
	"hybrid/gm/command"
	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// Composing an action or a check: target, tool, options and points form an actionDraft, which becomes a line such as "attack grell with
// short_sword, from_behind". The steps are menus.composeDraft (the target), menus.continueDraft (what must be answered first) and
// menus.openOptionMenu (the rest). Steps without a choice are skipped. A line that needs turns can be composed at rest, while no one takes
// turns; it then leads to a fight.
//
// An option (command.Option) is a situation that can be ticked for the action, such as an attack from behind, or a modifier by the game
// master. It can ask for a value: a number, words, a duration (Takes), one of several Rows, or cards. The action itself can ask for a
// value in the same way (Ask); the answer is an option without a name. A preview (command.Preview) describes the effect of a line: its
// check, the tools and options that it can have, and its duration. A ranking (package advice) orders actions, targets and options by
// likelihood; an option is relevant if it was ticked the last time or belongs to the action.

// actionDraft is an action or a check that is being composed.
type actionDraft struct {
	action      *rules.Action  // action to declare; nil for a check
	prefix      string         // beginning of the line that names the subject, such as "kira: "; "" for the combatant who may declare now
	verb        string         // first word after the prefix: the action's name, or that of a command such as check
	object      string         // key of the target, or name of the skill, statistic or task; "" if none is chosen or needed
	answer      string         // value that the action itself asks for, such as a number of steps; "" for none
	tool        string         // name of the tool; "" for the one in hand
	ticks       []tickedOption // ticked options, in the order in which they were ticked
	points      int            // points spent to act faster
	rollers     string         // combatants that each make the check, as typed in a line; "" for the subject alone
	askedActors string         // combatants whose players are asked for the check, as typed in a line; "" if the game master rolls
	isSecond    bool           // whether it is the second of two simultaneous actions; the prefix contains the first
}

// tickedOption is a ticked option: its name, and its value, which is "" if the option asks for none.
type tickedOption struct{ name, value string }

// typedLine returns the prompt line that carries out the draft: it declares the draft, or asks players for the check.
func (draft *actionDraft) typedLine() string {
	if draft.askedActors == "" {
		return draft.line()
	}
	asking := *draft
	asking.prefix, asking.verb, asking.rollers = "", "ask "+draft.askedActors, ""
	return asking.line()
}

// line returns the prompt line that declares the draft; the draft's chance is computed from it.
func (draft *actionDraft) line() string {
	text := draft.prefix + draft.verb
	if draft.object != "" {
		text += " " + draft.object
	}
	if draft.answer != "" {
		text += " " + draft.answer
	}
	if draft.tool != "" {
		text += " with " + draft.tool
	}
	if draft.rollers != "" {
		text += " by " + draft.rollers
	}
	for _, t := range draft.ticks {
		text += strings.TrimRight(", "+t.name+" "+t.value, " ")
	}
	if draft.points > 0 {
		text += ", points " + strconv.Itoa(draft.points)
	}
	return text
}

// withOption returns the draft with the named option ticked; an option that is already ticked keeps its value.
func (draft *actionDraft) withOption(name, value string) *actionDraft {
	changed := *draft
	if draft.tickIndex(name) < 0 {
		changed.ticks = append(append([]tickedOption(nil), draft.ticks...), tickedOption{name, value})
	}
	return &changed
}

// withoutOption returns the draft without the option of the given name.
func (draft *actionDraft) withoutOption(name string) *actionDraft {
	changed := *draft
	changed.ticks = slices.DeleteFunc(slices.Clone(draft.ticks), func(t tickedOption) bool { return t.name == name })
	return &changed
}

// tickIndex returns the index of the named option among the draft's ticks, or -1.
func (draft *actionDraft) tickIndex(name string) int {
	return slices.IndexFunc(draft.ticks, func(t tickedOption) bool { return t.name == name })
}

// rankingFor returns the ranking of a combatant's choices, computed once for each state; who is the combatant's key.
func (m menus) rankingFor(who string) *advice.Ranking { return m.d.rankingOf(who) }

// declareAction starts composing an action of the selected combatant or, for an action without a target, of the ticked ones.
func (m menus) declareAction(action *rules.Action) {
	if m.d.selected == "" {
		m.d.showMessage(m.d.nobodyText())
		return
	}
	if text := m.d.notDueText(m.d.selected, action); text != "" && !action.AnyTime && !m.d.session.Game().AtRest() {
		m.d.showRefusal(text)
		return
	}
	draft := actionDraft{action: action, prefix: m.linePrefix(action), verb: action.Name}
	if list := m.d.tickedActors(); len(list) > 0 && !action.Whom {
		draft.prefix, draft.verb, draft.rollers = "", "roll "+action.Name, m.d.targetWords(list[0])
	}
	m.composeDraft(&draft, false)
}

// declareLine carries out a composed line. If the line needs turns and no one takes turns, it offers to begin a fight, in which the line is
// offered again in the combatant's turn.
func (m menus) declareLine(line string) {
	game := m.d.session.Game()
	if l, err := game.Parse(line); err == nil && game.AtRest() && l.Action != nil && !l.Action.AnyTime {
		who := cmp.Or(l.Who, m.d.selected)
		if text := m.d.notDueText(who, l.Action); text != "" {
			m.beginTurns(text, collect.Choose(l.Who == "", who+": "+line, line))
			return
		}
	}
	m.d.doLine(line)
}

// actionDoer returns the actor of an action: the selected combatant, or its side if sides do the action.
func (m menus) actionDoer(action *rules.Action) *rules.Actor {
	s := m.d.session.State()
	a := s.Find(m.d.selected)
	if action != nil && action.BelongsToSide() && a != nil {
		if side := s.Find(a.Side); side != nil {
			return side
		}
	}
	return a
}

// linePrefix returns the beginning of an action's line, which names its actor.
func (m menus) linePrefix(action *rules.Action) string {
	if a := m.actionDoer(action); a != nil && a.Key != m.d.selected {
		return a.Key + ": "
	}
	return m.d.subjectPrefix()
}

// declareShownDraft continues a draft whose chance was already shown in the list from which it was chosen. It needs no further
// confirmation.
func (m menus) declareShownDraft(draft *actionDraft) {
	isAnyTime := draft.action != nil && draft.action.AnyTime // whether it needs no turn
	switch text := m.d.notDueText(m.d.selected, draft.action); {
	case text != "" && !isAnyTime && !m.d.session.Game().AtRest():
		m.d.showRefusal(text)
	case draft.action == nil:
		m.continueDraft(draft, true)
	default:
		m.composeDraft(draft, true)
	}
}

// composeDraft asks for the missing parts of a draft, or explains why the action is impossible. If there is just one likely target, it is
// chosen, and the list of targets is opened below the next step, so that Esc returns to the list. seen is set if the chance of the
// likeliest choice was shown when the action was chosen; a draft without further choices is then carried out.
func (m menus) composeDraft(draft *actionDraft, seen bool) {
	action := draft.action
	if !action.Whom {
		m.continueDraft(draft, seen)
		return
	}
	doer := m.actionDoer(action)
	list := m.rankingFor(doer.Key).ListTargets(doer, action)
	switch candidates := m.likelyTargets(list, action); {
	case len(list) == 0:
		m.d.showMessage("No other combatants.")
	case len(candidates) == 0 && m.d.notDueText(doer.Key, action) != "": // only at rest; during a fight it was refused earlier
		m.beginTurns(m.d.notDueText(doer.Key, action), "")
	case list[0].Refused != "":
		why := list[0].Refused
		if slices.ContainsFunc(list, func(other advice.Choice) bool { return other.Refused != why }) {
			why = list[0].Whom.Name + ": " + why // not all targets are refused for this reason
		}
		m.d.showRefusal(why)
	case len(candidates) == 1:
		if len(list) > 1 && list[1].Refused == "" {
			m.openTargetMenu(draft, list)
		}
		only := *draft
		only.object, only.tool = candidates[0].Whom.Key, cmp.Or(candidates[0].Tool, draft.tool)
		m.continueDraft(&only, seen)
	default:
		m.openTargetMenu(draft, list)
	}
}

// likelyTargets returns the likely targets of an action among list: the possible ones, without those on the actor's own side if the
// action is meant for opponents.
func (m menus) likelyTargets(list []advice.Choice, action *rules.Action) (likely []advice.Choice) {
	return collect.Filter(list, func(choice advice.Choice) bool {
		return choice.Refused == "" && !(action.UsualTargetSide() == rules.TowardTheirs && m.isOwnSide(choice.Whom))
	})
}

// isOwnSide reports whether a is on the same side as the selected combatant.
func (m menus) isOwnSide(a *rules.Actor) bool {
	selected := m.d.session.State().Find(m.d.selected)
	return selected != nil && a.Side == selected.Side
}

// continueDraft continues a draft that has its target: it asks for an answer that the action requires, and then opens the list of
// options. If there are no relevant options and seen is set, it carries out the draft instead. It refuses an impossible action, unless a
// situation with rows can make it possible; it then asks for the row.
func (m menus) continueDraft(draft *actionDraft, seen bool) {
	if draft.mustAnswerFirst(m.d.inRounds()) {
		m.askAnswer(draft, func(answered *actionDraft) { m.continueDraft(answered, seen) })
		return
	}
	v, err := m.d.preview(draft.line()) // fails if the action is impossible
	switch {
	case err != nil && draft.action != nil && draft.action.Ask == nil:
		if row, ok := m.requiredOption(draft); ok {
			m.openRowMenu(draft, row, func(value string) { m.declareLine(draft.withOption(row.Name, value).line()) })
			return
		}
		m.d.showError(err)
	case err == nil && (m.isPlainDraft(draft, &v) || seen && m.needsNoOptions(draft, &v)):
		m.declareLine(draft.typedLine())
	default:
		m.openOptionMenu(draft)
	}
}

// askAnswer asks for the answer to the question of a draft's action, and calls next with the draft that has it.
func (m menus) askAnswer(draft *actionDraft, next func(answered *actionDraft)) {
	action := draft.action
	o := command.Option{Label: m.actionDoer(action).Name + " › " + rules.MidSentence(action.Label), Ask: rules.ReadableName(action.Ask.What),
		Hint: action.Text, Bounds: action.Ask.BoundsText(), Question: action.Ask}
	m.askValue(draft, o, func(text string) {
		answered := *draft
		answered.answer = text
		next(&answered)
	})
}

// needsNoOptions reports whether a draft can be carried out without a list of its options, since none is relevant and its action asks
// nothing. It returns false for the second of two simultaneous actions. v is the preview of the draft.
func (m menus) needsNoOptions(draft *actionDraft, v *command.Preview) bool {
	if draft.isSecond || draft.hasOpenQuestion() {
		return false
	}
	_, _, relevant := m.rankedOptions(draft, v)
	return relevant == 0
}

// hasOpenQuestion reports whether the action itself asks a question that the draft doesn't answer yet.
func (draft *actionDraft) hasOpenQuestion() bool {
	return draft.action != nil && draft.action.Ask != nil && draft.answer == ""
}

// mustAnswerFirst reports whether the action's question must be answered before the odds of the draft can be computed: if the answer is in
// words or, in a game in rounds, if the action is impossible without it.
func (draft *actionDraft) mustAnswerFirst(inRounds bool) bool {
	if !draft.hasOpenQuestion() || draft.action.Ask.IsOptional() {
		return false
	}
	return draft.action.Ask.Words || inRounds && draft.action.CheckAnswered() != nil
}

// isPlainDraft reports whether a draft has no choices left: an action, in a game in rounds, without a roll, open questions, options or
// other tools. v is its preview.
func (m menus) isPlainDraft(draft *actionDraft, v *command.Preview) bool {
	if !m.d.inRounds() || draft.action == nil || draft.hasOpenQuestion() {
		return false
	}
	return v.Check == nil && len(v.Options) == 0 && len(v.Tools) < 2
}

// requiredOption returns the option that makes an impossible action possible: a situation of that action whose value is one of several
// rows. It returns false if there is none.
func (m menus) requiredOption(draft *actionDraft) (command.Option, bool) {
	rs := m.d.session.Rules()
	for _, s := range rs.Situations.All {
		if s.Ask == nil || len(s.Ask.Rows()) == 0 || len(s.For) == 0 || s.MatchIndex(rs, draft.action, nil) < 0 {
			continue
		}
		for _, row := range s.Ask.Rows() {
			if _, err := m.d.preview(draft.withOption(s.Name, row).line()); err == nil {
				return command.RowsOption(s), true
			}
		}
	}
	return command.Option{}, false
}

// rankedOptions returns the ranked options of a draft, whose preview is v: first has the options to list, more those to hide in a fold.
// relevant is the number of options in first that are relevant to the draft.
func (m menus) rankedOptions(draft *actionDraft, v *command.Preview) (first, more []command.Option, relevant int) {
	return m.rankingFor(m.actionDoer(draft.action).Key).SplitOptions(draft.action, v, strings.Fields(draft.verb+" "+draft.object)...)
}

// openTargetMenu opens a list of the targets in list, the likeliest first, each with the chance against it. The actor's own side is in a fold if
// the draft's action is meant for opponents.
func (m menus) openTargetMenu(draft *actionDraft, list []advice.Choice) {
	pools := m.d.session.Rules().WatchedPools(false)
	items := m.targetItems(draft, list, pools)
	l := &picker{title: m.d.actorName(m.actionDoer(draft.action).Key) + " › " + rules.MidSentence(draft.action.Label) + " › target?",
		load: func() []listItem { return items }, fixed: true, empty: "No other combatants.", columns: briefHeadings(m.d.view, pools)}
	aim := func(it *listItem) *actionDraft { // returns the draft with the target of a row, or the draft itself for a fold or nil
		aimed := *draft
		if it != nil && !it.isFold {
			at := slices.IndexFunc(list, func(choice advice.Choice) bool { return choice.Whom.Key == it.name })
			aimed = draft.aimedAt(&list[at])
		}
		return &aimed
	}
	l.line = func() string { return aim(l.currentItem()).line() }
	l.inspect = func(*listItem) *draw.Page { return m.d.pages.previewLine(l.line()) }
	l.choose = func(it *listItem) { m.continueDraft(aim(it), true) }
	l.onSpace = func(it *listItem) { m.openOptionMenu(aim(it)) }
	m.d.openOverlay(l)
}

// aimedAt returns a copy of the draft with the target and the tool of choice.
func (draft *actionDraft) aimedAt(choice *advice.Choice) actionDraft {
	aimed := *draft
	aimed.object, aimed.tool = choice.Whom.Key, cmp.Or(choice.Tool, draft.tool)
	return aimed
}

// targetItems returns a row for each target in list. pools are the pools whose values the rows show. Refused targets are shown only in a
// search, unless no target is possible.
func (m menus) targetItems(draft *actionDraft, list []advice.Choice, pools []*rules.Pool) (items []listItem) {
	own := m.d.session.State().Find(m.d.selected)
	ownSide, likely := 0, len(m.likelyTargets(list, draft.action)) // numbers of targets on the actor's own side, and of likely targets
	for i := range list {
		choice := &list[i]
		actor, aimed := choice.Whom, draft.aimedAt(choice)
		it := listItem{
			showsRefused: likely == 0 && !m.isOwnSide(actor),
			name:         actor.Key, label: actor.Name, short: actor.Short, role: m.d.sideRole(actor), refused: choice.Refused,
			note:     func() string { return m.toolNote(choice.Tool) + m.d.combatantBrief(own, actor, pools) },
			lateHint: func() string { return m.d.chanceText(aimed.line()) },
		}
		if draft.action.UsualTargetSide() == rules.TowardTheirs && m.isOwnSide(actor) {
			it.fold = "own side"
			ownSide++
		}
		items = append(items, it)
	}
	if ownSide == len(list) { // a fold with all targets would be pointless
		for i := range items {
			items[i].fold = ""
		}
	}
	return items
}

// toolNote names the item that must be taken in hand first. It returns "" if name is "", which means that none must be.
func (m menus) toolNote(name string) string {
	if item, ok := m.d.session.Rules().Items.Get(name); ok {
		return "with " + rules.MidSentence(item.Label) + " · "
	}
	return ""
}

// openOptionMenu lists the options of a draft and shows the chance with those ticked. Enter declares the draft.
func (m menus) openOptionMenu(draft *actionDraft) {
	l := &picker{title: m.draftTitle(draft), line: draft.typedLine, empty: "No options. Press Enter to confirm."}
	l.load = func() []listItem { return m.optionItems(draft) }
	l.inspect = func(*listItem) *draw.Page { return m.d.pages.previewLine(draft.line()) }
	l.header = func() []draw.PageLine { return m.draftHeader(draft) }
	l.toggle = func(it *listItem) { m.toggleOption(draft, it.name) }
	v, _ := m.d.preview(draft.line())
	if !m.d.inRounds() || len(v.Tools) > 1 {
		l.adjust = func(tools, points int) { m.adjustDraft(draft, tools, points) }
	}
	l.favourite = draft.favouriteLine
	if !draft.isSecond && draft.askedActors == "" && !m.d.inRounds() {
		l.second = func() { m.openSecondMenu(draft) }
	}
	l.commit = func() { m.declareLine(draft.typedLine()) }
	m.d.openOverlay(l)
}

// draftTitle returns the title of the list of options: who does what to whom.
func (m menus) draftTitle(draft *actionDraft) string {
	title := m.actionDoer(draft.action).Name + " › "
	if draft.askedActors != "" {
		title = askTitle + m.d.tickedNames(m.actionDoer(nil)) + " › "
	} else if draft.rollers != "" {
		title = m.d.tickedNames(m.actionDoer(draft.action)) + " › "
	}
	if draft.action == nil {
		return title + m.objectLabel(draft) + " › how?"
	}
	title += rules.MidSentence(draft.action.Label)
	if draft.action.Whom && draft.object != "" {
		title += " › " + m.d.actorName(draft.object)
	}
	return title + " › how?"
}

// objectLabel returns the label of the skill or task of a draft.
func (m menus) objectLabel(draft *actionDraft) string {
	rs := m.d.session.Rules()
	if skill, ok := rs.Skills.Get(draft.object); ok && draft.verb != "task" {
		return rules.MidSentence(skill.Label)
	}
	if task, ok := rs.Tasks.Get(draft.object); ok {
		return rules.MidSentence(task.Label)
	}
	return draft.object
}

// openSecondMenu lists the actions that can be declared simultaneously with a draft, each with its cost.
func (m menus) openSecondMenu(draft *actionDraft) {
	second := func(action *rules.Action) *actionDraft { // returns a draft of action after the first one's line
		return &actionDraft{action: action, prefix: draft.line() + ", and ", verb: action.Name, isSecond: true}
	}
	line := func(action *rules.Action) string { // returns the whole line, with the likeliest target of action
		other := second(action)
		other.object = m.d.likeliestTarget(m.d.selected, action)
		return other.line()
	}
	actions := slices.Clone(m.d.session.Rules().Actions.All)
	slices.SortStableFunc(actions, func(a, b *rules.Action) int { return secondRank(a, draft) - secondRank(b, draft) })
	var items []listItem
	for _, action := range actions {
		if action.Answers != "" || action.AnyTime {
			continue
		}
		if v, err := m.d.preview(line(action)); err != nil || v.Counts <= 0 {
			continue
		}
		items = append(items, listItem{name: action.Name, label: action.Label, line: line(action),
			lateHint: func() string { return m.d.costText(line(action)) }, run: func() {
				m.composeDraft(second(action), false)
			}})
	}
	l := &picker{title: "and at the same time", load: func() []listItem { return items }, fixed: true, empty: "Nothing else can be done at the same time."}
	l.line = func() string { return currentLine(l) }
	l.inspect = func(it *listItem) *draw.Page { return m.d.pages.previewLine(l.line()) }
	m.d.openOverlay(l)
}

// secondRank returns the rank of action in the list of actions that can be simultaneous with the draft first, lowest rank first: the same
// action, then actions that a key of the keyboard declares, then all others.
func secondRank(action *rules.Action, first *actionDraft) int {
	switch {
	case action == first.action:
		return 0
	case action.Key != "":
		return 1
	}
	return 2
}

// optionItems returns rows for the options that can be ticked: the action's own question, the situations that apply to it, and manual
// modifiers. Those that draftOptions returns as more are in a fold unless ticked.
func (m menus) optionItems(draft *actionDraft) []listItem {
	first, more := m.draftOptions(draft)
	items := collect.Map(first, func(o command.Option) listItem { return m.optionItem(draft, o) })
	for _, o := range more {
		it := m.optionItem(draft, o)
		if draft.tickIndex(o.Name) < 0 {
			it.fold = "more"
		}
		items = append(items, it)
	}
	return items
}

// optionItem returns the row of an option: its box, its value and its effect on the chance.
func (m menus) optionItem(draft *actionDraft, o command.Option) listItem {
	at := draft.tickIndex(o.Name)
	sign, label, value := "[ ]", o.Label, ""
	if at >= 0 {
		value = draft.ticks[at].value
	} else if o.Name == "" { // the action's own question
		value = draft.answer
	}
	if at >= 0 || o.Ticked || value != "" {
		sign = "[x]"
	}
	if value != "" {
		label += " " + strings.Replace(value, "-", "−", 1)
	} else if o.Ask != "" {
		label += " …"
	}
	it := listItem{name: o.Name, label: label, sign: sign, aliases: o.Also, note: func() string { return o.Hint }}
	if o.Ask == "" {
		it.note = func() string { return m.optionNote(draft, o) }
		it.lateHint = func() string { return m.d.chanceText(draft.withOption(o.Name, "").line()) }
	}
	return it
}

// optionNote returns the hint of an option. If the option changes how long the action takes, the time at which the action then takes effect
// replaces the part of the hint about time.
func (m menus) optionNote(draft *actionDraft, o command.Option) string {
	bare := draft.withoutOption(o.Name)
	before, err := m.d.preview(bare.line())
	after, err2 := m.d.preview(bare.withOption(o.Name, "").line())
	if err != nil || err2 != nil || before.Counts == after.Counts {
		return o.Hint
	}
	return strings.TrimPrefix(o.HintWithoutTime+", "+m.d.landingText(&after), ", ")
}

// draftOptions returns the options of a draft: first has those to list, and more those to hide in a fold, beginning with the manual
// modifiers. The option for the action's own question has no name.
func (m menus) draftOptions(draft *actionDraft) (first, more []command.Option) {
	v, err := m.d.preview(draft.line())
	if err != nil { // perhaps an option is the cause; it can be unticked only if it is listed
		bare := *draft
		bare.ticks, bare.points = nil, 0
		v, _ = m.d.preview(bare.line())
	}
	if draft.action != nil && draft.action.Ask != nil {
		ask := draft.action.Ask
		first = append(first, command.Option{Label: rules.ReadableName(ask.What), Ask: ask.What, Bounds: ask.BoundsText(), Question: ask})
	}
	about, rest, _ := m.rankedOptions(draft, &v)
	for _, modifier := range m.d.session.Rules().Modifiers.All {
		if modifier.Flag != "" {
			more = append(more, command.Option{Name: modifier.Flag, Label: modifier.Label + " ±", Ask: modifier.Label})
		}
	}
	first = append(first, about...)
	canTakeTime := m.d.session.Game().AtRest() && !draft.isSecond
	if canTakeTime && (draft.action == nil || !draft.action.Whom) {
		first = append(first, command.Option{Name: command.TakesWord, Label: "Takes", Ask: "how long", Hint: "such as 10 min or 1 h; a number is minutes"})
	}
	if draft.action == nil && !draft.isSecond {
		first = append(first, command.Option{Name: command.SecretlyWord, Label: "Secretly", Hint: "for you alone; players see nothing, and nothing changes"})
	}
	return first, append(more, rest...)
}

// draftHeader returns the lines above the options: the tool of the draft with its harm and duration, and the points that can be spent to
// act faster, in one line if there is room.
func (m menus) draftHeader(draft *actionDraft) []draw.PageLine {
	v, err := m.d.preview(draft.line())
	if err != nil {
		return nil
	}
	var head []draw.PageLine
	if n := len(v.Tools); n > 0 {
		at := toolIndex(&v)
		label := rules.MidSentence(v.Tools[at].Label)
		text := collect.Choose(n > 1, "with ◂ "+label+" ▸", "with "+label)
		right, harm := command.FormatCounts(m.d.session.Rules(), v.Counts), v.Tools[at].Hint
		switch {
		case m.d.inRounds():
			right = harm
		case harm != "":
			right = harm + " · " + right
		}
		head = append(head, draw.PageLine{Left: text, Right: right})
	}
	if v.Points < 1 && draft.points == 0 {
		return head
	}
	points := m.d.pointsLabel() + " − " + strconv.Itoa(draft.points) + " +"
	available := "of " + draw.Tenths(v.Points)
	const gaps = 5 // cells between the parts
	if len(head) == 1 && draw.Width(head[0].Left+head[0].Right+points+" "+available)+gaps <= m.d.layout.popup.W-2 {
		return []draw.PageLine{{Left: head[0].Left + "  " + head[0].Right, Right: points + " " + available}}
	}
	return append(head, draw.PageLine{Left: points, Right: available})
}

// adjustDraft selects the tool that is the given number of tools after the current one, wrapping around, and spends the given number of
// additional points; either number may be 0 or negative.
func (m menus) adjustDraft(draft *actionDraft, tools, points int) {
	v, err := m.d.preview(draft.line())
	if err != nil { // perhaps there are too many points, so only fewer are allowed
		draft.points = max(0, draft.points+min(points, 0))
		return
	}
	if n := len(v.Tools); n > 1 && tools != 0 {
		draft.tool = v.Tools[(toolIndex(&v)+tools+n)%n].Text
	}
	draft.points = max(0, min(draft.points+points, int(v.Points)))
}

// toolIndex returns the index in v.Tools of the tool that the preview uses, or 0 if it isn't there.
func toolIndex(v *command.Preview) int {
	for i, tool := range v.Tools {
		if tool.Text == v.Tool {
			return i
		}
	}
	return 0
}

// toggleOption ticks an option, and asks for its value, or unticks it.
func (m menus) toggleOption(draft *actionDraft, name string) {
	if name == "" && draft.answer != "" {
		draft.answer = ""
		return
	}
	if at := draft.tickIndex(name); at >= 0 {
		draft.ticks = append(draft.ticks[:at], draft.ticks[at+1:]...)
		return
	}
	first, more := m.draftOptions(draft)
	for _, o := range append(first, more...) {
		if o.Name == name {
			m.tickOption(draft, o)
		}
	}
}

// tickOption ticks an option, after asking for its value if it needs one, and unticks other options of its group.
func (m menus) tickOption(draft *actionDraft, o command.Option) {
	set := func(value string) {
		if o.Name == "" {
			draft.answer = value
			return
		}
		draft.ticks = slices.DeleteFunc(draft.ticks, func(t tickedOption) bool { return m.excludeEachOther(t.name, o.Name) })
		draft.ticks = append(draft.ticks, tickedOption{o.Name, value})
	}
	m.askValue(draft, o, set)
}

// askValue asks for the value of an option of a draft (cards, a row, a duration, words or a number) and calls set with it. If the option
// needs no value, it calls set with "" at once.
func (m menus) askValue(draft *actionDraft, o command.Option, set func(string)) {
	switch {
	case o.Question.AsksCards():
		m.d.askCards(titleWithNoun(o.Label, o.Ask), m.actionDoer(draft.action), o.Question, func(names string) error {
			m.d.closeOverlay()
			set(names)
			return nil
		})
	case len(o.Rows) > 0:
		m.openRowMenu(draft, o, set)
	case o.Name == command.TakesWord:
		m.askSpan(o, set)
	case o.Question != nil && o.Question.Words:
		m.askWords(o, set)
	case o.Ask != "":
		m.askNumber(o, set)
	default:
		set("")
	}
}

// excludeEachOther reports whether the options with the given names are different situations of the same group, of which only one can
// apply.
func (m menus) excludeEachOther(one, other string) bool {
	all := &m.d.session.Rules().Situations
	a, known := all.Get(one)
	b, otherKnown := all.Get(other)
	return known && otherKnown && a != b && a.Group != "" && a.Group == b.Group
}

// askWords asks for the words that an action or option needs.
func (m menus) askWords(o command.Option, set func(string)) {
	m.d.openOverlay(&dialog{d: m.d, title: o.Label, label: inputLabel(o.Label, o.Ask, "words"), hint: cmp.Or(o.Hint, "in words"), take: func(text string) error {
		if text == "" {
			return errors.New("Type a few words, or press Esc to leave it empty.")
		}
		m.d.closeOverlay()
		set(text)
		return nil
	}})
}

// askSpan asks for a duration; a number alone is minutes.
func (m menus) askSpan(o command.Option, set func(string)) {
	m.d.openOverlay(&dialog{d: m.d, title: o.Label, label: o.Ask, hint: o.Hint, take: func(text string) error {
		if command.IsNumber(text) {
			text += " min"
		}
		if _, err := rules.ParseSpan(text); err != nil {
			return err
		}
		m.d.closeOverlay()
		set(text)
		return nil
	}})
}

// askNumber asks for the number that an option needs; Enter alone takes the usual one, if there is one.
func (m menus) askNumber(o command.Option, set func(string)) {
	usual := o.Question.UsualAnswer()
	m.d.openOverlay(&dialog{d: m.d, number: true, title: o.Label, label: inputLabel(o.Label, o.Ask, "number"),
		hint: hintWithUsual(cmp.Or(o.Bounds, o.Hint), usual), take: func(text string) error {
			text = cmp.Or(text, usual)
			if _, err := command.ParseAmount(text, ""); err != nil {
				return err
			}
			m.d.closeOverlay()
			set(text)
			return nil
		}})
}

// openRowMenu lists the rows of an option, one of which is its value, each with the resulting chance. It calls set with the name of the chosen
// row.
func (m menus) openRowMenu(draft *actionDraft, o command.Option, set func(string)) {
	lineWith := func(value string) string { return draft.withOption(o.Name, value).line() }
	l := &picker{title: o.Label}
	l.load = func() []listItem {
		items := make([]listItem, len(o.Rows))
		for i, row := range o.Rows {
			items[i] = listItem{name: row.Text, label: row.Label, lateHint: func() string { return strings.TrimSpace(row.Hint + "  " + m.d.chanceText(lineWith(row.Text))) }}
		}
		return items
	}
	l.line = func() string {
		if it := l.currentItem(); it != nil {
			return lineWith(it.name)
		}
		return draft.line()
	}
	l.inspect = func(*listItem) *draw.Page { return m.d.pages.previewLine(l.line()) }
	l.choose = func(it *listItem) {
		m.d.closeOverlay()
		set(it.name)
	}
	m.d.openOverlay(l)
}

// openSkillMenu opens openCheckMenu for a check of a combatant or, if any are ticked, of the ticked ones.
func (m menus) openSkillMenu(actor *rules.Actor) {
	if text := m.d.notDueText(actor.Key, nil); text != "" {
		m.d.showRefusal(text)
		return
	}
	draft := actionDraft{prefix: m.d.subjectPrefix(), verb: "check"}
	if list := m.d.tickedActors(); len(list) > 0 {
		actor = list[0]
		draft = actionDraft{verb: "roll", rollers: m.d.targetWords(actor)}
	}
	m.openCheckMenu(actor, draft)
}

// openAskMenu opens openCheckMenu for a check that the game master asks a combatant's player to roll or, if combatants are ticked, their players.
func (m menus) openAskMenu(actor *rules.Actor) {
	draft := actionDraft{prefix: actor.Key + ": ", verb: "check", askedActors: m.d.targetWords(actor)}
	if list := m.d.tickedActors(); len(list) > 0 {
		actor = list[0]
		draft.prefix, draft.verb, draft.rollers = "", "roll", draft.askedActors
	}
	m.openCheckMenu(actor, draft)
}

// askTitle is the beginning of the title of a list for asking players.
const askTitle = "ask "

// openCheckMenu lists the skills for the check of a draft, the combatant's own skills first, or the statistics in rules without skills.
func (m menus) openCheckMenu(actor *rules.Actor, draft actionDraft) {
	rs := m.d.session.Rules()
	title := collect.Choose(draft.askedActors != "", askTitle, "") + m.d.tickedNames(actor) + " › check › on which " + command.AbilityWord(rs) + "?"
	items := append(m.statItems(actor, draft), m.skillItems(actor, draft)...)
	l := &picker{title: title, load: func() []listItem { return items }, fixed: true}
	filled := func(it *listItem) *actionDraft { // returns the draft with the skill or statistic of a row, which may be nil
		filled := draft
		if it != nil {
			filled.object = it.name
		}
		return &filled
	}
	l.line = func() string {
		if it := l.currentItem(); it != nil && it.isFold {
			return ""
		}
		return filled(l.currentItem()).typedLine()
	}
	l.inspect = func(it *listItem) *draw.Page {
		if it != nil && it.isFold {
			return &draw.Page{}
		}
		return m.d.pages.previewLine(filled(it).line())
	}
	l.choose = func(it *listItem) { m.continueDraft(filled(it), true) }
	l.onSpace = func(it *listItem) { m.openOptionMenu(filled(it)) }
	if draft.rollers == "" && draft.askedActors == "" {
		l.opponent = func() { m.openContestMenu(actor, filled(l.currentItem())) }
	}
	m.d.openOverlay(l)
}

// statItems returns a row for each statistic of actor that the check of a draft can be on; in rules with skills there are none.
// Statistics without a typical range, such as mere marks and numbered traits, are seldom rolled, so they are in a fold.
func (m menus) statItems(actor *rules.Actor, draft actionDraft) (items []listItem) {
	rs := m.d.session.Rules()
	if len(rs.Skills.All) > 0 {
		return nil
	}
	for _, stat := range rs.Stats.All {
		if !actor.Sheet.ShowsStat(stat) {
			continue
		}
		filled := draft
		filled.object = stat.Name
		it := listItem{name: stat.Name, label: stat.Label, aliases: stat.Also,
			note: func() string { return draw.Tenths(actor.Sheet.Stat(stat)) }, lateHint: func() string { return m.d.chanceText(filled.line()) }}
		if stat.Typical == "" {
			it.fold = "more"
		}
		items = append(items, it)
	}
	return items
}

// skillItems returns a row for each skill that the check of a draft can be on: those that actor has, and then all others.
func (m menus) skillItems(actor *rules.Actor, draft actionDraft) (items []listItem) {
	add := func(skill *rules.Skill, group, hint string) {
		filled := draft
		filled.object = skill.Name
		items = append(items, listItem{name: skill.Name, label: skill.Label, group: group, aliases: skill.Also,
			note: func() string { return hint }, lateHint: func() string { return m.d.chanceText(filled.line()) }})
	}
	for _, skill := range actor.Sheet.Skills {
		add(skill, "has", "rank "+strconv.Itoa(actor.Sheet.Rank(skill)))
	}
	for _, skill := range m.d.session.Rules().Skills.All {
		if actor.Sheet.Rank(skill) == rules.Unranked {
			add(skill, "has not", "unranked")
		}
	}
	return items
}

// openContestMenu asks who opposes the actor's check, whose draft is first, and then for the opponent's skill. It does nothing if first has no
// skill yet.
func (m menus) openContestMenu(actor *rules.Actor, first *actionDraft) {
	if first.object == "" {
		return
	}
	var items []listItem
	for _, other := range m.d.session.State().Actors {
		if other != actor {
			items = append(items, listItem{name: other.Key, label: other.Name, role: m.d.sideRole(other), group: other.Side,
				run: func() { m.openOpposingMenu(actor, first, other) }})
		}
	}
	slices.SortStableFunc(items, func(x, y listItem) int { // other sides first
		return command.FalseFirst(x.group == actor.Side, y.group == actor.Side)
	})
	m.d.openOverlay(&picker{title: actor.Name + " › " + m.objectLabel(first) + " › against whom?", load: func() []listItem { return items }, empty: "No other combatants."})
}

// openOpposingMenu asks for the skill with which other opposes the actor's check, whose draft is first. The cursor is on the skill of that
// check.
func (m menus) openOpposingMenu(actor *rules.Actor, first *actionDraft, other *rules.Actor) {
	rs := m.d.session.Rules()
	var items []listItem
	add := func(name, label, group string, aliases []string) { // adds the row of a skill or statistic
		line := "contest " + actor.Key + " " + first.object + " against " + other.Key + " " + name
		items = append(items, listItem{name: name, label: label, group: group, aliases: aliases, line: line,
			lateHint: func() string { return m.d.chanceText(other.Key + ": check " + name) }, run: func() { m.d.doLine(line) }})
	}
	for _, skill := range rs.Skills.All {
		ranked := other.Sheet.Rank(skill) != rules.Unranked
		add(skill.Name, skill.Label, collect.Choose(ranked, "has", "has not"), skill.Also)
	}
	for _, stat := range rs.Stats.All {
		if len(rs.Skills.All) == 0 && other.Sheet.ShowsStat(stat) { // in rules without skills, checks are on statistics
			add(stat.Name, stat.Label, "", stat.Also)
		}
	}
	slices.SortStableFunc(items, func(x, y listItem) int { return command.FalseFirst(x.group == "has not", y.group == "has not") })
	l := &picker{title: actor.Name + " › " + m.objectLabel(first) + " › against " + other.Name + " › by what?", load: func() []listItem { return items }}
	l.line = func() string { return currentLine(l) }
	m.d.openOverlay(l)
	l.selectItem(first.object)
}
