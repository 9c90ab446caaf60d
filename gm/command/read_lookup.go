package command

import (
	"slices"
	"sort"
	"strings"

	"hybrid/gm/campaign"
	"hybrid/rules"
	"hybrid/rules/message"
)

// Finding an actor, item, skill or encounter by name, label or a beginning of one, and the refusal if it's not one.

// Actor finds an actor in the encounter by key, name, or the beginning of one. A name that several have is refused with their
// keys.
func (g *Game) Actor(name string) (*rules.Actor, error) {
	if strings.TrimSpace(name) == "" {
		return nil, Refusal("Name a combatant, such as %s.", g.anyName())
	}
	if !g.State.Running && len(g.State.Actors) == 0 {
		return nil, g.IdleRefusal()
	}
	found, whole := g.actorsNamed(name)
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) == 0:
		return nil, RefusalOf(message.Unknown("combatant", name, keys(g.State.Actors)))
	case whole:
		return nil, RefusalOf(message.Namesakes(name, keys(found)))
	}
	return nil, RefusalOf(message.Ambiguous(name, keys(found)))
}

// actorsNamed lists those whom a name may mean: the one with exactly that key; or else, sides included, all with that key or name in
// whatever case; or else, with whole false, those with a word in their names that begins so.
func (g *Game) actorsNamed(name string) (found []*rules.Actor, whole bool) {
	name = strings.TrimSpace(name)
	lists := [][]*rules.Actor{g.State.Actors, g.State.Sides}
	for _, list := range lists {
		for _, a := range list {
			if a.Key == name {
				return []*rules.Actor{a}, true
			}
		}
	}
	wanted := message.Fold(name)
	if wanted == "" {
		return nil, false
	}
	var begun, byName []*rules.Actor
	for i, list := range lists {
		for _, a := range list {
			key, own := message.Fold(a.Key), message.Fold(a.Name)
			switch {
			case key == wanted, i > 0 && own == wanted:
				found = append(found, a)
			case own == wanted:
				byName = append(byName, a)
			case i == 0 && (strings.HasPrefix(key, wanted) || strings.HasPrefix(own, wanted) || strings.Contains(own, " "+wanted)):
				begun = append(begun, a)
			}
		}
	}
	if found = append(found, byName...); len(found) == 0 {
		return begun, false
	}
	if g.FirstNamed {
		found = found[:1]
	}
	return found, true
}

// namesakes refuses words that begin with a name that several have; nil if they don't.
func (g *Game) namesakes(words []string) error {
	for n := len(words); n > 0; n-- {
		name := strings.Join(words[:n], " ")
		if found, whole := g.actorsNamed(name); whole && len(found) > 1 {
			return RefusalOf(message.Namesakes(name, keys(found)))
		} else if whole {
			return nil
		}
	}
	return nil
}

// subject returns the actor that a line is about: the one named, the one whose turn it is, else the only one who waits.
func (g *Game) subject(l *Line) (*rules.Actor, error) {
	if l.Who != "" {
		return g.Actor(l.Who)
	}
	var waiting []*rules.Actor
	for _, a := range g.State.Actors {
		if a.Open {
			return a, nil
		}
		if a.Waiting {
			waiting = append(waiting, a)
		}
	}
	if len(waiting) == 1 {
		return waiting[0], nil
	}
	for _, a := range g.State.Actors {
		if a.Waiting || rules.MayAct(g.Rules, g.State, a) {
			return nil, Refusal("It's no one's turn yet. Type `next`, or name a combatant: `%s: …`.", a.Key)
		}
	}
	return nil, Refusal("It's no one's turn yet. Type `next`.")
}

// anyName returns the key of the first actor, for the example in a message, or NAME if there is none.
func (g *Game) anyName() string {
	for _, a := range g.State.Actors {
		return a.Key
	}
	return "NAME"
}

// IdleRefusal returns the refusal of a command that needs a running encounter.
func (g *Game) IdleRefusal() error {
	return Refusal("No encounter is running. Start one: `begin %s`.", g.upcoming())
}

// upcoming returns the name of the encounter after the last one that began, or of the first, for the example in a message; NAME if
// there is none.
func (g *Game) upcoming() string {
	list := g.Campaign.Encounters()
	if len(list) == 0 {
		return "NAME"
	}
	at := slices.IndexFunc(list, func(e *campaign.Encounter) bool { return e.Name == g.State.Encounter })
	return list[(at+1)%len(list)].Name
}

// leadSubject returns the actor named before the colon or by the first words, and the words that follow.
func (g *Game) leadSubject(l *Line) (*rules.Actor, []string, error) {
	if l.Who == "" {
		return g.leadActor(l.Words)
	}
	a, err := g.Actor(l.Who)
	return a, l.Words, err
}

// soleSubject returns the actor of a line that names nothing else.
func (g *Game) soleSubject(l *Line) (*rules.Actor, error) {
	a, rest, err := g.leadSubject(l)
	if err == nil && len(rest) > 0 {
		return nil, Refusal("“%s” takes only a name. Remove: %s", l.Verb, strings.Join(rest, " "))
	}
	return a, err
}

// leadActor finds an actor at the beginning of some words, the longest name that fits, and what follows it.
func (g *Game) leadActor(words []string) (*rules.Actor, []string, error) {
	if len(words) == 0 {
		return nil, nil, Refusal("Name a combatant, such as %s.", g.anyName())
	}
	if err := g.namesakes(words); err != nil {
		return nil, nil, err
	}
	for n := len(words); n > 1; n-- {
		if a, err := g.Actor(strings.Join(words[:n], " ")); err == nil {
			return a, words[n:], nil
		}
	}
	a, err := g.Actor(words[0])
	return a, words[1:], err
}

// Item returns the item of a with this name or label, or a beginning of it that only one has.
func (g *Game) Item(a *rules.Actor, name string) (*rules.Item, error) {
	return pickEntry("item of "+a.Name, name, a.Sheet.Items)
}

// Skill returns the skill with this name or label, or a beginning of it that only one has.
func (g *Game) Skill(name string) (*rules.Skill, error) {
	all := g.Rules.Skills.All
	if len(all) == 0 {
		return nil, Refusal("This game has no skills.")
	}
	return pickEntry("skill", name, all)
}

// CheckWord returns the word for what a bare check is on: a skill, or in rules without skills a statistic.
func CheckWord(rs *rules.Ruleset) string {
	if len(rs.Skills.All) == 0 {
		return "statistic"
	}
	return "skill"
}

// Checked says what a check is on: a skill, or a statistic alone.
func (g *Game) Checked(d *rules.Doing, name string) error {
	skill, err := g.Skill(name)
	if err == nil {
		d.Skill = skill.Name
		return nil
	}
	stat, other := pickEntry("statistic", name, g.Rules.Stats.All)
	if other != nil && len(g.Rules.Skills.All) == 0 {
		return other
	} else if other != nil {
		return err
	}
	d.Stat = stat.Name
	return nil
}

// Learnable finds what experience may raise: a skill, or a statistic.
func (g *Game) Learnable(name string) (rules.Learnable, error) {
	var d rules.Doing
	if err := g.Checked(&d, name); err != nil {
		return rules.Learnable{}, err
	}
	skill, _ := g.Rules.Skills.Get(d.Skill)
	stat, _ := g.Rules.Stats.Get(d.Stat)
	return rules.Learnable{Skill: skill, Stat: stat}, nil
}

// Reached says to which rank of a skill, or which value of a statistic, an actor came.
func Reached(what rules.Learnable, to float64) string {
	if what.Stat != nil {
		return what.Stat.Name + " " + Number(to)
	}
	return rules.MidSentence(what.Skill.Label) + " rank " + Number(to)
}

// Task returns the task with this name or label, or a beginning of it that only one has.
func (g *Game) Task(name string) (*rules.Task, error) {
	all := g.Rules.Tasks.All
	if len(all) == 0 {
		return nil, Refusal("This game has no tasks.")
	}
	return pickEntry("task", name, all)
}

// activityOf finds the activity that some words name.
func (g *Game) activityOf(words []string) (*rules.Activity, error) {
	list := g.Rules.Activities.All
	if len(list) == 0 {
		return nil, Refusal("This game has no activities.")
	}
	return pickEntry("activity", strings.Join(words, " "), list)
}

// known reports whether one who takes part was here before; then it comes as it left, wounds and all. Another may
// have been called so in another encounter.
func (g *Game) known(c campaign.Combatant) bool {
	for _, list := range [][]*rules.Actor{g.State.Actors, g.State.Away} {
		for _, a := range list {
			if a.Key != c.Key || c.Name != "" && c.Name != a.Name {
				continue
			}
			sheet, _, err := g.Campaign.Character(c.From)
			return err == nil && sheet.Person.Name == a.Sheet.Person.Name
		}
	}
	return false
}

// namer is an entry of the rules, or a verb.
type namer interface {
	Names() (name, label string)
	IsAlso(text string) bool
}

// namesOf returns the names of a list.
func namesOf[T namer](list []T) (names []string) {
	for _, entry := range list {
		name, _ := entry.Names()
		names = append(names, name)
	}
	return names
}

// pickEntry returns the entry of list that text names, as pick does, or else the only one that has text as another word.
func pickEntry[T namer](what, text string, list []T) (entry T, err error) {
	at := func(i int) (string, string) { return list[i].Names() }
	i, err := pick(what, text, len(list), at)
	if err == nil {
		return list[i], nil
	}
	if len(matching(text, len(list), at)) == 0 {
		switch shared := sharing(list, text); len(shared) {
		case 0:
		case 1:
			return shared[0], nil
		default:
			err = severalShare(text, shared)
		}
	}
	return entry, err
}

// sharing returns the entries of list that have text as another word.
func sharing[T namer](list []T, text string) (found []T) {
	text = strings.Join(strings.Fields(strings.ReplaceAll(text, "=", " ")), " ")
	for _, entry := range list {
		if entry.IsAlso(text) {
			found = append(found, entry)
		}
	}
	return found
}

// severalShare refuses another word of several entries.
func severalShare[T namer](text string, list []T) error {
	return Refusal("“%s” can mean %s. Name one.", text, message.Or(namesOf(list)))
}

// pick finds one of n things by its name or label, or the beginning of one where only one begins so.
func pick(what, text string, n int, at func(int) (name, label string)) (int, error) {
	found := matching(text, n, at)
	switch {
	case strings.TrimSpace(text) == "" && n > 0:
		name, _ := at(0)
		return 0, Refusal("Name the %s, such as %s.", what, name)
	case strings.TrimSpace(text) == "":
		return 0, Refusal("Name the %s.", what)
	case len(found) == 1:
		return found[0], nil
	}
	var names []string
	if len(found) > 1 {
		for _, i := range found[:min(4, len(found))] {
			name, _ := at(i)
			names = append(names, name)
		}
		if _, label := at(found[0]); strings.EqualFold(label, strings.TrimSpace(text)) {
			return 0, Refusal("“%s” have the label “%s”. Use the name.", strings.Join(names, "” and “"), label)
		}
		return 0, RefusalOf(message.Ambiguous(text, names))
	}
	for i := range n {
		name, _ := at(i)
		names = append(names, name)
	}
	return 0, RefusalOf(message.Unknown(what, text, names))
}

// matching lists which of n things are called or begin so; one whose name is just so is the only one, else those whose
// label is.
func matching(text string, n int, at func(int) (name, label string)) (found []int) {
	text = strings.TrimSpace(text)
	if text == "" {
		return nil
	}
	var called []int
	under := underscored(text)
	for i := range n {
		name, label := at(i)
		if strings.EqualFold(name, under) || strings.EqualFold(name, text) {
			return []int{i}
		}
		if strings.EqualFold(label, text) {
			called = append(called, i)
		}
		if prefixed(name, under) || prefixed(name, text) || prefixed(label, text) {
			found = append(found, i)
		}
	}
	if len(called) > 0 {
		return called
	}
	return found
}

func underscored(text string) string { return strings.ReplaceAll(strings.ToLower(text), " ", "_") }

// parseActors reads who is meant: names, a side, or all, with spaces between.
func (g *Game) parseActors(words []string) ([]*rules.Actor, error) {
	var list []*rules.Actor
	add := func(a *rules.Actor) {
		for _, there := range list {
			if there == a {
				return
			}
		}
		list = append(list, a)
	}
	for len(words) > 0 {
		if words[0] == "and" {
			words = words[1:]
			continue
		}
		if side := g.side(words[0]); len(side) > 0 {
			for _, a := range side {
				add(a)
			}
			words = words[1:]
			continue
		}
		a, rest, err := g.leadActor(words)
		if err != nil {
			return nil, err
		}
		add(a)
		words = rest
	}
	if len(list) == 0 {
		return nil, Refusal("Name combatants, a side (%s), or all.", strings.Join(g.sides(), ", "))
	}
	return list, nil
}

// side returns the actors of a side, or all actors for "all".
func (g *Game) side(word string) (list []*rules.Actor) {
	for _, a := range g.State.Actors {
		if word == "all" || message.SameName(a.Side, word) {
			list = append(list, a)
		}
	}
	return list
}

// sides returns the names of the sides that have actors, sorted.
func (g *Game) sides() (names []string) {
	seen := map[string]bool{}
	for _, a := range g.State.Actors {
		if a.Side != "" && !seen[a.Side] {
			seen[a.Side] = true
			names = append(names, a.Side)
		}
	}
	sort.Strings(names)
	return names
}

// keys returns the keys of actors.
func keys(list []*rules.Actor) []string {
	names := make([]string, len(list))
	for i, a := range list {
		names[i] = a.Key
	}
	return names
}

// describeGroup describes some actors in a few words: a whole side by its name, the others by theirs.
func (g downtime) describeGroup(list []*rules.Actor, name func(*rules.Actor) string) string {
	var names, sides []string
	for _, a := range list {
		if slices.Contains(sides, a.Side) {
			continue
		}
		side := g.side(a.Side)
		whole := !slices.ContainsFunc(side, func(b *rules.Actor) bool { return !slices.Contains(list, b) })
		if a.Side == "" || len(side) < 2 || !whole {
			names = append(names, name(a))
			continue
		}
		sides, names = append(sides, a.Side), append(names, strings.ToLower(rules.Words(a.Side)))
	}
	return strings.Join(names, ", ")
}

// called joins the names of actors for a sentence.
func called(list []*rules.Actor) string {
	names := make([]string, len(list))
	for i, a := range list {
		names[i] = a.Name
	}
	return strings.Join(names, ", ")
}
