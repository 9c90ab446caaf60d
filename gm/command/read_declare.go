package command

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/message"
)

// Reading lines that declare an action, a check or a task into a rules.OngoingAction: its targets, its tool (the item used), and its
// options, which follow commas. An option is a situation that applies, such as `called_shot left hand`, or a word of OptionWords with its
// value. A line can declare a second, simultaneous action after `, and`. An action to be carried out later, on a trigger in free text, can
// end in `, then …`: the planned reaction.
//
// Such a rules.OngoingAction is also called a doing (variables d), and a deed (rules.ActiveDeed) is one with the key of its actor.

// Declaration returns the subject of a line that declares an action, a check or a task, and the declared action.
func (g *Game) Declaration(l *Line) (a *rules.Actor, d rules.OngoingAction, err error) {
	if a, err = g.Subject(l); err != nil {
		return nil, d, err
	}
	d, err = g.DeclaredAction(l, a)
	return a, d, err
}

// ActionUnderway returns the action in which the decision of a command has stopped at a question: the one that the line declares or, for
// `next`, the pending action that takes effect. ok is false for other lines.
func (g *Game) ActionUnderway(c *Command) (u rules.ActiveDeed, ok bool) {
	l, err := g.Parse(c.Line)
	switch {
	case err != nil: // no action
	case l.IsDeclaration():
		a, d, err := g.Declaration(&l)
		if err == nil {
			return rules.ActiveDeed{Who: a.Key, Doing: d}, true
		}
	case l.Verb == "next" && g.State.Running:
		if next, owed := g.Rules.NextPending(g.State); owed && next.Kind == rules.PendingAct {
			return rules.ActiveDeed{Who: next.Actor.Key, Doing: *next.Doing}, true
		}
	}
	return u, false
}

// DeclaredAction reads the action, check or task that a line declares for a, its subject.
func (g *Game) DeclaredAction(l *Line, a *rules.Actor) (d rules.OngoingAction, err error) {
	switch l.Verb {
	case verbCheck:
		err = g.SetAbility(&d, strings.Join(l.Words, " "))
	case "task":
		_, err = ReadTask(g, a, &d, l.Words)
	default:
		err = g.readAction(l, a, &d)
	}
	if err != nil {
		return d, err
	}
	if err := g.readOptions(l.Options, a, &d); err != nil {
		return d, err
	}
	// Pack.Use is the action with which the rules carry out checks; a line can also name it like any other action, but without a skill
	if d.Action != "" && d.Action == g.Rules.Pack.Use && d.Skill == "" && d.Stat == "" && len(g.Rules.Skills.All) > 0 {
		return d, Refusal("Name a skill. Enter `check SKILL`, such as `check %s`.", g.Rules.Skills.All[0].Name)
	}
	if l.second == nil {
		return d, nil
	}
	second, err := g.DeclaredAction(l.second, a)
	if err != nil {
		return d, err
	}
	if d.Beside = &second; d.Secret || second.Secret {
		return d, Refusal("Two actions at once can't be secret. Remove: %s", SecretlyWord)
	}
	return d, g.Rules.CompletePair(g.State, a.Key, &d)
}

// readAction reads the action of a line into d: its tool, its targets, and the value that it asks for (free text, cards or a number).
func (g *Game) readAction(l *Line, a *rules.Actor, d *rules.OngoingAction) error {
	d.Action = l.Action.Name
	if err := l.Action.CheckActor(a); err != nil && !g.OldReading {
		return err
	}
	words, err := g.readTool(l, a, d, l.Words)
	if err == nil {
		words, err = g.readTargets(l.Action, a, d, words)
	}
	if err != nil {
		return err
	}
	ask := l.Action.Ask
	if ask != nil && ask.Words {
		d.Words, words = strings.Join(words, " "), nil
		if held := l.Action.SuggestingCondition(a); d.Words == "" && ask.IsOptional() && held != nil {
			_, d.Words = CutReaction(held.Text) // without words, the reaction that the condition's text plans
		}
	}
	if len(words) > 0 && ask.AsksCards() {
		d.Asked, err = ask.Parse(l.Action.Label, strings.Join(words, " "))
		return err
	}
	if len(words) > 0 {
		if ask == nil || len(words) > 1 {
			return Refusal("“%s” doesn't belong to %s. Put options after a comma.", strings.Join(words, " "), rules.MidSentence(l.Action.Label))
		}
		d.Asked, err = ParseAmount(words[0], l.Action.Name)
		return err
	}
	if err := l.Action.CheckAnswered(); err != nil {
		return err
	}
	if ask.IsOptional() {
		if d.Asked = ask.UsualNumber(); d.Words != "" {
			d.Asked = 1
		}
	}
	return nil
}

// readTargets reads the actors at the beginning of words into d, at most as many as the action allows, and returns the rest of the words.
// The first is d.Whom, the others are d.Among.
func (g *Game) readTargets(action *rules.Action, a *rules.Actor, d *rules.OngoingAction, words []string) (rest []string, err error) {
	if (action.Whom || action.May) && len(words) > 1 && words[0] == "to" { // such as give_take to klavien
		words = words[1:]
	}
	if !action.Whom && (!action.May || len(words) == 0 || IsNumber(words[0])) {
		return words, nil
	}
	if len(words) == 0 {
		return nil, g.refuseWithoutTarget(action, a)
	}
	target, words, err := g.ParseLeadingActor(words)
	if err != nil {
		return words, err
	}
	d.Whom = target.Key
	for action.Whom && len(words) > 0 && action.TargetLimit() > 1 {
		target, rest, err := g.ParseLeadingActor(words)
		if err != nil {
			break // the rest is a value that the action asks for, or a mistake reported below
		}
		d.Among, words = append(d.Among, target.Key), rest
	}
	return words, nil
}

// refuseWithoutTarget returns the refusal of an action without a target. Its example names the first actor that can be the target, or else
// the first of another side.
func (g *Game) refuseWithoutTarget(action *rules.Action, a *rules.Actor) error {
	example := g.AnyName()
	if i := slices.IndexFunc(g.State.Actors, func(other *rules.Actor) bool { return other.Side != a.Side }); i >= 0 {
		example = g.State.Actors[i].Key
	}
	for _, other := range g.State.Actors {
		if g.Rules.CheckPossible(g.State, a.Key, rules.OngoingAction{Action: action.Name, Whom: other.Key}) == nil {
			example = other.Key
			break
		}
	}
	return Refusal("%s needs a target. Name it, such as `%s: %s %s`.", action.Label, a.Key, action.Name, example)
}

// readOptions reads the options of a line into d. If the action asks for free text, options that can't be read are part of the text, which
// can contain commas and end in a planned reaction.
func (g *Game) readOptions(options []string, a *rules.Actor, d *rules.OngoingAction) error {
	for i, option := range options {
		if planned, found := strings.CutPrefix(option, reactionWord); found && d.Words != "" {
			planned, err := g.checkReaction(a, strings.Join(append([]string{planned}, options[i+1:]...), ", ")) // the reaction's options follow
			if err == nil {
				d.Words += ", " + reactionWord + planned
			}
			return err
		}
		changed := *d
		err := g.ReadOption(&changed, option)
		switch {
		case err == nil:
			*d = changed
		case d.Words != "": // a comma within free text
			d.Words += ", " + option
		default:
			return err
		}
	}
	return nil
}

// ReadTask reads into d the task that words name, and the tool after `with`, such as `pick_lock with fine_picks`. It also returns the task.
func ReadTask(g *Game, a *rules.Actor, d *rules.OngoingAction, words []string) (task *rules.Task, err error) {
	if at := slices.Index(words, "with"); at > 0 {
		if task, err = g.Task(strings.Join(words[:at], " ")); err == nil {
			if len(task.With) == 0 {
				return nil, Refusal("%s uses no item. Remove: with %s", task.Label, strings.Join(words[at+1:], " "))
			}
			item, err := g.Item(a, strings.Join(words[at+1:], " "))
			if err != nil {
				return nil, err
			}
			d.Task, d.Tool, d.Skill = task.Name, item.Name, g.TaskSkill
			return task, nil
		}
	}
	if task, err = g.Task(strings.Join(words, " ")); err == nil {
		d.Task, d.Skill = task.Name, g.TaskSkill
	}
	return task, err
}

// readTool reads the tool after `with` at the end of words into d, and returns the words before it. `with` can be omitted if the action has
// no target.
func (g *Game) readTool(l *Line, a *rules.Actor, d *rules.OngoingAction, words []string) ([]string, error) {
	for i, word := range words {
		if word != "with" {
			continue
		}
		item, err := g.Item(a, strings.Join(words[i+1:], " "))
		if err != nil {
			return words, err
		}
		if len(l.Action.With) == 0 {
			return words, Refusal("%s uses the item in hand. Remove: with %s", l.Action.Label, item.Name)
		}
		d.Tool = item.Name
		return words[:i], nil
	}
	if len(l.Action.With) > 0 && !l.Action.Whom && len(words) > 0 {
		item, err := g.Item(a, strings.Join(words, " "))
		if target, _ := g.Actor(words[len(words)-1]); err != nil && target != nil && !l.Action.May {
			return words, Refusal("%s has no target. Remove: %s", l.Action.Label, strings.Join(words, " "))
		}
		if err != nil {
			return words, err
		}
		d.Tool = item.Name
		return nil, nil
	}
	return words, nil
}

// OptionWords returns the words that begin options, besides the names of situations and modifiers, and besides TakesWord and SecretlyWord.
// They include dice, answer and overrule, which are removed from a line before its options are read, since no entry of the rules may have
// these names.
func OptionWords() []string {
	return []string{"among", "help", "points", "against", "skill", "related", "dice", "answer", "overrule", secondWord}
}

// TakesWord is the word of the option that sets the duration of a check at rest.
const TakesWord = "takes"

// SecretlyWord is the word of the option that makes a check a secret roll of the game master.
const SecretlyWord = "secretly"

// ReadOption reads one option of an action, a check or a task into d: a modifier given by the game master, one of OptionWords, TakesWord or
// SecretlyWord with its value, the value that the action asks for, or a situation. The caller must have removed a line's dice, answers and
// overruled steps.
func (g *Game) ReadOption(d *rules.OngoingAction, text string) error {
	word, rest, _ := strings.Cut(text, " ")
	rest = strings.TrimSpace(rest)
	for _, m := range g.Rules.Modifiers.All {
		if m.Flag != "" && m.Flag == word {
			value, err := ParseAmount(rest, word)
			d.Given = append(d.Given, rules.ManualModifier{Modifier: m.Name, Label: "Entered manually", Value: value})
			return err
		}
	}
	if found, err := g.readWordOption(d, text, word, rest); found {
		return err
	}
	if action, ok := g.Rules.Actions.Get(d.Action); ok && action.Ask != nil && action.Ask.Flag == word && word != "" {
		value, err := ParseAmount(rest, word)
		d.Asked = value
		return err
	}
	if task, ok := g.Rules.Tasks.Get(d.Task); ok {
		if own := task.OwnSituations(); beginsWithSituation(own, text) {
			option, err := readTickedSituation(own, text)
			d.Options = append(d.Options, option)
			return err
		}
	}
	option, err := g.readSituation(text)
	if err != nil {
		if best := g.Rules.BestMatches(d, EntriesWithAlias(g.Rules.Situations.All, text)); len(best) == 1 {
			option, err = g.readSituation(best[0].Name)
		}
	}
	if action, ok := g.Rules.Actions.Get(d.Action); err != nil && ok && action.Ask.Accepts(action.Label, text) {
		return RefusalOf(message.NotA(text, "an option: "+action.Label+" asks for "+action.Ask.What, "Write it before the comma"))
	}
	d.Options = append(d.Options, option)
	return err
}

// readWordOption reads an option that begins with one of OptionWords, TakesWord or SecretlyWord into d. text is the option, word its first
// word, and rest the text after that word. found is false for any other option; "help" and "skill" are such words only if d is a task.
func (g *Game) readWordOption(d *rules.OngoingAction, text, word, rest string) (found bool, err error) {
	isTask := d.Task != ""
	switch {
	case word == "among":
		others, err := g.ParseActors(strings.Fields(rest))
		d.Among = KeysOf(others)
		return true, err
	case word == "help" && isTask:
		others, err := g.ParseActors(strings.Fields(rest))
		d.Help = KeysOf(others)
		return true, err
	case word == TakesWord:
		if !g.AtRest() {
			return true, Refusal("In a fight this takes its own time. Remove: %s", text)
		}
		_, err := rules.ParseSpan(rest) // only checked: the verb that lets the time pass reads it again
		return true, err
	case word == SecretlyWord || word == rules.HowSecret:
		action, ok := g.Rules.Actions.Get(d.Action)
		if ok && action.Name != g.Rules.Pack.Use || rest != "" || d.Hazard != nil { // Pack.Use is the action that carries out checks
			return true, Refusal("Only checks can be rolled in secret. Remove: %s", text)
		}
		d.Secret = true
		return true, nil
	case word == "points":
		value, err := ParseAmount(rest, word)
		if err == nil && value < 0 {
			err = Refusal("“%s” can't be less than 0.", word)
		}
		d.Points = value
		return true, err
	case word == "against":
		value, err := ParseAmount(rest, word)
		d.Against = &value
		return true, err
	case word == "skill" && isTask:
		skill, err := g.Skill(rest)
		if err == nil {
			d.Skill = skill.Name
		}
		return true, err
	case word == "related":
		skill, err := g.Skill(rest)
		if err == nil {
			d.StandIn = skill.Name
		}
		return true, err
	}
	return false, nil
}

// HideCards returns text, which was parsed as l, in the form for players who may not know the cards of its subject: the number of cards
// replaces those that the action and the options name.
func (g *Game) HideCards(l *Line, text string) string {
	list := splitAtCommas(text)
	if words := strings.Fields(list[0]); l.Action != nil && l.Action.Ask.HidesCards() {
		n := len(words) // number of words before the cards, which are at the end
		for ; n > 0; n-- {
			if _, err := l.Action.Ask.Parse(l.Action.Label, words[n-1]); err != nil {
				break
			}
		}
		list[0] = strings.Join(append(words[:n:n], countOfCards(len(words)-n)), " ")
	}
	for i, option := range list[1:] {
		situation, rest, err := FindTicked(g.Rules.Situations.All, strings.TrimSpace(option))
		if err == nil && situation.Ask.HidesCards() {
			list[i+1] = " " + situation.Name + " " + countOfCards(len(strings.Fields(rest)))
		}
	}
	return strings.Join(list, ",")
}

// countOfCards returns n followed by “card” or “cards”.
func countOfCards(n int) string { return fmt.Sprint(n) + collect.Choose(n == 1, " card", " cards") }

// readSituation reads an option that ticks (chooses) a situation, with its value, such as `called_shot left hand` or `rushed 0.5`.
func (g *Game) readSituation(text string) (rules.TickedOption, error) {
	return readTickedSituation(g.Rules.Situations.All, text)
}

// beginsWithSituation reports whether text begins with the name of a situation in list.
func beginsWithSituation(list []*rules.Situation, text string) bool {
	_, _, err := FindTicked(list, text)
	return err == nil
}

// readTickedSituation reads an option that ticks one of the situations in all, with the value that the situation asks for: a row of its
// table, cards, or a number.
func readTickedSituation(all []*rules.Situation, text string) (rules.TickedOption, error) {
	situation, rest, err := FindTicked(all, text)
	if err != nil {
		return rules.TickedOption{}, err
	}
	option := rules.TickedOption{Situation: situation.Name}
	switch {
	case situation.Ask == nil:
		// rest must be empty; typed, the part of text before it, determines the refusal
		typed := strings.TrimSpace(strings.TrimSuffix(strings.Join(strings.Fields(strings.ReplaceAll(strings.ToLower(text), "=", " ")), " "), rest))
		switch {
		case rest == "":
		case typed == situation.Flag, typed == strings.ReplaceAll(situation.Name, "_", " "), typed == situation.Name, strings.EqualFold(typed, situation.Label):
			return option, Refusal("%s takes no value.", situation.Label)
		default: // a prefix of its name is enough only if nothing follows
			return option, RefusalOf(message.UnknownOr("option", text, entryNames(all), "`hybrid rule situations` lists them"))
		}
	case len(situation.Ask.Rows()) > 0:
		return option, readTableRow(situation, rest, &option)
	case situation.Ask.AsksCards():
		option.Number, err = situation.Ask.Parse(situation.Label, rest)
	case rest == "" && situation.Ask.IsOptional():
		option.Number = situation.Ask.UsualNumber()
	case !IsNumber(rest):
		err = Refusal("Enter %s: `%s %s`.", situation.Ask.WantedText(), situation.Name, Number(situation.Ask.InitialNumber()))
	default:
		option.Number, err = ParseAmount(rest, situation.Name)
	}
	return option, err
}

// readTableRow reads the row of the situation's table that text names, with or without a side of the body, into option. One word of a name
// is enough if only one row has that word. If several end in it, the row that the table's dice hit most often is chosen, if there is one.
func readTableRow(situation *rules.Situation, text string, option *rules.TickedOption) error {
	var lower string
	option.Side, lower = situation.Ask.CutSide(strings.ToLower(text))
	rows := situation.Ask.Rows()
	i, err := Pick("row", lower, len(rows), func(i int) (string, string) { return rows[i], strings.ReplaceAll(rows[i], "_", " ") })
	if err != nil {
		// withWord holds the rows whose names contain the typed word, parts those whose names end in it.
		withWord := slices.DeleteFunc(slices.Clone(rows), func(row string) bool { return !slices.Contains(strings.Split(row, "_"), lower) })
		parts := slices.DeleteFunc(slices.Clone(withWord), func(row string) bool { return !strings.HasSuffix(row, "_"+lower) })
		switch row := situation.Ask.LargestRow(parts); {
		case len(withWord) == 1:
			i = slices.Index(rows, withWord[0])
		case row != "": // such as upper_leg for “leg”, among upper_leg and lower_leg
			i = slices.Index(rows, row)
		case len(withWord) > 0:
			return Refusal("%s: “%s” can be %s. Name one.", situation.Label, lower, message.JoinOr(withWord))
		default:
			return Refusal("%s: %s? Choose: %s.", situation.Label, situation.Ask.What, strings.Join(rows, ", "))
		}
	}
	if option.Row = rows[i]; option.Side != "" && !situation.Ask.HasSides(rows[i]) {
		return Refusal("%s: there's no %s %s. Remove “%s”.", situation.Label, option.Side, lower, option.Side)
	}
	return nil
}

// FindTicked finds the situation in all whose name is at the beginning of text, and returns the rest of text. A flag, a label, or an
// unambiguous beginning counts as a name too, and the longest match wins. Otherwise text must be an alias of one situation, as a whole.
func FindTicked(all []*rules.Situation, text string) (*rules.Situation, string, error) {
	words := strings.Fields(strings.ReplaceAll(strings.ToLower(text), "=", " "))
	for n := len(words); n > 0; n-- {
		name := strings.Join(words[:n], " ")
		for _, situation := range all {
			if situation.Flag != "" && situation.Flag == name {
				return situation, strings.Join(words[n:], " "), nil
			}
		}
		found := MatchNames(name, len(all), func(i int) (string, string) { return all[i].Name, all[i].Label })
		if len(found) == 1 {
			return all[found[0]], strings.Join(words[n:], " "), nil
		}
		if n < len(words) {
			continue // an alias of a situation must be the whole text
		}
		switch shared := EntriesWithAlias(all, text); len(shared) {
		case 0:
		case 1:
			return shared[0], "", nil
		default:
			return nil, "", refuseSharedAlias(text, shared)
		}
	}
	names := entryNames(all)
	sort.Strings(names)
	return nil, "", RefusalOf(message.UnknownOr("option", text, names, "`hybrid rule situations` lists them"))
}
