package command

import (
	"cmp"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"hybrid/gm/campaign"
	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/message"
)

// Finding an actor, item, skill, task or other entry by its name, its label, or an unambiguous beginning of either. If there is none, the
// error is a refusal (*rules.Refusal): a sentence for the user, with the names to choose from. Game.OldReading and Game.OldDecisions are
// set for lines that are read or decided as earlier versions of the program did.

// Actor finds an actor in the encounter by its key or name, or a prefix of either. words are the words that the line takes in place of a
// name, if any. The refusal of an ambiguous name lists the keys of the actors it can mean; that of an unknown name suggests words and the
// keys of all actors.
func (g *Game) Actor(name string, words ...string) (*rules.Actor, error) {
	if strings.TrimSpace(name) == "" {
		return nil, Refusal("Name a combatant, such as %s.", g.AnyName())
	}
	if !g.State.Running && len(g.State.Actors)+len(words) == 0 {
		return nil, g.RestRefusal(name)
	}
	found, whole := g.actorsNamed(name)
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) == 0 && len(words) > 0:
		fix := "Choose: " + strings.Join(words, ", ") + " or a name"
		return nil, cmp.Or(g.refuseAbsent(name), RefusalOf(message.UnknownOr("combatant", name, append(words, KeysOf(g.State.Actors)...), fix)))
	case len(found) == 0:
		return nil, cmp.Or(g.refuseAbsent(name), RefusalOf(message.Unknown("combatant", name, KeysOf(g.State.Actors))))
	case whole:
		return nil, RefusalOf(message.AmbiguousName(name, KeysOf(found)))
	}
	return nil, RefusalOf(message.Ambiguous(name, KeysOf(found)))
}

// actorsNamed lists the actors that a name can mean: the actor with exactly that key; otherwise all actors and sides with that key or name,
// ignoring case. If there are none, whole is false and the list has the actors with a key, or a word of the name, that begins with it.
func (g *Game) actorsNamed(name string) (found []*rules.Actor, whole bool) {
	sides := g.State.Sides
	if !g.namesSides && !g.Rules.SidesAct() && !g.OldDecisions {
		sides = nil
	}
	found, whole = matchActors(name, g.State.Actors, sides)
	if whole && g.OldReading {
		found = found[:1]
	}
	return found, whole
}

// WithSideNames returns a copy of the game for a line about pools, such as money. There, a name can also mean a side, as an actor that has
// nothing but pools.
func (g *Game) WithSideNames() *Game {
	game := *g
	game.namesSides = true
	return &game
}

// WithoutDown returns a copy of the game for a line about deeds. There, a group such as a side or `all` omits those who can't act, unless no
// one in it can.
func (g *Game) WithoutDown() *Game {
	game := *g
	game.omitsDown = !g.OldDecisions
	return &game
}

// refuseAbsent returns the refusal for a character who isn't in this scene, with the line that brings them in; nil if name doesn't refer to
// one. Such characters are actors of earlier scenes (State.Away), and characters with a file who have not appeared yet.
func (g *Game) refuseAbsent(name string) error {
	found, _ := matchActors(name, g.State.Away, nil)
	if len(found) == 1 {
		a := found[0]
		if a.Absent == rules.AbsentLeftOut {
			return Refusal("%s is out of the scenes while the player is away. Type `here %s`.", a.Name, a.Key)
		}
		return Refusal("%s isn't in this scene. Type `add %s side %s`.", a.Name, a.Key, a.Side)
	}
	cast := g.Campaign.Cast()
	if i, err := Pick("character", name, len(cast), func(i int) (string, string) { return cast[i], cast[i] }); err == nil && len(found) == 0 {
		side := "SIDE"
		if sheet, _, err := g.Campaign.Character(cast[i]); err == nil && sheet.HasPlayer() {
			side = Party
		}
		return Refusal("%s isn't in this scene. Type `add %s side %s`.", rules.ReadableName(cast[i]), cast[i], side)
	}
	return nil
}

// RefuseAbsentLead returns the refusal for the first character who isn't in this scene, if the names at the beginning of words include the
// key of one; otherwise nil.
func (g *Game) RefuseAbsentLead(words []string) error {
	_, rest, err := g.ParseLeadingGroup(words)
	if err == nil || len(rest) == 0 || g.OldReading {
		return nil
	}
	word := strings.TrimSuffix(rest[0], ":")
	isKey := func(key string) bool { return message.SameName(key, word) }
	if !slices.ContainsFunc(append(KeysOf(g.State.Away), g.Campaign.Cast()...), isKey) {
		return nil
	}
	return g.refuseAbsent(word)
}

// matchActors lists the elements of actors and sides that a name can mean, as described at actorsNamed. A side needs a full match.
func matchActors(name string, actors, sides []*rules.Actor) (found []*rules.Actor, whole bool) {
	name = strings.TrimSpace(name)
	for _, a := range slices.Concat(actors, sides) {
		if a.Key == name {
			return []*rules.Actor{a}, true
		}
	}
	wanted := message.FoldName(name)
	if wanted == "" {
		return nil, false
	}
	var byKey, byName, byPrefix []*rules.Actor // actors by the kind of match; a side's name counts as its key
	for _, a := range actors {
		key, fullName := message.FoldName(a.Key), message.FoldName(a.Name)
		switch {
		case key == wanted:
			byKey = append(byKey, a)
		case fullName == wanted:
			byName = append(byName, a)
		case strings.HasPrefix(key, wanted), strings.HasPrefix(fullName, wanted), strings.Contains(fullName, " "+wanted):
			byPrefix = append(byPrefix, a)
		}
	}
	for _, side := range sides {
		if message.FoldName(side.Key) == wanted || message.FoldName(side.Name) == wanted {
			byKey = append(byKey, side)
		}
	}
	if found = append(byKey, byName...); len(found) == 0 {
		return byPrefix, false
	}
	return found, true
}

// refuseAmbiguousName returns a refusal if the longest full name or key at the beginning of words belongs to several actors, otherwise nil.
func (g *Game) refuseAmbiguousName(words []string) error {
	for n := len(words); n > 0; n-- {
		name := strings.Join(words[:n], " ")
		if found, whole := g.actorsNamed(name); whole && len(found) > 1 {
			return RefusalOf(message.AmbiguousName(name, KeysOf(found)))
		} else if whole {
			return nil
		}
	}
	return nil
}

// Subject returns the actor that a line is about: the one named, otherwise the one whose turn it is, otherwise the only one who waits. If
// no one takes turns, it is the only character whose player is here.
func (g *Game) Subject(l *Line) (*rules.Actor, error) {
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
	if g.AtRest() && len(g.State.Actors) > 0 {
		players := collect.Filter(g.State.Actors, (*rules.Actor).IsPlayed)
		if len(players) == 1 {
			return players[0], nil
		}
		return nil, Refusal("No one has a turn. Name who it is: `%s by %s`, or by %s.", l.Text, g.AnyName(), Party)
	}
	for _, a := range g.State.Actors {
		if a.Waiting || g.Rules.CanActNow(g.State, a) {
			return nil, Refusal("It's no one's turn yet. Type `next`, or name a combatant: `%s: …`.", a.Key)
		}
	}
	return nil, Refusal("It's no one's turn yet. Type `next`.")
}

// AnyName returns the key of the first actor, for the example in a message, or NAME if there is none.
func (g *Game) AnyName() string {
	for _, a := range g.State.Actors {
		return a.Key
	}
	return "NAME"
}

// AtRest reports whether no one takes turns now.
func (g *Game) AtRest() bool { return g.Rules.IsAtRest(g.State) }

// RestRefusal returns the refusal, while no one takes turns, of a deed that needs them. deed names it at the beginning of the sentence.
func (g *Game) RestRefusal(deed string) error {
	if len(g.State.Actors) == 0 && len(g.Campaign.People()) == 0 {
		return Refusal("No one is here. Add characters: `%s`.", g.AddExample())
	}
	if len(g.State.Actors) == 0 {
		return Refusal("No one is here. Start a scene: `begin %s`.", g.UpcomingEncounter())
	}
	return Refusal("%s needs turns. Type `next` to begin them.", deed)
}

// NoFightRefusal returns the refusal to end a fight, or a scene, while there is none.
func (g *Game) NoFightRefusal() error {
	return Refusal("No fight is on. Type `next` to begin one, or `begin %s`.", g.UpcomingEncounter())
}

// AddExample returns the line that brings in a character on the players' side, for the example in a message; preferably a character with a
// player.
func (g *Game) AddExample() string {
	names := g.Campaign.Characters()
	if len(names) == 0 {
		return "add FILE side " + Party
	}
	at := slices.IndexFunc(names, func(name string) bool {
		sheet, _, err := g.Campaign.Character(name)
		return err == nil && sheet.HasPlayer()
	})
	return "add " + names[max(0, at)] + " side " + Party
}

// UpcomingEncounter returns the name of the encounter after the one that began last, for the example in a message. After the campaign's
// last encounter, and if none has begun, that is the first. It returns NAME if the campaign has none.
func (g *Game) UpcomingEncounter() string {
	list := g.Campaign.Encounters()
	if len(list) == 0 {
		return "NAME"
	}
	at := slices.IndexFunc(list, func(e *campaign.Encounter) bool { return e.Name == g.State.Encounter })
	return list[(at+1)%len(list)].Name
}

// ParseSubject returns the actor named before the colon or by the first words, and the words after the name.
func (g *Game) ParseSubject(l *Line) (*rules.Actor, []string, error) {
	if l.Who == "" {
		return g.ParseLeadingActor(l.Words)
	}
	a, err := g.Actor(l.Who)
	return a, l.Words, err
}

// ParseLeadingActor finds the actor whose name begins words, and returns the words after it. The longest match wins.
func (g *Game) ParseLeadingActor(words []string) (*rules.Actor, []string, error) {
	if len(words) == 0 {
		return nil, nil, Refusal("Name a combatant, such as %s.", g.AnyName())
	}
	if err := g.refuseAmbiguousName(words); err != nil {
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

// Item returns the item of actor a with this name or label, or an unambiguous prefix of either.
func (g *Game) Item(a *rules.Actor, name string) (*rules.Item, error) {
	return PickEntry("item of "+a.Name, name, a.Sheet.Items)
}

// Skill returns the skill with this name or label, or an unambiguous prefix of either.
func (g *Game) Skill(name string) (*rules.Skill, error) {
	all := g.Rules.Skills.All
	if len(all) == 0 {
		return nil, Refusal("This game has no skills.")
	}
	return PickEntry("skill", name, all)
}

// AbilityWord returns the word for the kind of ability that a check names: “skill”, or “statistic” in rules without skills.
func AbilityWord(rs *rules.Ruleset) string {
	if len(rs.Skills.All) == 0 {
		return "statistic"
	}
	return "skill"
}

// SetAbility sets in d the skill with this name or, if there is none, the statistic, as the ability that a check is rolled on.
func (g *Game) SetAbility(d *rules.OngoingAction, name string) error {
	skill, err := g.Skill(name)
	if err == nil {
		d.Skill = skill.Name
		return nil
	}
	stat, statErr := PickEntry("statistic", name, g.Rules.Stats.All)
	if statErr != nil && len(g.Rules.Skills.All) == 0 {
		return statErr
	} else if statErr != nil {
		return err
	}
	d.Stat = stat.Name
	return nil
}

// Learnable finds the skill or, if there is none, the statistic with this name, as something that experience can raise.
func (g *Game) Learnable(name string) (rules.Learnable, error) {
	var d rules.OngoingAction
	if err := g.SetAbility(&d, name); err != nil {
		return rules.Learnable{}, err
	}
	skill, _ := g.Rules.Skills.Get(d.Skill)
	stat, _ := g.Rules.Stats.Get(d.Stat)
	return rules.Learnable{Skill: skill, Stat: stat}, nil
}

// FormatRaised describes the new rank of a skill, or the new value of a statistic.
func FormatRaised(raised rules.Learnable, to float64) string {
	if raised.Stat != nil {
		return raised.Stat.Name + " " + Number(to)
	}
	return rules.MidSentence(raised.Skill.Label) + " rank " + Number(to)
}

// Task returns the task with this name or label, or an unambiguous prefix of either.
func (g *Game) Task(name string) (*rules.Task, error) {
	all := g.Rules.Tasks.All
	if len(all) == 0 {
		return nil, Refusal("This game has no tasks.")
	}
	return PickEntry("task", name, all)
}

// namer is an entry of the rules, or a verb.
type namer interface {
	// Names returns the name and the label.
	Names() (name, label string)
	// HasAlias reports whether text is an alias.
	HasAlias(text string) bool
}

// entryNames returns the names of the entries in list.
func entryNames[T namer](list []T) (names []string) {
	for _, entry := range list {
		name, _ := entry.Names()
		names = append(names, name)
	}
	return names
}

// PickEntry returns the entry of list that text names, as in Pick, otherwise the only one that has text as an alias. A former name has
// precedence over labels and prefixes. noun is the kind of entry, for refusals.
func PickEntry[T namer](noun, text string, list []T) (entry T, err error) {
	at := func(i int) (string, string) { return list[i].Names() }
	if i := slices.IndexFunc(list, func(entry T) bool { return hasFormerName(entry, text) }); i >= 0 && !slices.Contains(entryNames(list), text) {
		return list[i], nil
	}
	i, err := Pick(noun, text, len(list), at)
	if err == nil {
		return list[i], nil
	}
	if len(MatchNames(text, len(list), at)) == 0 {
		switch shared := EntriesWithAlias(list, text); len(shared) {
		case 0:
			if len(list) > message.Choices && text != "" {
				err = RefusalOf(message.UnknownOr(noun, text, entryNames(list), "`hybrid rule "+rules.Plural(noun)+"` lists them"))
			}
		case 1:
			return shared[0], nil
		default:
			err = refuseSharedAlias(text, shared)
		}
	}
	return entry, err
}

// hasFormerName reports whether text is a former name of an entry.
func hasFormerName(entry any, text string) bool {
	renamed, ok := entry.(interface{ WasNamed(string) bool })
	return ok && renamed.WasNamed(text)
}

// EntriesWithAlias returns the entries of list that have text as an alias. An alias can end in a value, after a space in the rules; text
// can have an equals sign in its place, as in light=half.
func EntriesWithAlias[T namer](list []T, text string) (found []T) {
	text = strings.Join(strings.Fields(strings.ReplaceAll(text, "=", " ")), " ")
	return collect.Filter(list, func(entry T) bool { return entry.HasAlias(text) })
}

// refuseSharedAlias returns the refusal of an alias of several entries.
func refuseSharedAlias[T namer](text string, list []T) error {
	return Refusal("“%s” can mean %s. Name one.", text, message.JoinOr(entryNames(list)))
}

// Pick returns the index of the only one of n entries that text names by its name or label, or by a prefix of either. at returns the names
// of the entry with index i. noun is the kind of entry, for refusals.
func Pick(noun, text string, n int, at func(int) (name, label string)) (int, error) {
	found := MatchNames(text, n, at)
	switch {
	case strings.TrimSpace(text) == "" && n > 0:
		name, _ := at(0)
		return 0, Refusal("Name the %s, such as %s.", noun, name)
	case strings.TrimSpace(text) == "":
		return 0, Refusal("Name the %s.", noun)
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
	return 0, RefusalOf(message.Unknown(noun, text, names))
}

// MatchNames lists the indexes, among n entries, of the entries whose name or label begins with text, ignoring case. If text is exactly an
// entry's name, only that entry is listed; otherwise, if text is exactly the label of entries, only these.
func MatchNames(text string, n int, at func(int) (name, label string)) (found []int) {
	text = strings.TrimSpace(text)
	if text == "" {
		return nil
	}
	var withLabel []int // entries with exactly this label
	asName := Underscore(text)
	for i := range n {
		name, label := at(i)
		if strings.EqualFold(name, asName) || strings.EqualFold(name, text) {
			return []int{i}
		}
		if strings.EqualFold(label, text) {
			withLabel = append(withLabel, i)
		}
		if HasPrefixFold(name, asName) || HasPrefixFold(name, text) || HasPrefixFold(label, text) {
			found = append(found, i)
		}
	}
	if len(withLabel) > 0 {
		return withLabel
	}
	return found
}

// Underscore returns text in the form of an entry's name: in lower case, with underscores for spaces.
func Underscore(text string) string { return strings.ReplaceAll(strings.ToLower(text), " ", "_") }

// ParseActors reads all words as groups of actors, with or without `and` between them. It lists each actor once.
func (g *Game) ParseActors(words []string) (list []*rules.Actor, err error) {
	for len(words) > 0 {
		if words[0] == "and" {
			words = words[1:]
			continue
		}
		var who []*rules.Actor
		if who, words, err = g.ParseLeadingGroup(words); err != nil {
			return nil, err
		}
		list = appendMissing(list, who)
	}
	if len(list) == 0 {
		return nil, Refusal("Name combatants, a side (%s), or all.", strings.Join(g.Sides(), ", "))
	}
	return list, nil
}

// ParseLeadingGroup reads a group of actors at the beginning of words, and returns the words after it. A group consists of names, sides, `party` or
// `all`, joined by `and`. Actors after `except` are excluded. A colon can separate the group from the rest.
func (g *Game) ParseLeadingGroup(words []string) (who []*rules.Actor, rest []string, err error) {
	if at := slices.IndexFunc(words, func(word string) bool { return strings.HasSuffix(word, ":") }); at >= 0 {
		names := append(slices.Clone(words[:at]), strings.TrimSuffix(words[at], ":"))
		if who, rest, err = g.ParseLeadingGroup(names); err == nil && len(rest) == 0 {
			return who, words[at+1:], nil
		}
	}
	if who, rest, err = g.readJoinedActors(words); err != nil || len(rest) < 2 || rest[0] != "except" {
		return who, rest, err
	}
	without, rest, err := g.readJoinedActors(rest[1:])
	who = slices.DeleteFunc(who, func(a *rules.Actor) bool { return slices.Contains(without, a) })
	if err == nil && len(who) == 0 {
		err = Refusal("This leaves no one. Remove: except")
	}
	return who, rest, err
}

// isGroup reports whether words name several actors, and nothing else.
func (g *Game) isGroup(words []string) bool {
	who, rest, err := g.ParseLeadingGroup(words)
	return err == nil && len(who) > 0 && len(rest) == 0
}

// readJoinedActors reads names and sides joined by `and`, and returns the words after them.
func (g *Game) readJoinedActors(words []string) (who []*rules.Actor, rest []string, err error) {
	for {
		var list []*rules.Actor
		if len(words) > 0 {
			list = g.SideMembers(words[0])
		}
		canAct := func(a *rules.Actor) bool {
			able, _ := a.CanAct(g.Rules)
			return able
		}
		if g.omitsDown && slices.ContainsFunc(list, canAct) {
			list = collect.Filter(list, canAct)
		}
		if list != nil {
			words = words[1:]
		} else {
			a, remaining, err := g.ParseLeadingActor(words)
			if err != nil {
				return nil, words, err
			}
			list, words = []*rules.Actor{a}, remaining
		}
		who = appendMissing(who, list)
		if len(words) < 2 || words[0] != "and" {
			return who, words, nil
		}
		words = words[1:]
	}
}

// appendMissing appends to list the actors of more that are not in it yet.
func appendMissing(list, more []*rules.Actor) []*rules.Actor {
	for _, a := range more {
		if !slices.Contains(list, a) {
			list = append(list, a)
		}
	}
	return list
}

// Party is the word for all actors with a player, if no side has that name.
const Party = "party"

// IsAllWord reports whether a word of a line means all actors.
func IsAllWord(word string) bool { return word == "all" || word == "everyone" || word == "everybody" }

// SideMembers returns the actors that appear to belong to a side (Actor.ApparentSide), or all actors for “all”. Appearance counts so that a line
// for a whole side doesn't reveal which actors secretly belong to another one.
func (g *Game) SideMembers(word string) (list []*rules.Actor) {
	list = collect.Filter(g.State.Actors, func(a *rules.Actor) bool { return IsAllWord(word) || message.SameName(a.ApparentSide(), word) })
	if len(list) == 0 && word == Party {
		return g.State.Protagonists()
	}
	return list
}

// SideText returns the name of a side for the middle of a sentence, with an article unless it is a proper name, such as “the gang”.
func SideText(s *rules.State, key string) string {
	name := rules.MidSentence(s.SideName(key))
	if first, _ := utf8.DecodeRuneInString(name); unicode.IsUpper(first) || strings.HasPrefix(name, "the ") {
		return name
	}
	return "the " + name
}

// Sides returns the names of the sides that actors appear to belong to, sorted.
func (g *Game) Sides() (names []string) {
	seen := map[string]bool{}
	for _, a := range g.State.Actors {
		if side := a.ApparentSide(); side != "" && !seen[side] {
			seen[side] = true
			names = append(names, side)
		}
	}
	sort.Strings(names)
	return names
}

// KeysOf returns the keys of actors.
func KeysOf(list []*rules.Actor) []string {
	return collect.Map(list, func(a *rules.Actor) string { return a.Key })
}
