package verbs

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/message"
	"hybrid/rules/source"
)

// `add`: newcomers, with their number, side and first turn. A timeline (timeline.go) wraps a game and adds the verbs for fights and scenes.

// maxAtOnce is the largest number of actors of one kind that a line can bring in.
const maxAtOnce = 50

// newcomers describes the actors that a line brings in.
type newcomers struct {
	from, name, side string   // character file, or several joined by " and "; new name and side, "" if not given
	count            int      // number of actors, who get numbered names; 0 for a single one
	actNow           bool     // whether they notice others and roll initiative at once
	actLater         bool     // whether the line says that they have no turn yet
	turnCount        *float64 // count of their turn; nil if not given
	noSide           bool     // whether the line ends with the word `side` without a name
}

// The words of a line that brings actors in.
const (
	asWord    = "as"    // precedes the new name
	sideWord  = "side"  // precedes the side
	atWord    = "at"    // precedes the count of the first turn
	nowWord   = "now"   // newcomers roll initiative at once
	laterWord = "later" // newcomers have no turn yet
)

// addForm is the usage of a line that brings actors in, for messages.
const addForm = "add [NUMBER] FILE [as NAME] [side SIDE] [now, later or at COUNT]"

// readNewcomers reads `add FILE`, `add FILE and FILE`, `add 4 FILE`, `… as NAME`, `… side SIDE`, and when the newcomers act: `now` to roll
// initiative at once, `at COUNT` for a turn at that count, or `later` for no turn yet.
func readNewcomers(l *command.Line) (n newcomers, err error) {
	words := l.Words
	if len(words) > 1 && command.IsNumber(words[0]) {
		many, _ := command.ParseAmount(words[0], l.Verb)
		if many < 1 || many > maxAtOnce || many != math.Trunc(many) {
			return n, command.Refusal("Enter the number of combatants, 1 to %d, not “%s”.", maxAtOnce, words[0])
		}
		n.count, words = int(many), words[1:]
	}
	into := &n.from // part of n that the next word belongs to
	for i := 0; i < len(words); i++ {
		switch word := words[i]; {
		case word == asWord:
			into = &n.name
		case word == sideWord:
			into = &n.side
		case word == nowWord && i > 0:
			n.actNow = true
		case word == laterWord && i > 0:
			n.actLater = true
		case word == atWord && i > 0 && i+1 < len(words) && command.IsNumber(words[i+1]):
			at, _ := command.ParseAmount(words[i+1], l.Verb)
			n.turnCount, i = &at, i+1
		default:
			*into = strings.TrimSpace(*into + " " + word)
		}
	}
	if n.from == "" || l.Who != "" || into == &n.name && n.name == "" {
		return n, command.RefusalOf(message.Missing("Name a character file", addForm))
	}
	n.noSide = into == &n.side && n.side == ""
	return n, nil
}

// addActors brings actors in. If events isn't nil, it holds the join events of an earlier decision; the actors then have the sheets that
// were read at that time.
func (g timeline) addActors(l *command.Line, events []rules.Event, k rules.DecisionInput) (command.DecidedCommand, error) {
	n, err := readNewcomers(l)
	if err != nil {
		return command.DecidedCommand{}, err
	}
	if n.noSide && events == nil {
		return command.DecidedCommand{}, command.RefusalOf(message.Missing("Name the side", addForm))
	}
	if n.turnCount != nil && events == nil && g.AtRest() {
		return command.DecidedCommand{}, command.Refusal("No one takes turns yet. Remove “%s %s”.", atWord, command.Number(*n.turnCount))
	}
	if n.turnCount != nil && *n.turnCount < g.State.Count {
		return command.DecidedCommand{}, g.refusePassed(*n.turnCount)
	}
	n.side = resolveSide(g.Game, n.side)
	joins := events
	if joins == nil {
		if joins, err = g.joinEventsOfAll(&n); err != nil {
			return command.DecidedCommand{}, err
		}
	}
	var names, keys []string
	for _, e := range joins {
		if g.State.Find(e.Who) != nil {
			return command.DecidedCommand{}, command.Refusal("“%s” is already here. Choose another name: `add %s as NAME`.", e.Who, n.from)
		}
		name := cmp.Or(e.Text, rules.ReadableName(e.Who))
		names, keys = append(names, name), append(keys, e.Who)
	}
	w := titledDecision(strings.Join(names, ", ")+" joins", joins[0].Who, roundGame(g).withSides(joins)...)
	if len(joins) > 1 {
		w.Title, w.Who = strings.Join(names, ", ")+" join", ""
	}
	if err := g.scheduleJoinEffects(&w, k); err != nil || !n.actNow && n.turnCount == nil {
		if !n.actLater && !g.AtRest() && !g.lacksInitiative() && !g.Rules.Order.InRounds() {
			w.ShortText = "no turn yet: `initiative " + strings.Join(keys, "`, `initiative ") + "` " + collect.Choose(len(keys) > 1, "roll one each", "rolls one")
		}
		return w, err
	}
	err = g.giveFirstTurns(&w, &n, keys, k)
	return w, err
}

// giveFirstTurns adds to w, the decision in which the newcomers with the given keys join, their first turns: at the count that the line
// names, otherwise by a roll for initiative.
func (g timeline) giveFirstTurns(w *command.DecidedCommand, n *newcomers, keys []string, k rules.DecisionInput) error {
	next, err := g.Rules.Apply(g.State, w.Events)
	if err != nil {
		return err
	}
	if n.turnCount != nil {
		for _, key := range keys {
			w.Events = append(w.Events, rules.Event{Kind: rules.EventTurn, Who: key, At: *n.turnCount, By: *n.turnCount - g.State.Count})
		}
		return nil
	}
	if g.lacksInitiative() { // the first `next` rolls initiative for everyone, newcomers included
		return nil
	}
	entering, err := g.Rules.Enter(next, keys, k)
	w.Events, w.Dice = append(w.Events, entering.Events...), append(w.Dice, entering.Dice...)
	w.Outcomes = append(w.Outcomes, entering.Outcomes...)
	return err
}

// lacksInitiative reports whether combatants are present but none has a turn or an action in progress, so that next rolls initiative.
func (g timeline) lacksInitiative() bool {
	hasTurns := slices.ContainsFunc(g.State.Actors, func(a *rules.Actor) bool { return a.Doing != nil || a.Turn >= 0 })
	return !g.Rules.Order.InRounds() && !hasTurns && len(g.IdleKeys()) > 0
}

// joinEventsOfAll returns the events with which the newcomers of each file in n join.
func (g timeline) joinEventsOfAll(n *newcomers) (list []rules.Event, err error) {
	files := strings.Split(n.from, " and ")
	if len(files) > 1 && (n.name != "" || n.count > 0) {
		return nil, command.Refusal("A name or a number is for one file. Add the others separately.")
	}
	game := *g.Game
	for _, file := range files {
		single := *n
		single.from = strings.TrimSpace(file)
		joins, err := timeline{&game}.joinEvents(&single)
		if err == nil && len(files) > 1 {
			game.State, err = g.Rules.Apply(game.State, joins)
		}
		if err != nil {
			return nil, err
		}
		list = append(list, joins...)
	}
	return list, nil
}

// joinEvents returns the events with which the newcomers join, each with a unique key and name. Numbers already used in the encounter are
// not reused.
func (g timeline) joinEvents(n *newcomers) (list []rules.Event, err error) {
	if err := g.checkSide(n.side); err != nil {
		return nil, err
	}
	if a := g.returningActor(n); a != nil {
		return []rules.Event{{Kind: rules.EventJoin, Who: a.Key, What: cmp.Or(n.side, a.Side)}}, nil
	}
	fix := fmt.Sprintf("Choose another name: `add %s as NAME`.", n.from)
	key := command.Underscore(n.name)
	if key != "" {
		if err := g.checkName(n.name, n.side, fix); err != nil {
			return nil, err
		}
		if n.count == 0 && g.isNameTaken(n.name, nil) {
			return nil, command.Refusal("“%s” is taken. %s", n.name, fix)
		}
	}
	e, displayName, err := g.joinEvent(&campaign.Combatant{From: n.from, Key: key, Side: n.side})
	if singular, plural := strings.CutSuffix(n.from, "s"); err != nil && plural && n.count > 1 { // `add 4 guards`
		if e, displayName, err = g.joinEvent(&campaign.Combatant{From: singular, Key: key, Side: n.side}); err == nil {
			n.from = singular
		}
	}
	if err != nil {
		return nil, err
	}
	if e.Text = n.name; n.name != "" && n.name == key {
		e.Text = rules.ReadableName(n.name)
	}
	isFree := !g.isNameTaken(e.Who, nil) && (e.Text != "" || !g.isNameTaken(displayName, nil))
	switch {
	case n.count > 0:
		return g.numberedJoins(e, n.count, 1), nil
	case !isFree: // the number 1 belongs to the actor who has the name
		return g.numberedJoins(e, 1, 2), nil
	}
	return []rules.Event{e}, cmp.Or(g.checkName(e.Who, n.side, fix), g.checkName(displayName, n.side, fix))
}

// numberedJoins returns n copies of the join event e, whose keys and names end in numbers from first on. It skips numbers that are in use
// or were used in the encounter.
func (g timeline) numberedJoins(e rules.Event, n, first int) (list []rules.Event) {
	base, name := e.Who, cmp.Or(e.Text, rules.ReadableName(e.Who))
	for number := first; len(list) < n; number++ {
		e.Who, e.Text = fmt.Sprintf("%s_%d", base, number), fmt.Sprintf("%s %d", name, number)
		if !g.isNameTaken(e.Who, nil) && !g.isNameTaken(e.Text, nil) && !slices.Contains(g.State.Leavers, e.Who) {
			list = append(list, e)
		}
	}
	return list
}

// returningActor returns the actor, who left this scene or was in an earlier one, that a line brings back as it left, or nil for a newcomer.
// A character without a player, such as a sentry, is read again from its file if there is one: it is another person, unless one left this
// scene who can act.
func (g timeline) returningActor(n *newcomers) *rules.Actor {
	a := collect.First(g.State.Away, func(a *rules.Actor) bool {
		return a.Key == command.Underscore(n.from) || message.SameName(a.Short, n.from) || message.SameName(a.Name, n.from)
	})
	if a == nil || n.count > 0 || n.name != "" || g.isNameTaken(a.Key, nil) || g.isNameTaken(a.Name, nil) {
		return nil
	}
	canAct, _ := a.CanAct(g.Rules)
	isBack := canAct && slices.Contains(g.State.Leavers, a.Key)
	if _, _, err := g.Campaign.Character(n.from); err == nil && !a.Sheet.HasPlayer() && !isBack {
		return nil
	}
	return a
}

// checkName refuses a name for a combatant of a side if it would be read as something else. fix is the sentence of advice that ends the
// refusal.
func (g timeline) checkName(name, side, fix string) error {
	switch {
	case source.IsBlank(name):
		return command.Refusal("The name is blank. %s", fix)
	case command.IsNumber(name):
		return command.Refusal("“%s” would be read as a number. %s", name, fix)
	case campaign.IsGroupWord(name):
		return command.Refusal("“%s” already means several combatants. %s", name, fix)
	case g.isSide(name) || message.SameName(command.Underscore(name), side):
		return command.Refusal("“%s” is the name of a side. %s", name, fix)
	}
	return nil
}

// checkSide refuses the name of a new side if it would be read as something else. "" stands for the side in the character's file and is
// allowed.
func (g timeline) checkSide(side string) error {
	switch {
	case campaign.IsGroupWord(side):
		return command.Refusal("“%s” already means several combatants. Choose another side.", side)
	case side != "" && command.IsNumber(side):
		return command.Refusal("“%s” would be read as a number. Choose another side.", side)
	case g.isNameTaken(side, nil) && !g.isSide(side):
		return command.Refusal("“%s” is the name of a combatant. Choose another side.", side)
	case strings.Contains(side, " ") && !g.isSide(side):
		first, _, _ := strings.Cut(side, " ")
		return command.RefusalOf(message.UnknownOr("side", side, nil, "Write one word, such as “side "+first+"”."))
	}
	return nil
}

// isNameTaken reports whether an actor other than self has this key or name.
func (g timeline) isNameTaken(name string, self *rules.Actor) bool {
	key := command.Underscore(name)
	return slices.ContainsFunc(g.State.Actors, func(a *rules.Actor) bool {
		return a != self && (message.SameName(a.Key, key) || message.SameName(a.Name, name))
	})
}

// isSide reports whether name is the key or label of a side.
func (g timeline) isSide(name string) bool {
	key := command.Underscore(name)
	return len(g.SideMembers(key)) > 0 || slices.ContainsFunc(g.State.Sides, func(side *rules.Actor) bool {
		return message.SameName(side.Key, key) || message.SameName(side.Name, name)
	})
}
