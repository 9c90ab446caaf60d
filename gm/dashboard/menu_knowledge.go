package dashboard

import (
	"slices"
	"strings"

	"hybrid/gm/command"
	"hybrid/gm/verbs"
	"hybrid/rules"
)

// Knowledge: the facts that each combatant knows about another, which decide what its player sees. Facts are aspects, such as the
// name, and levels of pools. A combatant sees some facts as long as it can; others it has learnt.

// openKnowledgeMenu lists what others know about a combatant: facts that they see, facts that they have learnt, which can be concealed
// again, and facts that could be revealed. It also lists pictures and secrets shown to the combatant itself, to conceal them.
func (m menus) openKnowledgeMenu(actor *rules.Actor) {
	var items []listItem
	if list := m.d.tickedActors(); len(list) > 0 {
		for _, aspect := range command.KnowableWords(m.d.session.Rules()) {
			line := "reveal " + actor.Key + " " + aspect + " to " + m.d.targetWords(list[0])
			items = append(items, listItem{name: aspect, label: aspect, sign: "+", group: m.d.tickedNames(list[0]), line: line, run: func() { m.d.doLine(line) }})
		}
	}
	for _, k := range verbs.WhoKnows(m.d.session.Rules(), m.d.session.State(), actor) {
		items = append(items, m.knowerItems(actor, &k)...)
	}
	for _, k := range actor.Knows {
		if line := "conceal " + k.Text + " from " + actor.Key; k.What == rules.TellPicture { // k.Text is then the picture's name
			items = append(items, listItem{name: k.Text, label: k.Text, sign: "−", group: "pictures shown to " + actor.Name, line: line, run: func() { m.d.doLine(line) }})
		}
	}
	for _, c := range verbs.Secrets(m.d.session.Game()) {
		if line := "secret " + c.Key + " from " + actor.Key; slices.Contains(c.Knowers(m.d.session.State()), actor) {
			items = append(items, listItem{name: c.Key, label: c.Text, sign: "−", group: "secrets known to " + actor.Name, line: line, run: func() { m.d.doLine(line) }})
		}
	}
	m.openLineMenu(&picker{title: "Knowledge about " + actor.Name, load: func() []listItem { return items }, empty: "No other combatant here has a player."})
}

// knowerItems returns rows for the facts about subject that k.Who sees, has learnt or could be told.
func (m menus) knowerItems(subject *rules.Actor, k *verbs.Knower) (items []listItem) {
	who := k.Who.Name
	add := func(sign, label, line string) {
		items = append(items, listItem{name: who + " " + label, label: label, sign: sign, group: who, line: line, run: func() { m.d.doLine(line) }})
	}
	if k.Sees != 0 {
		seen := "sees: " + strings.ReplaceAll(k.Sees.String(), " ", ", ")
		items = append(items, listItem{name: who + " sees", label: seen, group: who,
			run: func() { m.d.showMessage("What characters see can only be hidden by a condition. Press e to add one.") }})
	}
	for _, learnt := range k.Learnt {
		add("−", command.LearntText(&learnt), "conceal "+subject.Key+" "+learnt.What+" from "+k.Who.Key)
	}
	for _, what := range command.KnowableWords(m.d.session.Rules()) {
		known := slices.ContainsFunc(k.Learnt, func(l rules.Belief) bool { return l.What == what })
		if !known && rules.AspectOf(what)&k.Sees == 0 {
			add("+", what, "reveal "+subject.Key+" "+what+" to "+k.Who.Key)
		}
	}
	return items
}
