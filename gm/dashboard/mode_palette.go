package dashboard

import (
	_ "embed"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"sync"

	"hybrid/gm/advice"
	"hybrid/gm/dashboard/draw"
	"hybrid/gm/verbs"
	"hybrid/rules"
	"hybrid/rules/message"
	"hybrid/rules/rulebook"
)

// The palette (the key /): a list of everything that can be done or viewed, searched by words. It collects keys, menus, rules and
// combatants. A manual change is made directly by the game master, such as adding a condition, and isn't the result of an action.
//
// An item of the list (listItem, ask_picker.go) is found by its label and its aliases. A hidden item, or a refused one, which can't be
// chosen now, is shown only in a search; a fold stands for several unlikely items until it is opened. An item's line is the text of the
// command that it carries out, without its subject if the selected combatant may declare now. A draft (actionDraft, menu_compose.go) is
// an action or a check whose composition continues after it is chosen.
//
// A condition with a formula (Holds) is automatic: an actor has it while the formula is true, so it can't be given. In a game in rounds, a
// stage is a part of the round, or what follows the fight, such as a camp; each of its steps waits for a side.

// openPalette opens the searchable list of everything that can be done or viewed. Without words it shows the possible actions of the
// selected combatant. Enter carries out an item at once if it concerns one combatant; anything that changes the encounter, the time or
// all combatants needs a confirmation, as does a manual change (see palette.addManual).
func (d *Dashboard) openPalette() {
	p := palette{d: d, rules: rulebook.List(d.session.Rules()), actorKey: d.selected, actor: d.session.State().Find(d.selected)}
	p.collectItems()
	l := &picker{title: "find", load: func() []listItem { return p.items }, fixed: true}
	l.line = func() string {
		if it := l.currentItem(); it != nil && it.manual != "" && p.namesVerb(it.manual) {
			return it.manual
		}
		return currentLine(l)
	}
	p.words = func() []string { return strings.Fields(l.filter) }
	l.inspect = d.pages.itemPage
	l.fallbackItems = p.manualItems
	l.onSpace = func(it *listItem) {
		if it.options != nil {
			it.options()
		}
	}
	d.openOverlay(l)
}

// palette collects the items of the search, in groups such as the actions of the selected combatant or the game's rules. The add methods
// add items to the current group.
type palette struct {
	d        *Dashboard
	actorKey string          // key of the selected combatant; "" if there is none
	actor    *rules.Actor    // selected combatant; nil if there is none
	group    string          // heading of the items being added
	hidden   bool            // whether the items being added are shown only in a search
	items    []listItem      // all items added so far
	words    func() []string // returns the words typed in the search; nil outside the palette's own list
	rules    []rulebook.Rule // all rules of the game
}

// collectItems adds all items, in the order in which they are offered. The actions of the selected combatant come before those of its side,
// unless the side is the one that can act now.
func (p *palette) collectItems() {
	if p.actor != nil {
		addOwnActions := func() { // adds the selected combatant's favourites and actions
			p.group = "what " + p.actor.Short + " does"
			p.addFavourites()
			p.addActions(p.actor, p.d.subjectPrefix())
		}
		p.addStageSteps()
		switch side := p.d.session.State().Find(p.actor.Side); {
		case side == nil:
			addOwnActions()
		case side == p.actor:
			p.addSide(side)
		case p.d.session.State().Won != "" || p.d.inRounds() && p.d.notDueText(p.actorKey, nil) != "": // the combatant can't act now
			p.addSide(side)
			addOwnActions()
		default:
			addOwnActions()
			p.addSide(side)
		}
		p.hidden = true
		p.addBindings(true)
		p.group = p.actor.Short + "'s state"
		p.addStateChanges()
		p.group = "what " + p.actor.Short + " tries"
		p.addAttempts()
	}
	p.hidden, p.group = p.actor != nil, "people"
	p.addPeople()
	p.group = "cards"
	p.addPiles()
	if p.actor != nil {
		p.group = "applies automatically"
		p.addAutomaticConditions()
	}
	p.group = "the session"
	p.addBindings(false)
	p.addPromptVerbs()
	p.addSubstitutes()
	p.addNotes()
	p.addStoryItems()
	p.addEncounters()
	p.hidden = true
	if p.actor != nil {
		p.group = "numbers"
		p.addNumbers()
	}
	p.group = "for everyone"
	p.addGroupRolls()
	p.addSituations()
	p.group = "rules"
	p.addRules()
}

// manualItems returns the items offered if no item matches words: lists for changing the selected combatant manually, and a note with the
// words.
func (p *palette) manualItems(words string) []listItem {
	if p.actor == nil {
		return nil
	}
	var list []listItem
	note := "note " + p.actorKey + ": " + words
	for _, it := range p.items {
		if it.isFallback {
			it.group = "No match; do it manually"
			list = append(list, it)
		}
	}
	return append(list, listItem{name: note, label: "Note it on " + p.actor.Short + ": " + words, group: list[0].group, line: note,
		run: func() { p.d.openPromptAt(note, len(note)) }})
}

// addRules adds the rules of the game, for reading.
func (p *palette) addRules() {
	for i := range p.rules {
		r := &p.rules[i]
		page := func() *draw.Page { return p.d.pages.rulePage(r) }
		also := r.Head.Also
		if c, ok := r.Entry.(*rules.Condition); ok {
			also = searchWords(c)
		}
		p.addItem(listItem{name: r.Head.Name, label: r.Head.Label, aliases: also, sortsLast: true, inspect: page, run: func() { p.d.showPage(page()) }}, r.Kind)
	}
}

// searchWords returns the words, other than its name, that find a condition: its aliases, and the words of its effect at intervals, such as
// "bleeds".
func searchWords(c *rules.Condition) []string {
	if c.Every == nil || c.Every.Label == "" {
		return c.Also
	}
	return append(slices.Clone(c.Also), strings.Fields(c.Every.Label)...)
}

// addItem adds an item to the current group, with note as the dimmed text after its label.
func (p *palette) addItem(it listItem, note string) {
	it.note = func() string { return note }
	it.group, it.hidden = p.group, p.hidden
	p.items = append(p.items, it)
}

// addFavourites adds the actor's favourites, lines on its number keys.
func (p *palette) addFavourites() {
	for i, text := range p.actor.Favourites {
		it := listItem{name: "at hand " + strconv.Itoa(i+1), label: text, run: func() { p.d.menus.runFavourite(i) }}
		if draft, whole := p.d.menus.parseDraft(text); draft != nil && whole {
			it.line = draft.prefix + text
			it.inspect = func() *draw.Page { return p.d.pages.previewLine(it.line) }
		}
		p.addItem(it, "at hand, key "+strconv.Itoa(i+1))
	}
}

// addActions adds the actions that a, the selected combatant or its side, can declare: the likeliest first, those without a real chance
// last. prefix is the beginning of their lines, which names a unless it may declare now.
func (p *palette) addActions(a *rules.Actor, prefix string) {
	for _, choice := range p.d.rankingOf(a.Key).ListActions(a) {
		action := choice.Action
		if action.BelongsToSide() != a.IsSide() {
			continue
		}
		draft := &actionDraft{action: action, prefix: prefix, verb: action.Name}
		it := listItem{name: action.Name, label: action.Label, aliases: actionSearchWords(action), favourite: action.Name, refused: choice.Refused,
			run: func() { p.d.menus.declareShownDraft(draft) }, options: func() { p.d.menus.declareAction(action) }}
		if choice.Whom != nil && choice.Refused == "" {
			it.label += " → " + choice.Whom.Short
		}
		it.line = prefix + choice.Line()
		it.inspect = func() *draw.Page { return p.d.pages.actionPage(it.line, action) }
		it.lateHint = func() string { return p.actionHint(&choice, it.line) }
		if choice.Refused == "" && p.d.isHopeless(it.line) {
			it.fold = "no real chance"
		}
		if action.BelongsToSide() && action.AnyTime && p.d.session.State().Won == "" {
			it.fold = "at any time" // such actions are usually used after the fight
		}
		if !p.d.session.State().Running {
			p.offerHelpers(&it, action)
		}
		text, _, _ := strings.Cut(action.Text, ";")
		p.addItem(it, text)
	}
}

// actionSearchWords returns the words, other than its name, that find an action: its aliases and its short name.
func actionSearchWords(action *rules.Action) []string {
	if action.Short == "" {
		return action.Also
	}
	return append(slices.Clone(action.Also), action.Short)
}

// addStageSteps adds, in a game in rounds, the items for the current step of a stage, which waits for a side to order its figures (its
// combatants) or to end the step.
func (p *palette) addStageSteps() {
	s, rs := p.d.session.State(), p.d.session.Rules()
	p.group = "step of the stage"
	for _, key := range rs.StageSides(s) {
		_, step := rs.CurrentStage(s)
		it := listItem{name: key + ": done", label: "End “" + step.Label + "” for " + s.SideName(key), aliases: []string{"done", "step"},
			line: key + ": done", run: func() { p.d.doLine(key + ": done") }}
		if order := rs.StageOrderCondition(s); order != nil {
			it = listItem{name: key + ": orders", label: "Order of " + s.SideName(key), aliases: []string{"orders", order.Label, step.Label},
				run: func() { p.d.menus.openOrderMenu(s.Find(key)) }}
		}
		p.addItem(it, "")
	}
}

// addSide adds the actions of a side, and manual changes to it.
func (p *palette) addSide(a *rules.Actor) {
	p.group = "what " + a.Name + " does"
	p.addActions(a, a.Key+": ")
	hidden := p.hidden
	p.hidden = true
	for _, pool := range p.d.session.Rules().PoolsOf(a) {
		text := "set " + a.Key + " " + pool.Name + " "
		p.addItem(listItem{name: "set side " + pool.Name, label: rules.MidSentence(pool.Label) + " of " + a.Name,
			aliases: pool.Also, hint: draw.Tenths(a.PoolValue(pool)), run: func() { p.d.openPromptAt(text, len(text)) }}, "set")
	}
	for _, c := range p.d.session.Rules().Conditions.All {
		if c.Holds.Text == "" && c.BelongsToSide() {
			it := listItem{name: "put side " + c.Name, label: rules.MidSentence(c.Label) + ": " + a.Name, aliases: c.Also, manual: "put " + a.Key + " " + c.Name}
			key := barKey{name: "e", label: "give to " + a.Name}
			if a.HasCondition(p.d.session.Rules(), c) {
				it.name, it.manual, key.label = "end side "+c.Name, "end "+a.Key+" "+c.Name, "end it"
			}
			p.addManual(it, c, key)
		}
	}
	p.hidden = hidden
}

// offerHelpers changes the item of an action that treats conditions to open the list of possible helpers instead, if anyone needs
// such help.
func (p *palette) offerHelpers(it *listItem, action *rules.Action) {
	whom, c := p.d.menus.helpTarget(action)
	if whom == nil {
		return
	}
	it.label, it.refused, it.fold, it.line = action.Label+" → "+whom.Short, "", "", ""
	it.lateHint = func() string { return rules.MidSentence(c.Label) }
	it.inspect = func() *draw.Page { return p.namedActorPage(whom) }
	it.run = func() { p.d.closeOverlay(); p.d.menus.openHelpMenu(whom, c) }
	it.options = it.run
}

// actionHint returns the text at the right end of an action's row: its chance and time, followed by the condition that suggests the
// action or, if none does, by the action's key.
func (p *palette) actionHint(choice *advice.Choice, line string) string {
	why := choice.Action.Key
	if choice.SuggestedBy != nil {
		why = rules.MidSentence(choice.SuggestedBy.Condition.Label)
	}
	cost := p.d.costText(line)
	if _, err := p.d.preview(line); err != nil && choice.Action.Ask != nil {
		cost = "…" // the answer to its question isn't known yet
	}
	return cost + "  " + draw.PadRight(why, 8)
}

// namedActorPage returns the page of a combatant. Without an inspector, the page is shown above the list without its title, so the name is
// its first line.
func (p *palette) namedActorPage(a *rules.Actor) *draw.Page {
	page := p.d.pages.actorPage(a)
	if !p.d.layout.hasInspector {
		page.Lines = slices.Insert(page.Lines, 0, draw.PageLine{Left: page.Title, Role: draw.RoleTitle})
	}
	return page
}

// addPeople adds all combatants; choosing one selects it.
func (p *palette) addPeople() {
	for _, actor := range p.d.session.State().Actors {
		p.addItem(listItem{name: actor.Key, label: actor.Name, aliases: p.conditionWords(actor), role: p.d.sideRole(actor),
			inspect: func() *draw.Page { return p.namedActorPage(actor) },
			run:     func() { p.d.overlays = nil; p.d.selectKey(actor.Key) }}, actor.Side)
	}
}

// conditionWords returns the labels and aliases of an actor's conditions, by which the actor is found.
func (p *palette) conditionWords(a *rules.Actor) (words []string) {
	rs := p.d.session.Rules()
	for _, c := range rs.Conditions.All {
		if !c.BelongsToSide() && a.HasCondition(rs, c) {
			words = append(append(words, c.Label), c.Also...)
		}
	}
	return words
}

// addAttempts adds the checks that the selected combatant can try: its own skills, tasks, and other skills.
func (p *palette) addAttempts() {
	rs := p.d.session.Rules()
	addAttempt := func(verb, name, label string, also []string) {
		draft := &actionDraft{prefix: p.d.subjectPrefix(), verb: verb, object: name}
		it := listItem{name: verb + " " + name, label: label, aliases: also, line: draft.line(), favourite: draft.favouriteLine(),
			run: func() { p.d.menus.declareShownDraft(draft) }, options: func() { p.d.menus.declareShownDraft(draft) }}
		it.inspect = func() *draw.Page { return p.d.pages.previewLine(it.line) }
		it.lateHint = func() string { return p.d.costText(it.line) }
		p.addItem(it, verb)
	}
	for _, skill := range p.actor.Sheet.Skills {
		addAttempt("check", skill.Name, skill.Label, skill.Also)
	}
	for _, task := range rs.Tasks.All {
		addAttempt("task", task.Name, task.Label, task.Also)
	}
	for _, skill := range rs.Skills.All {
		if p.actor.Sheet.Rank(skill) == rules.Unranked {
			addAttempt("check", skill.Name, skill.Label, skill.Also)
		}
	}
}

// addGroupRolls adds items for several combatants at once: rolls by each side, and time that passes for everyone. Choosing one opens the
// prompt with its line; a roll also shows a page with everyone's chance.
func (p *palette) addGroupRolls() {
	rs := p.d.session.Rules()
	if len(p.d.session.State().Actors) == 0 {
		return
	}
	sides := p.d.sideWords()
	for _, skill := range rs.Skills.All {
		for _, side := range sides {
			text := "roll " + skill.Name + " by " + side
			page := func() *draw.Page { return p.d.pages.rollPage(skill, side) }
			p.addItem(listItem{name: text, label: "Roll " + rules.MidSentence(skill.Label) + ": " + side, line: text, inspect: page, run: func() {
				p.d.openPromptAt(text, len(text))
				p.d.showPage(page())
			}}, "no time passes")
		}
	}
	for _, activity := range rs.Activities.All {
		text := "pass 10 min " + activity.Name + " by all"
		p.addItem(listItem{name: "pass " + activity.Name, label: "Time passes: " + rules.MidSentence(activity.Label), aliases: activity.Also, line: text,
			run: func() { p.d.openPromptAt(text, len("pass 10")) }}, "type a duration")
	}
}

// addManual adds a manual change of a combatant, the line it.manual. Enter opens a page about entry, the rule that the line names, on
// which key carries out the line. If the words of the search include the line's verb, Enter carries it out at once.
func (p *palette) addManual(it listItem, entry any, key barKey) {
	if key.run == nil {
		key.run = func() { p.d.doLine(it.manual) }
	}
	it.inspect = func() *draw.Page { return p.d.pages.manualPage(it.manual, p.rules, entry) }
	it.lateHint = func() string { return p.d.burdenText(it.manual) }
	it.run = func() {
		if p.namesVerb(it.manual) {
			key.run()
			return
		}
		p.d.openOverlay(&pageView{page: it.inspect(), bar: []barKey{key, {name: "Esc", label: "back"}}})
	}
	p.addItem(it, "read, or "+key.label)
}

// namesVerb reports whether the words of the search include the verb of a line and at least one other word.
func (p *palette) namesVerb(line string) bool {
	verb, _, _ := strings.Cut(line, " ")
	words := p.words()
	return len(words) > 1 && slices.ContainsFunc(words, func(word string) bool { return strings.EqualFold(word, verb) })
}

// addStateChanges adds manual changes to the selected combatant's conditions, activities, item in hand and pools, and harm by hazards.
func (p *palette) addStateChanges() {
	p.addConditionChanges()
	rs, actor := p.d.session.Rules(), p.actor
	for _, a := range rs.Activities.All {
		if len(a.DayPlan()) > 0 { // a plan for whole days can't be set for a moment
			continue
		}
		p.addManual(listItem{name: "do " + a.Name, label: rules.MidSentence(a.Label), aliases: a.Also,
			manual: "do " + p.actorKey + " " + a.Name}, a, barKey{name: "m", label: "set it"})
	}
	for _, it := range actor.Sheet.Items {
		p.addManual(listItem{name: "hold " + it.Name, label: rules.MidSentence(it.Label), aliases: it.Also,
			manual: "hold " + p.actorKey + " " + it.Name}, it, barKey{name: "h", label: "put in hand"})
	}
	for _, hazard := range rs.Hazards.All {
		p.addItem(listItem{name: "hurt " + hazard.Name, label: rules.MidSentence(hazard.Label), aliases: hazard.Also,
			run: func() { p.d.closeOverlay(); p.d.menus.openHurtForm(p.actor, hazard.Name) }}, "hurts "+p.actor.Short)
	}
	p.addPoolChanges()
}

// addConditionChanges adds manual changes to the selected combatant's conditions: ending each that it has, and giving each that it
// can have.
func (p *palette) addConditionChanges() {
	rs, actor := p.d.session.Rules(), p.actor
	for i := range actor.Conditions {
		held := &actor.Conditions[i]
		p.addManual(listItem{name: "end " + held.PromptName(), label: held.Words(p.d.actorName(held.Other)),
			aliases: searchWords(held.Condition), manual: "end " + p.actorKey + " " + held.PromptName()},
			held.Condition, barKey{name: "e", label: "end it"})
	}
	for _, c := range rs.Conditions.All {
		if c.Holds.Text == "" && !c.BelongsToSide() {
			p.addManual(listItem{name: "put " + c.Name, label: rules.MidSentence(c.Label), aliases: c.Also, manual: "put " + p.actorKey + " " + c.Name},
				c, barKey{name: "e", label: "give to " + actor.Short, run: func() { p.d.menus.giveCondition(c, "put "+p.d.targetWords(actor)+" "+c.Name) }})
		}
	}
}

// addPoolChanges adds manual changes to the selected combatant's pools and to those of its items.
func (p *palette) addPoolChanges() {
	actor := p.actor
	for _, pool := range p.d.session.Rules().PoolsOf(actor) {
		text := "set " + p.actorKey + " " + pool.Name + " "
		p.addItem(listItem{name: "set " + pool.Name, label: rules.MidSentence(pool.Label), aliases: pool.Also,
			hint: draw.Tenths(actor.PoolValue(pool)), run: func() { p.d.openPromptAt(text, len(text)) }}, "set")
	}
	for _, stock := range rules.ItemPoolsOf(actor) {
		text := "set " + p.actorKey + " " + stock.Item.Name + " " + stock.Pool.Name + " "
		p.addItem(listItem{name: "set " + stock.Item.Name + " " + stock.Pool.Name,
			label: rules.MidSentence(stock.Item.Label) + ": " + rules.MidSentence(stock.Pool.Label), aliases: stock.Pool.Also, hint: stock.Text(), run: func() { p.d.openPromptAt(text, len(text)) }}, "set")
	}
}

// addAutomaticConditions adds the automatic conditions, which apply while a formula is true, to read about them.
func (p *palette) addAutomaticConditions() {
	for i := range p.rules {
		if c, ok := p.rules[i].Entry.(*rules.Condition); ok && c.Holds.Text != "" && !c.BelongsToSide() {
			page := func() *draw.Page { return p.d.pages.rulePage(&p.rules[i]) }
			p.addItem(listItem{name: "is " + c.Name, label: rules.MidSentence(c.Label), aliases: c.Also, inspect: page,
				run: func() { p.d.showPage(page()) }}, "where "+c.Holds.Text)
		}
	}
}

// addNumbers adds the numbers of the selected combatant that can be explained.
func (p *palette) addNumbers() {
	for _, it := range p.d.menus.whyItems(p.actor) {
		page := it.inspect
		it.run = func() {
			p.d.overlays = nil
			p.d.inspector.content = inspectorContent{page: page()}
			p.d.inspector.ScrollToTop()
			if !p.d.layout.hasInspector {
				p.d.showPage(page())
			}
		}
		p.addItem(it, "why")
	}
}

// addSituations adds the situations that a scene can have; each opens the list in which it can be ticked.
func (p *palette) addSituations() {
	s := p.d.session.State()
	for _, situation := range p.d.session.Rules().Situations.All {
		note := "scene"
		if !situation.Scene && !slices.Contains(s.Situations, situation.Name) {
			continue
		}
		if slices.Contains(s.Situations, situation.Name) {
			note = "in force"
		}
		p.addItem(listItem{name: "scene " + situation.Name, label: situation.Label, aliases: situation.Also, run: func() {
			p.d.closeOverlay()
			p.d.menus.openSceneMenuAt(situation.Name)
		}}, note)
	}
}

// ownKeys are the keys of the desk that concern only the selected combatant.
const ownKeys = "cwyvesmMhWig-d"

// fallbackKeys are the keys offered when a search finds nothing: a check, and lists for changing the selected combatant manually.
const fallbackKeys = "csed"

// linesByKey holds the lines of keys that affect everyone, by key. The palette puts the line into the prompt instead of running the key.
var linesByKey = map[string]string{"n": "next", "I": "initiative all", "u": "undo", "U": "redo"}

//go:embed words.json
var wordsJSON []byte

// searchAliases parses words.json: other words that find a key or a lookup (a prompt line that only shows something).
var searchAliases = sync.OnceValue(func() (words struct {
	Keys    map[string][]string `json:"keys"`    // words by key
	Lookups map[string][]string `json:"lookups"` // words by verb
}) {
	if err := json.Unmarshal(wordsJSON, &words); err != nil {
		panic(err)
	}
	return words
})

// addBindings adds the keys of the desk: those that concern only the selected combatant if selectedOnly is set, otherwise the others.
func (p *palette) addBindings(selectedOnly bool) {
	for _, k := range p.d.programKeys {
		isOwn := strings.Contains(ownKeys, k.names[0])
		if k.mode != modeDesk || k.run == nil || len(k.names[0]) != 1 || isOwn != selectedOnly {
			continue
		}
		help := withSelectedName(k.help, p.actor)
		it := listItem{name: k.label, label: message.Capitalise(help), aliases: searchAliases().Keys[k.names[0]],
			hint: k.names[0], isFallback: strings.Contains(fallbackKeys, k.names[0]), run: func() { p.d.overlays = nil; k.run(p.d) }}
		if line, asks := linesByKey[k.names[0]]; asks && !(p.d.inRounds() && k.names[0] == "I") {
			it.line, it.run = line, func() { p.d.openPromptAt(line, len(line)) }
		}
		p.addItem(it, "")
	}
}

// addEncounters adds the encounters; each opens the list of encounters with the cursor on it, once the user has decided how the
// current encounter ends.
func (p *palette) addEncounters() {
	for _, e := range p.d.session.Campaign().Encounters() {
		p.addItem(listItem{name: e.Name, label: "Begin: " + e.Label + " …", inspect: func() *draw.Page { return p.d.pages.encounterPage(e) }, run: func() {
			p.d.closeOverlay()
			p.d.menus.settleEncounterThen("begin the next", func() { p.d.menus.openEncounterMenuAt(e.Name) }, nil)
		}}, "encounter")
	}
}

// addSubstitutes adds items for words that users try although there is no such command: some with an explanation, others with another
// command.
func (p *palette) addSubstitutes() {
	text := "Nothing happens until you press n or r."
	p.addItem(listItem{name: "pause", label: text, run: func() { p.d.overlays = nil; p.d.showMessage(text) }}, "")
	if s := p.d.session.State(); s.Encounter != "" {
		line := "begin " + s.Encounter + " fresh"
		p.addItem(listItem{name: "restart", label: "Restart this scene with everyone unhurt", aliases: []string{"encounter", "reset", "again", "anew"}, line: line,
			run: func() { p.d.openPromptAt(line, len(line)) }}, line)
	}
}

// lookups are the lines that only show something (Dashboard.runLookup): for each, the verb, its effect and its arguments.
var lookups = [][3]string{
	{"odds", "the odds of a line", "LINE"},
	{"why", "explain a number", "WHO NUMBER"},
	{"advise", "value of a combatant's actions now, by the odds", "WHO, or nothing"},
	{"whatif", "where another choice would have led", "NUMBER LINE"},
}

// shellRequests are things that users look for although the dashboard has no command for them, each with the place where they
// are found.
var shellRequests = []struct {
	what, how string   // label, and the explanation shown
	also      []string // other words that find it
}{
	{"Saved already", "every command is saved at once; each session has a backup", []string{"save", "backup"}},
	{"Export the campaign log", "in a shell: hybrid session export FILE", []string{"export", "report", "recap"}},
	{"Print a sheet", "in a shell: hybrid sheet WHO --format html --to FILE", []string{"print", "pdf"}},
}

// addPromptVerbs adds the verbs of the prompt that have no key, the lookups, and shellRequests.
func (p *palette) addPromptVerbs() {
	rs := p.d.session.Rules()
	for _, v := range verbs.Table.UsedBy(rs) {
		if v.Help != nil {
			does, takes := v.Help(rs)
			p.addPromptVerb(v.Name, does, takes, v.Also)
		}
	}
	for _, l := range lookups {
		p.addPromptVerb(l[0], l[1], l[2], searchAliases().Lookups[l[0]])
	}
	for _, request := range shellRequests {
		p.addItem(listItem{name: request.what, label: request.what, aliases: request.also, run: func() { p.d.closeOverlay(); p.d.showMessage(request.how) }}, request.how)
	}
}

// addPromptVerb adds a verb of the prompt; choosing it opens the prompt with the beginning of its line. does describes its effect, takes
// its arguments.
func (p *palette) addPromptVerb(name, does, takes string, also []string) {
	head := name + " "
	if strings.HasPrefix(takes, "WHO") && p.actorKey != "" {
		head += p.actorKey + " "
	}
	label := message.Capitalise(does)
	p.addItem(listItem{name: name, label: label, aliases: append([]string{name}, also...), run: func() { p.d.openPromptAt(head, len(head)) }}, name+" "+takes)
}

// addNotes adds every note that is pinned to a combatant or another target; Enter shows all notes of that target.
func (p *palette) addNotes() {
	for _, target := range p.d.session.State().Pinned {
		name := verbs.PinnedName(p.d.session.Game(), target)
		for _, text := range target.Notes {
			p.addItem(listItem{name: "note " + name, label: text, hint: name, inspect: func() *draw.Page { return p.d.pages.pinnedPage(target) },
				run: func() {
					p.d.overlays = nil
					if p.d.session.State().Find(target.Who) != nil {
						p.d.selectKey(target.Who)
					}
					p.d.showPage(p.d.pages.pinnedPage(target))
				}}, "noted")
		}
	}
}

// addStoryItems adds the goals of the scene, the secrets that no one knows yet, and the open threads (questions that the story has left
// open).
func (p *palette) addStoryItems() {
	game := p.d.session.Game()
	if e, ok := game.Campaign.Encounter(game.State.Encounter); ok {
		for i := range e.Goals {
			goal := &e.Goals[i]
			p.addItem(listItem{name: goal.Key, label: goal.Label, aliases: []string{"goal"}, hint: goal.BriefText(game.State.Progress(goal.Key)), run: func() {
				p.d.closeOverlay()
				p.d.menus.openGoalMenu(goal)
			}}, "goal")
		}
	}
	add := func(key, label, line, note string) {
		p.addItem(listItem{name: key, label: label, line: line, run: func() { p.d.doLine(line) }}, note)
	}
	for _, c := range verbs.Secrets(game) {
		if len(c.Knowers(game.State)) == 0 {
			add(c.Key, "Reveal: "+c.Text, "secret "+c.Key, "secret")
		}
	}
	for _, t := range game.State.Threads() {
		if key := verbs.ThreadKey(game, t); t.Open {
			add(key, "Close: "+t.Text, "thread "+key+" closed", "open question")
		}
	}
}

// addPiles adds two items for each side and combatant that has piles of cards: the piles, and the hand. Since players may see the screen, the
// hand is shown only after a confirmation.
func (p *palette) addPiles() {
	s, rs := p.d.session.State(), p.d.session.Rules()
	for _, list := range [][]*rules.Actor{s.Sides, s.Actors} {
		for _, holder := range list {
			if len(rs.Piles(s, holder)) == 0 {
				continue
			}
			page := func() *draw.Page { return p.d.pages.cardsPage(holder, false) }
			p.addItem(listItem{name: "cards " + holder.Key, label: "Cards of " + holder.Name, aliases: []string{"pile", "deck", "discard"}, inspect: page,
				run: func() { p.d.closeOverlay(); p.d.showWithHand(page(), holder) }}, "cards")
			hand := "hand " + holder.Key
			p.addItem(listItem{name: hand, label: "Hand of " + holder.Name, hint: "asks before it shows", run: func() { p.d.openPromptAt(hand, len(hand)) }}, "cards")
		}
	}
}
