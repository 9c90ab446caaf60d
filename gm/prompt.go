package gm

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"hybrid/rules"
	"hybrid/rules/source"
)

// line is a prompt line, taken apart: who does what, and the options behind commas.
//
//	kira: attack grell with short_sword, called_shot left hand, rush 0.5, points 2, dice 17 5
type line struct {
	text    string // the whole line, tidied
	who     string // named before a colon; empty means whoever's turn it is
	verb    string // one of the program's own, or "" for an action of the pack
	action  *rules.Action
	words   []string // what follows the verb, up to the first comma
	options []string // what stands between commas
	faces   []int    // dice typed at the end
	answers []string // what the other one answers, in order
	reason  string   // after because

	overrule map[string]string // what is said of a step, by its name

	beside *line // a second action at the same time: `, and attack scar with dagger`; options behind it are its own
}

// verbs are the words that the program itself knows. Everything else one can do is an action of the pack.
var verbs = [...]string{
	"begin", "finish", "initiative", "next", "wait", "check", "undo", "redo", "set", "put", "end", "add", "remove",
	"hold", "turn", "do", "scene", "note", "give", "task", "roll", "contest", "pass", "place", "move", "award", "train", "raise",
	"favourite", "replace", "mend", "accept", "refuse", "history", "back", "waive", "tick", "act",
}

// longest is how many bytes a line may have.
const longest = 2000

// parse takes a line apart. It refuses what it cannot read, with the reason.
func (g *Game) parse(text string) (line, error) {
	l := line{text: clean(text)}
	if len(l.text) > longest {
		return l, refusal("this line is too long; say it in at most %d letters", longest)
	}
	text = l.text
	if verb, said, found := g.noted(text); found {
		l.verb, l.words = verb, said
		return l, nil
	}
	if before, after, found := strings.Cut(text, " because "); found {
		text, l.reason = before, after
	}
	if before, after, found := cutLast(text, "dice"); found {
		text = strings.TrimSuffix(before, ",")
		faces, err := Faces(after)
		if err != nil {
			return l, err
		}
		l.faces = faces
	}
	if who, rest, found := strings.Cut(text, ":"); found {
		actor, err := g.actor(strings.TrimSpace(who))
		if err != nil {
			return l, err
		}
		l.who, text = actor.Key, rest
	}
	parts := strings.Split(text, ",")
	l.words = strings.Fields(parts[0])
	about := &l
	for _, part := range parts[1:] {
		part = strings.TrimSpace(part)
		if second, found := strings.CutPrefix(part, besideWord+" "); found {
			if l.beside != nil {
				return l, refusal("two actions go at once, not three; leave out: %s", part)
			}
			l.beside = &line{words: strings.Fields(second)}
			about = l.beside
		} else if part != "" {
			about.option(part)
		}
	}
	if len(l.words) == 0 {
		return l, refusal("type what to do, such as next; ? lists the keys")
	}
	if err := g.verb(&l); err != nil || l.beside == nil {
		return l, err
	}
	return l, g.besideVerb(&l)
}

// besideWord begins a second action at the same time, behind a comma.
const besideWord = "and"

// besideVerb finds what the second action of a line is, which goes only beside one that takes time.
func (g *Game) besideVerb(l *line) error {
	if err := g.verb(l.beside); err != nil {
		return err
	}
	if !l.rolled() || !l.beside.rolled() {
		return refusal("two actions go at once, and nothing else does; say the rest by itself")
	}
	if len(l.beside.answers) > 0 || l.beside.overrule != nil {
		return refusal("an answer is given when the action takes effect; say it with next")
	}
	return nil
}

// clean makes one line of what was typed: one space between words, and nothing that a screen would obey.
func clean(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == utf8.RuneError {
			return ' '
		}
		if source.NonPrinting(r) {
			return -1
		}
		return r
	}, text)
	return strings.Join(strings.Fields(text), " ")
}

// noted tells whether a line keeps words as they are, commas and colons too: a note, a favourite, or what is to be
// mended; and the words.
func (g *Game) noted(text string) (verb string, said []string, found bool) {
	first, _, _ := strings.Cut(text, " ")
	for _, verb := range [...]string{"note", "favourite", "mend"} {
		if first == "" || !prefixed(verb, first) {
			continue
		}
		words := strings.Fields(text)
		l := line{words: words[:1]}
		return verb, words[1:], g.verb(&l) == nil && l.verb == verb
	}
	return "", nil, false
}

func (l *line) option(part string) {
	if rest, found := strings.CutPrefix(part, "answer "); found {
		l.answers = append(l.answers, strings.TrimSpace(rest))
		return
	}
	if rest, found := strings.CutPrefix(part, "overrule "); found {
		step, said, _ := strings.Cut(strings.TrimSpace(rest), " ")
		if l.overrule == nil {
			l.overrule = map[string]string{}
		}
		l.overrule[step] = strings.TrimSpace(said)
		return
	}
	l.options = append(l.options, part)
}

// cutLast cuts a text at the last place where a word stands by itself with something behind it.
func cutLast(text, word string) (before, after string, found bool) {
	i := strings.LastIndex(" "+text, " "+word+" ")
	if i < 0 {
		return text, "", false
	}
	return strings.TrimSpace(text[:i]), strings.TrimSpace(text[i+len(word):]), true
}

// Faces reads typed dice: numbers with spaces or commas between. 0 and 00 are the highest face of the die that is
// asked for, see rules.Shown.
func Faces(text string) ([]int, error) {
	var faces []int
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' }) {
		face, err := strconv.Atoi(word)
		if err != nil || face < 0 || word[0] == '+' {
			return nil, refusal("%s is not a die; type numbers such as 17 5", word)
		}
		faces = append(faces, face)
	}
	return faces, nil
}

func refusal(format string, args ...any) error {
	return &rules.Refusal{Text: fmt.Sprintf(format, args...)}
}

// Verbs are the words of the prompt that the program itself knows.
func Verbs() []string { return slices.Clone(verbs[:]) }

// verb finds what the first word means: an action of the pack, or one of the program's own verbs; a beginning will do
// where it is the only one. The label of an action will do as well, and goes first if it is several words.
func (g *Game) verb(l *line) error {
	if action, words := g.labelled(l.words); words > 1 {
		l.action, l.words = action, l.words[words:]
		return nil
	}
	first := strings.ToLower(l.words[0])
	found := g.begun(first)
	if action, words := g.labelled(l.words); len(found) != 1 && action != nil {
		l.action, l.words = action, l.words[words:]
		return nil
	}
	switch len(found) {
	case 0:
		if first == supposing {
			return refusal("nothing happens by %s, so no script has it; ask at the prompt of the dashboard, or hybrid simulate", first)
		}
		return refusal("nobody knows how to %s%s", first, source.Suggest(first, append(verbs[:], g.Rules.Actions.Names()...)))
	case 1:
	default:
		return refusal("%s may be %s; write more of it", first, strings.Join(found, ", "))
	}
	l.words = l.words[1:]
	for _, verb := range verbs {
		if verb == found[0] {
			l.verb = verb
			return nil
		}
	}
	l.action, _ = g.Rules.Actions.Get(found[0])
	return nil
}

// begun lists the verbs and actions that begin with a word; one that is just this word is the only one.
func (g *Game) begun(first string) (found []string) {
	for _, name := range verbs {
		if name == first {
			return []string{name}
		}
		if strings.HasPrefix(name, first) {
			found = append(found, name)
		}
	}
	for _, action := range g.Rules.Actions.All {
		if action.Name == first {
			return []string{action.Name}
		}
		if strings.HasPrefix(action.Name, first) {
			found = append(found, action.Name)
		}
	}
	return found
}

// labelled finds an action whose label begins the line, the longest one, and how many words it is.
func (g *Game) labelled(words []string) (best *rules.Action, count int) {
	text := strings.Join(words, " ")
	for _, action := range g.Rules.Actions.All {
		label := action.Label
		if !prefixed(text, label) || len(text) > len(label) && text[len(label)] != ' ' {
			continue
		}
		if n := strings.Count(label, " ") + 1; n > count {
			best, count = action, n
		}
	}
	return best, count
}

// prefixed tells whether a text begins so, in whatever case.
func prefixed(text, beginning string) bool {
	return len(text) >= len(beginning) && strings.EqualFold(text[:len(beginning)], beginning)
}

// actor finds somebody in the encounter by key, name, or the beginning of one.
func (g *Game) actor(name string) (*rules.Actor, error) {
	lower := strings.ToLower(strings.TrimSpace(name))
	if lower == "" {
		return nil, refusal("say who, such as %s", g.anybody())
	}
	if !g.State.Running && len(g.State.Actors) == 0 {
		return nil, g.idleRefusal()
	}
	for _, a := range g.State.Actors {
		if strings.ToLower(a.Key) == lower {
			return a, nil
		}
	}
	var found []*rules.Actor
	var keys []string
	for _, a := range g.State.Actors {
		key, own := strings.ToLower(a.Key), strings.ToLower(a.Name)
		if own == lower {
			return a, nil
		}
		keys = append(keys, a.Key)
		if lower != "" && (strings.HasPrefix(key, lower) || strings.HasPrefix(own, lower) || strings.Contains(own, " "+lower)) {
			found = append(found, a)
		}
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return nil, refusal("nobody here is called %s%s; here are: %s", name, source.Suggest(lower, keys), strings.Join(keys, ", "))
	}
	var names []string
	for _, a := range found {
		names = append(names, a.Key)
	}
	return nil, refusal("%s may be %s; write more of the name", name, strings.Join(names, " or "))
}

// subject is who a line is about: the one named, the one whose turn it is, else whoever waits alone.
func (g *Game) subject(l *line) (*rules.Actor, error) {
	if l.who != "" {
		return g.actor(l.who)
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
	return nil, refusal("nobody's turn has come; say who, such as %s: …, or: next", g.anybody())
}

func (g *Game) anybody() string {
	for _, a := range g.State.Actors {
		return a.Key
	}
	return "NAME"
}

func (g *Game) idleRefusal() error {
	return refusal("no encounter is running; begin one: begin %s", g.first())
}

// about is whom a line is about: the one named before the colon, or by the first words; and the words that follow.
func (g *Game) about(l *line) (*rules.Actor, []string, error) {
	if l.who == "" {
		return g.leading(l.words)
	}
	a, err := g.actor(l.who)
	return a, l.words, err
}

// alone is about, for a line that says nothing more.
func (g *Game) alone(l *line) (*rules.Actor, error) {
	a, rest, err := g.about(l)
	if err == nil && len(rest) > 0 {
		return nil, refusal("%s takes only a name; leave out: %s", l.verb, strings.Join(rest, " "))
	}
	return a, err
}

// leading finds an actor at the beginning of some words, the longest name that fits, and what follows it.
func (g *Game) leading(words []string) (*rules.Actor, []string, error) {
	if len(words) == 0 {
		return nil, nil, refusal("say who, such as %s", g.anybody())
	}
	for n := len(words); n > 1; n-- {
		if a, err := g.actor(strings.Join(words[:n], " ")); err == nil {
			return a, words[n:], nil
		}
	}
	a, err := g.actor(words[0])
	return a, words[1:], err
}

// doing reads what a line declares for its subject.
func (g *Game) doing(l *line, a *rules.Actor) (rules.Doing, error) {
	d := rules.Doing{}
	words := l.words
	if l.verb == "check" {
		skill, err := g.skill(strings.Join(words, " "))
		if err != nil {
			return d, err
		}
		d.Skill = skill.Name
	} else if l.verb == "task" {
		task, err := g.task(strings.Join(words, " "))
		if err != nil {
			return d, err
		}
		d.Task = task.Name
	} else {
		d.Action = l.action.Name
		var err error
		if words, err = g.tool(l, a, &d, words); err != nil {
			return d, err
		}
		if l.action.Whom {
			other, rest, err := g.leading(words)
			if err != nil {
				return d, err
			}
			d.Whom, words = other.Key, rest
		}
		if len(words) > 0 && l.action.Ask != nil && l.action.Ask.Words {
			d.Words, words = strings.Join(words, " "), nil
		}
		if len(words) > 0 {
			if l.action.Ask == nil || len(words) > 1 {
				return d, refusal("%s does not belong to %s; options follow a comma", strings.Join(words, " "), strings.ToLower(l.action.Label))
			}
			if d.Asked, err = Amount(words[0], l.action.Name); err != nil {
				return d, err
			}
		} else if err := l.action.Missing(); err != nil {
			return d, err
		}
	}
	for _, option := range l.options {
		if err := g.option(&d, option); err != nil {
			return d, err
		}
	}
	if l.beside == nil {
		return d, nil
	}
	second, err := g.doing(l.beside, a)
	if err != nil {
		return d, err
	}
	d.Beside = &second
	return d, g.Rules.Pair(g.State, a.Key, &d)
}

// tool reads `with …` at the end of some words.
func (g *Game) tool(l *line, a *rules.Actor, d *rules.Doing, words []string) ([]string, error) {
	for i, word := range words {
		if word != "with" {
			continue
		}
		item, err := g.item(a, strings.Join(words[i+1:], " "))
		if err != nil {
			return words, err
		}
		if len(l.action.With) == 0 {
			return words, refusal("%s is done with whatever is in hand; leave out with %s", strings.ToLower(l.action.Label), item.Name)
		}
		d.Tool = item.Name
		return words[:i], nil
	}
	if len(l.action.With) > 0 && !l.action.Whom && len(words) > 0 {
		item, err := g.item(a, strings.Join(words, " "))
		if err != nil {
			return words, err
		}
		d.Tool = item.Name
		return nil, nil
	}
	return words, nil
}

func (g *Game) item(a *rules.Actor, name string) (*rules.Item, error) {
	i, err := pick("thing that "+a.Name+" carries", name, len(a.Sheet.Items), func(i int) (string, string) {
		return a.Sheet.Items[i].Name, a.Sheet.Items[i].Label
	})
	if err != nil {
		return nil, err
	}
	return a.Sheet.Items[i], nil
}

func (g *Game) skill(name string) (*rules.Skill, error) {
	all := g.Rules.Skills.All
	i, err := pick("skill", name, len(all), func(i int) (string, string) { return all[i].Name, all[i].Label })
	if err != nil {
		return nil, err
	}
	return all[i], nil
}

// pick finds one of n things by its name or label, or the beginning of one where only one begins so.
func pick(what, text string, n int, at func(int) (name, label string)) (int, error) {
	found := matching(text, n, at)
	switch {
	case strings.TrimSpace(text) == "":
		return 0, refusal("say which %s", what)
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
			return 0, refusal("%s are called %s; say which by its name", strings.Join(names, " and "), label)
		}
		return 0, refusal("%s may be %s; write more of it", text, strings.Join(names, ", "))
	}
	for i := range n {
		name, _ := at(i)
		names = append(names, name)
	}
	return 0, refusal("no %s is called %s%s", what, text, source.Suggest(underscored(text), names))
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

// option reads one option of an action: a modifier given by hand, points, a related skill, a margin, or a situation.
func (g *Game) option(d *rules.Doing, text string) error {
	word, rest, _ := strings.Cut(text, " ")
	rest = strings.TrimSpace(rest)
	for _, m := range g.Rules.Modifiers.All {
		if m.Flag != "" && m.Flag == word {
			value, err := Amount(rest, word)
			d.Given = append(d.Given, rules.Given{Modifier: m.Name, Label: "Given by hand", Value: value})
			return err
		}
	}
	switch word {
	case "among":
		others, err := g.those(strings.Fields(rest))
		d.Among = keys(others)
		return err
	case "points":
		value, err := Amount(rest, word)
		if err == nil && value < 0 {
			err = refusal("%s cannot be less than 0", word)
		}
		d.Points = value
		return err
	case "against":
		value, err := Amount(rest, word)
		d.Against = &value
		return err
	case "related":
		skill, err := g.skill(rest)
		if err == nil {
			d.StandIn = skill.Name
		}
		return err
	}
	if task, ok := g.Rules.Tasks.Get(d.Task); ok {
		if name, found := task.Named(text); found {
			d.Options = append(d.Options, rules.Option{Situation: name})
			return nil
		}
	}
	option, err := g.situation(text)
	d.Options = append(d.Options, option)
	return err
}

// most is the largest number that may be typed.
const most = 1e6

// Amount reads a number that somebody types, from -1,000,000 to 1,000,000; a *rules.Refusal says what it is needed for.
func Amount(text, of string) (float64, error) {
	value, ok := source.Number(text)
	switch {
	case math.Abs(value) > most:
		return 0, refusal("%s is too much for %s; at most %d", text, of, int(most))
	case !ok:
		return 0, refusal("%s needs a number, such as %s 2", of, of)
	}
	return value, nil
}

// situation reads a situation to tick, and what it asks for: `called_shot left hand`, `rushed 0.5`.
func (g *Game) situation(text string) (rules.Option, error) {
	situation, rest, err := g.ticking(text)
	if err != nil {
		return rules.Option{}, err
	}
	option := rules.Option{Situation: situation.Name}
	switch {
	case situation.Ask == nil:
		if rest != "" {
			return option, refusal("%s takes nothing behind it", situation.Label)
		}
	case len(situation.Ask.Rows()) > 0:
		return option, rowOf(situation, rest, &option)
	default:
		option.Number, err = Amount(rest, situation.Name)
	}
	return option, err
}

func rowOf(situation *rules.Situation, text string, option *rules.Option) error {
	lower := strings.ToLower(text)
	for _, side := range []string{"left", "right"} {
		if rest, found := strings.CutPrefix(lower, side+" "); found {
			option.Side, lower = side, rest
		}
	}
	rows := situation.Ask.Rows()
	i, err := pick("row", lower, len(rows), func(i int) (string, string) { return rows[i], strings.ReplaceAll(rows[i], "_", " ") })
	if err != nil {
		return refusal("%s: say %s: %s", situation.Label, situation.Ask.What, strings.Join(rows, ", "))
	}
	option.Row = rows[i]
	return nil
}

// ticking finds the situation that begins a text, the longest name that fits, and the rest of the text.
func (g *Game) ticking(text string) (*rules.Situation, string, error) {
	words := strings.Fields(strings.ReplaceAll(strings.ToLower(text), "=", " "))
	all := g.Rules.Situations.All
	for n := len(words); n > 0; n-- {
		name := strings.Join(words[:n], " ")
		for _, situation := range all {
			if situation.Flag != "" && situation.Flag == name {
				return situation, strings.Join(words[n:], " "), nil
			}
		}
		found := matching(name, len(all), func(i int) (string, string) { return all[i].Name, all[i].Label })
		if len(found) == 1 {
			return all[found[0]], strings.Join(words[n:], " "), nil
		}
	}
	names := g.Rules.Situations.Names()
	sort.Strings(names)
	return nil, "", refusal("no option is called %s%s", text, source.Suggest(strings.Join(words, "_"), names))
}
