package command

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"hybrid/rules"
	"hybrid/rules/message"
	"hybrid/rules/source"
)

// Splitting a typed line into its subject, verb, words and options. read_declare.go and the verbs interpret the words. The first word is
// either a built-in verb (Verb) or an action of the pack, the rules of the game. Game.OldReading and Game.OldDecisions are set for lines
// that are read or decided as earlier versions of the program did.

// Line is a parsed line of the prompt: the subject before a colon, the verb or action with its words, and the options after commas.
// Example:
//
//	kira: attack grell with short_sword, called_shot left hand, rush 0.5, points 2, dice 17 5
//
// Its parts are the subject kira, the action attack, the words `grell with short_sword`, three options, and the dice 17 and 5.
type Line struct {
	Text    string        // whole line, cleaned
	Who     string        // key of the subject; "" for the actor whose turn it is
	Verb    string        // built-in verb, or "" for an action of the pack
	Action  *rules.Action // action of the pack; nil if the line begins with a built-in verb
	Words   []string      // words after the verb or action, up to the first comma
	Options []string      // parts after commas, without dice, answers and overruled steps
	Faces   []int         // dice typed after `dice`, in the order of the rolls
	Answers []string      // answers to the questions that the line raises, in order
	Reason  string        // text after `because`; "" for none

	overrule map[string]string // results that the game master forces, by name of the step; nil for none

	group  []string // words before the colon that name several actors; nil if they name one
	second *Line    // second, simultaneous action, such as `, and attack scar with dagger`, with the options after it; nil for none
}

// maxLineBytes is the maximum length of a line in bytes.
const maxLineBytes = 2000

// reasonWord precedes the reason of a line, which is free text up to its end.
const reasonWord = " because "

// Parse parses a line. If it can't be read, the error is a refusal that says why.
func (g *Game) Parse(text string) (Line, error) {
	l := Line{Text: CleanLine(text)}
	if err := l.parse(g); err != nil || len(l.group) == 0 {
		return l, err
	}
	return l, l.moveGroup(g)
}

// moveGroup moves the names of a group of actors from before the colon to where the verb expects them: before its words, or after `by`. If
// the verb takes no group, it returns a refusal.
func (l *Line) moveGroup(g *Game) error {
	switch verb := g.VerbOf(l); {
	case verb.TakesSeveral:
		l.Words = slices.Concat(l.group, l.Words)
	case verb.ByActors || l.IsDeclaration() && g.AtRest():
		l.Words = slices.Concat(l.Words, []string{"by"}, l.group)
	default:
		_, err := g.Actor(strings.Join(l.group, " "))
		return err
	}
	return nil
}

// parse reads l.Text into the other fields of l. A verb that keeps its text unchanged takes all of it. For other lines, the reason, the
// dice and the subject are removed first, the rest is split at its commas, and finally the verb is read, in one of the word orders that
// users type.
func (l *Line) parse(g *Game) error {
	if len(l.Text) > maxLineBytes {
		return Refusal("This line is too long. Use at most %d letters.", maxLineBytes)
	}
	if verb, words, found := g.ReadVerbatim(l.Text); found {
		l.Verb, l.Words = verb, words
		return nil
	}
	text, err := l.readEnds(g, g.joinListedNames(l.Text))
	if err != nil {
		return err
	}
	if err := l.splitParts(text); err != nil {
		return err
	}
	if len(l.Words) == 0 {
		return Refusal("Type a command, such as `next`. Press ? for the keys.")
	}
	if isRead, err := l.readPhrase(g); isRead || err != nil {
		return err
	}
	l.moveActivityFirst(g)
	if l.readSpanFirst(g) || l.readMoveByPace(g) {
		return nil
	}
	if err := l.refuseMissingSpan(g); err != nil {
		return err
	}
	if err := g.ReadVerb(l); err != nil && !l.readSubjectWithoutColon(g) {
		if isRead, refusal := l.readAttendance(g); isRead || refusal != nil {
			return refusal
		}
		if err := l.readAlias(g, err); err != nil {
			return cmp.Or(g.refuseAmbiguousName(l.Words), err)
		}
	}
	if err := cmp.Or(l.moveActorOfCheck(g), l.takeLeadingSubject(g)); err != nil {
		return err
	}
	if l.second == nil {
		return nil
	}
	return g.readSecondAction(l)
}

// joinListedNames replaces the commas of lists of actors, as in `kira, dov and ilse`, with “and”: other commas begin options.
func (g *Game) joinListedNames(text string) string {
	if g.OldReading || !strings.Contains(text, ",") {
		return text
	}
	words := strings.Fields(text)
	isName := func(i int) bool {
		word := message.FoldName(strings.TrimRight(words[i], ":,"))
		return slices.ContainsFunc(g.State.Actors, func(a *rules.Actor) bool { return message.FoldName(a.Key) == word || message.FoldName(a.Short) == word })
	}
	for first := 0; first < len(words); first++ {
		last := first // last name of the list that begins at first, before its “and”
		for strings.HasSuffix(words[last], ",") && isName(last) && last+3 < len(words) {
			last++
		}
		if last == first || strings.HasSuffix(words[last], ",") || !isName(last) || words[last+1] != "and" || !isName(last+2) {
			continue
		}
		for i := first; i < last; i++ {
			words[i] = strings.TrimSuffix(words[i], ",") + " and"
		}
		text = strings.Join(words, " ")
	}
	return text
}

// readEnds reads the reason and the dice at the end of text, and the subject before its colon. It returns the text between them.
func (l *Line) readEnds(g *Game, text string) (string, error) {
	if before, after, found := strings.Cut(text+" ", reasonWord); found {
		text, l.Reason = before, strings.TrimSpace(after) // a reason may be empty
	}
	if before, after, found := CutLast(text, "dice"); found && before != "" {
		after, options := g.cutDice(after)
		text = strings.TrimSuffix(before, ",") + options
		faces, err := ParseFaces(after, g.Rules.HasNamedResults())
		if err != nil {
			return text, err
		}
		l.Faces = faces
	}
	if err := RejectDecimalComma(text); err != nil && !g.OldReading {
		return text, err
	}
	if who, rest, found := cutAtColon(text); found {
		actor, err := g.Actor(strings.TrimSpace(who))
		if err == nil {
			l.Who = actor.Key
		} else if l.group = strings.Fields(strings.ReplaceAll(strings.ReplaceAll(who, ", and ", " and "), ",", " and ")); !g.isGroup(l.group) {
			if _, unknown := g.ParseActors(l.group); len(l.group) > 1 && g.isGroup(l.group[:1]) && l.group[1] == "and" {
				err = cmp.Or(g.RefuseAbsentLead(l.group), unknown)
			}
			return text, err
		}
		text = rest
	}
	return text, nil
}

// splitParts splits text at its commas into the words of the line, its options, and the second action with its own options.
func (l *Line) splitParts(text string) error {
	parts := splitAtCommas(text)
	l.Words = strings.Fields(parts[0])
	action := l // line of the action to which the next options belong
	for _, part := range parts[1:] {
		part = strings.TrimSpace(part)
		if second, found := strings.CutPrefix(part, secondWord+" "); found {
			if l.second != nil {
				return Refusal("Only two actions can be combined. Remove: %s", part)
			}
			l.second = &Line{Words: strings.Fields(second)}
			action = l.second
		} else if part != "" {
			action.addOption(part)
		}
	}
	return nil
}

// timeColon matches the colon of a time of day, 22:30.
var timeColon = regexp.MustCompile(`\d:\d\d\b`)

// cutAtColon cuts text at its first colon. If that colon belongs to a time of day, it cuts nothing and found is false.
func cutAtColon(text string) (before, after string, found bool) {
	before, after, found = strings.Cut(text, ":")
	if at := timeColon.FindStringIndex(text); found && at != nil && at[0]+1 == len(before) {
		return text, "", false
	}
	return before, after, found
}

// moveActorOfCheck makes the actor or group of actors at the beginning of a check's words the subject of the line, such as kira in `check
// kira climbing`, the order that the command line uses.
func (l *Line) moveActorOfCheck(g *Game) error {
	if l.Verb != "check" || l.Who != "" || len(l.Words) < 2 || g.SetAbility(&rules.OngoingAction{}, strings.Join(l.Words, " ")) == nil {
		return nil
	}
	if who, rest, err := g.ParseLeadingGroup(l.Words); err == nil && len(who) > 1 && len(rest) > 0 && !g.OldDecisions {
		l.group, l.Words = l.Words[:len(l.Words)-len(rest)], rest
		return nil
	}
	actor, rest, err := g.ParseLeadingActor(l.Words)
	if err != nil {
		return g.RefuseAbsentLead(l.Words)
	}
	if len(rest) > 0 {
		l.Who, l.Words = actor.Key, rest
	}
	return nil
}

// readSpanFirst reads a line that begins with an activity, optionally followed by its actors, and a span of time: `rest 1 h by kira`,
// `sleep party 8 h`, `rest until 22:30`. It reports whether the line has this form, and turns it into a line that lets the time pass: `pass
// 1 h rest by kira`.
func (l *Line) readSpanFirst(g *Game) bool {
	// at is the index of the span's first word
	first, at := l.Words[0], slices.IndexFunc(l.Words, func(word string) bool { return word == Until || IsNumber(word) })
	if at < 1 || at+1 >= len(l.Words) || g.Verbs.byName[first] != nil || l.second != nil {
		return false
	}
	_, err := rules.ParseSpan(strings.Join(l.Words[at:at+2], " "))
	if l.Words[at] == Until {
		err = nil
	}
	if _, isAction := g.Rules.Actions.Get(first); err != nil || isAction {
		return false
	}
	for n := at; n > 0; n-- { // the first n words name the activity
		activity, err := PickEntry("activity", strings.Join(l.Words[:n], " "), g.Rules.Activities.All)
		if err != nil {
			continue
		}
		span, who := l.Words[at:], l.Words[n:at]
		if by := slices.Index(span, "by"); by >= 0 {
			span, who = span[:by], slices.Concat(who, span[by+1:])
		}
		l.Verb, l.Words = verbPass, append(slices.Clone(span), activity.Name)
		if len(who) > 0 {
			l.Words = slices.Concat(l.Words, []string{"by"}, who)
		}
		return true
	}
	return false
}

// refuseMissingSpan returns the refusal of a line that names an activity and perhaps its actors, but no span: rest, sleep party. It returns
// nil if the first word can also mean a verb or, in a fight, an action, unless it is a form of the activity's name.
func (l *Line) refuseMissingSpan(g *Game) error {
	if l.second != nil || g.OldReading {
		return nil
	}
	alike := g.verbsWithPrefix(strings.ToLower(l.Words[0]))
	activity, err := PickEntry("activity", l.Words[0], g.Rules.Activities.All)
	isTaken := func(name string) bool {
		_, isAction := g.Rules.Actions.Get(name)
		return name == l.Words[0] || !isAction || !g.AtRest() && !message.HasForm(l.Words[0], []string{activity.Name})
	}
	if err != nil || slices.ContainsFunc(alike, isTaken) {
		return nil
	}
	if !g.AtRest() {
		return Refusal("Time can't pass in a fight. Type `finish` first.")
	}
	who := slices.DeleteFunc(append(strings.Fields(l.Who), l.Words[1:]...), func(word string) bool { return word == "by" })
	if !g.isGroup(who) {
		who = []string{Party}
	}
	span := "10 min"
	if len(activity.Spans) > 0 {
		span = activity.Spans[0].Text
	}
	return Refusal("For how long? Type `%s %s %s by %s`.", verbPass, span, activity.Name, strings.Join(who, " "))
}

// Until is the word before the time of day at which a span ends.
const Until = "until"

// readSubjectWithoutColon reads a line that begins with its subject, without a colon, such as `kira attack grell`. It reports whether the
// line has this form.
func (l *Line) readSubjectWithoutColon(g *Game) bool {
	if l.Who != "" || l.second != nil {
		return false
	}
	actor, rest, err := g.ParseLeadingActor(l.Words)
	if err != nil || len(rest) == 0 {
		return false
	}
	declared := Line{Words: rest}
	if g.readVerbOrAlias(&declared) != nil || !declared.IsDeclaration() {
		return false
	}
	l.Who, l.Verb, l.Action, l.Words = actor.Key, declared.Verb, declared.Action, declared.Words
	return true
}

// takeLeadingSubject makes the actor at the beginning of an action's words the subject of the line, such as kira in `attack kira grell`, the
// order that the command line uses. An action with targets must have a target after the subject, and one that only takes an item must have
// the item after it, because a single name there can be the target or the item. Free text is unchanged. An ambiguous name is refused.
func (l *Line) takeLeadingSubject(g *Game) error {
	if l.Action == nil || l.Who != "" || l.Action.Ask != nil && l.Action.Ask.Words {
		return nil
	}
	hasTarget := l.Action.Whom || l.Action.May
	actor, rest, err := g.ParseLeadingActor(l.Words)
	switch {
	case err != nil && hasTarget:
		return g.refuseAmbiguousName(l.Words)
	case err != nil || !hasTarget && len(l.Action.With) > 0 && len(rest) == 0:
		return nil
	case hasTarget:
		if _, _, err = g.ParseLeadingActor(rest); err != nil {
			return g.RefuseAbsentLead(rest)
		}
	}
	l.Who, l.Words = actor.Key, rest
	return nil
}

// secondWord begins a second, simultaneous action, after a comma.
const secondWord = "and"

// readSecondAction reads the verb of the second action of a line. Both parts must declare an action, a check or a task.
func (g *Game) readSecondAction(l *Line) error {
	if err := g.readVerbOrAlias(l.second); err != nil {
		return err
	}
	if !l.IsDeclaration() || !l.second.IsDeclaration() {
		return Refusal("Only two actions can be combined. Enter the rest on its own.")
	}
	if len(l.second.Answers) > 0 || l.second.overrule != nil {
		return Refusal("Answers are given when the action takes effect. Add this to `next`.")
	}
	return nil
}

// cutDice separates typed dice, which can have commas between them, from the options that follow. options begins with a comma, or is empty.
func (g *Game) cutDice(text string) (dice, options string) {
	for at := range text {
		if text[at] != ',' {
			continue
		}
		part, _, _ := strings.Cut(text[at+1:], ",")
		if slices.ContainsFunc(strings.Fields(part), func(word string) bool { return !g.Rules.IsTypedDie(word) }) {
			return text[:at], text[at:]
		}
	}
	return text, ""
}

// CleanLine returns text as one line: single spaces between words, accents as in the files, and no control characters.
func CleanLine(text string) string {
	if isCleanText(text) {
		return source.ComposeAccents(text)
	}
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == utf8.RuneError {
			return ' '
		}
		if source.IsNonPrinting(r) {
			return -1
		}
		return r
	}, text)
	return source.ComposeAccents(strings.Join(strings.Fields(text), " "))
}

// isCleanText reports whether a text consists of visible characters with single spaces between them.
func isCleanText(text string) bool {
	isAfterSpace := true // whether the previous character is a space, or there is none
	for i := 0; i < len(text); {
		if c := text[i]; c > ' ' && c <= '~' {
			isAfterSpace = false
			i++
			continue
		}
		c, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case c == ' ' && isAfterSpace || c < ' ':
			return false
		case c == ' ', c >= '\u2190' && c <= '\u25FF': // arrows, mathematical signs, lines and shapes are clean
		case unicode.IsSpace(c) || unicode.IsControl(c) || c == utf8.RuneError || source.IsNonPrinting(c):
			return false
		}
		isAfterSpace = c == ' '
		i += size
	}
	return !isAfterSpace || text == ""
}

// ReadVerbatim reports whether a line begins with a verb that keeps the words after it unchanged, including commas and colons, such as a note
// or an amendment. It also returns that verb and the words.
func (g *Game) ReadVerbatim(text string) (verb string, words []string, found bool) {
	first, _, _ := strings.Cut(text, " ")
	for _, verb := range g.Verbs.list {
		if first == "" || !verb.Verbatim || !HasPrefixFold(verb.Name, first) && !slices.Contains(verb.OldNames, strings.ToLower(first)) {
			continue
		}
		words := strings.Fields(text)
		l := Line{Words: words[:1]}
		return verb.Name, words[1:], g.ReadVerb(&l) == nil && l.Verb == verb.Name
	}
	return "", nil, false
}

// WithoutAnswers returns a line without its answers, and whether it had any.
func WithoutAnswers(line string) (rest string, found bool) {
	all := splitAtCommas(line)
	remaining := slices.DeleteFunc(slices.Clone(all), func(part string) bool { return strings.HasPrefix(strings.TrimSpace(part), answerWord) })
	return strings.Join(remaining, ","), len(remaining) < len(all)
}

// answerWord is the word that begins an answer, after a comma.
const answerWord = "answer "

// addOption adds an option to the line: an answer, an overruled step, or an option to be read later.
func (l *Line) addOption(part string) {
	if rest, found := strings.CutPrefix(part, answerWord); found {
		l.Answers = append(l.Answers, strings.TrimSpace(rest))
		return
	}
	if rest, found := strings.CutPrefix(part, "overrule "); found {
		step, value, _ := strings.Cut(strings.TrimSpace(rest), " ")
		if l.overrule == nil {
			l.overrule = map[string]string{}
		}
		l.overrule[step] = strings.TrimSpace(value)
		return
	}
	l.Options = append(l.Options, part)
}

// CutLast splits text at the last place where word is a separate word with more text after it.
func CutLast(text, word string) (before, after string, found bool) {
	i := strings.LastIndex(" "+text, " "+word+" ")
	if i < 0 {
		return text, "", false
	}
	return strings.TrimSpace(text[:i]), strings.TrimSpace(text[i+len(word):]), true
}

// ReadVerb moves the verb or action from the beginning of l.Words to l.Verb or l.Action. Its name, an unambiguous prefix of it, or the
// label of an action is enough; a label of several words takes precedence over names, one of a single word doesn't.
func (g *Game) ReadVerb(l *Line) error {
	if action, words := g.actionByLabel(l.Words); words > 1 {
		l.Action, l.Words = action, l.Words[words:]
		return nil
	}
	first := strings.ToLower(l.Words[0])
	found := g.verbsWithPrefix(first)
	if action, words := g.actionByLabel(l.Words); len(found) != 1 && action != nil {
		l.Action, l.Words = action, l.Words[words:]
		return nil
	}
	switch len(found) {
	case 0:
		if first == whatIfWord {
			return Refusal("Scripts can't contain “%s”, which changes nothing. Use it at the dashboard's prompt, or run `hybrid session whatif`.", first)
		}
		return RefusalOf(message.Unknown("command or action", first, append(g.Verbs.Names(), g.Rules.Actions.Names()...)))
	case 1:
	default:
		return Refusal("“%s” can mean %s. Type more letters.", first, strings.Join(found, ", "))
	}
	l.Words = l.Words[1:]
	if v := g.Verbs.Get(found[0]); v.Name == found[0] {
		l.Verb = v.Name
		return nil
	}
	l.Action, _ = g.Rules.Actions.Get(found[0])
	return nil
}

// readVerbOrAlias reads a verb or action like ReadVerb, or else by an alias (a word listed as `also`).
func (g *Game) readVerbOrAlias(l *Line) error {
	err := g.ReadVerb(l)
	if err != nil {
		err = l.readAlias(g, err)
	}
	return err
}

// readAlias finds the verb or action with the longest alias that begins the line. If there is none, it returns a refusal: unknown, unless
// it can suggest another line.
func (l *Line) readAlias(g *Game, unknown error) error {
	var all []namer
	for _, v := range g.Verbs.UsedBy(g.Rules) {
		all = append(all, v)
	}
	for _, a := range g.Rules.Actions.All {
		if a.Answers == "" {
			all = append(all, a)
		}
	}
	for n := len(l.Words); n > 0; n-- {
		text := strings.Join(l.Words[:n], " ")
		shared := EntriesWithAlias(all, text)
		if len(shared) > 1 {
			return refuseSharedAlias(text, shared)
		}
		if len(shared) == 1 {
			l.Words = l.Words[n:]
			if v, isVerb := shared[0].(*Verb); isVerb {
				l.Verb = v.Name
			} else {
				l.Action = shared[0].(*rules.Action)
			}
			return nil
		}
	}
	if len(g.verbsWithPrefix(strings.ToLower(l.Words[0]))) > 0 {
		return unknown
	}
	return cmp.Or(l.suggestRoll(g), unknown)
}

// suggestRoll returns the refusal of a line that names a task or a skill without a verb; it suggests the line that rolls it. For other
// lines it returns nil.
func (l *Line) suggestRoll(g *Game) error {
	name, by := l.Words, []string(nil)
	if at := slices.Index(name, "by"); at >= 0 {
		name, by = name[:at], name[at:]
	}
	text, prefix := strings.Join(name, " "), ""
	if l.Who != "" {
		prefix = l.Who + ": "
	} else if len(l.group) > 0 {
		by = append([]string{"by"}, l.group...)
	}
	suggest := func(kind, verb, name string) error {
		return Refusal("“%s” is a %s. Type `%s`.", text, kind, strings.Join(append([]string{prefix + verb, name}, by...), " "))
	}
	task, taskErr := g.Task(text)
	if taskErr == nil && strings.EqualFold(task.Label, text) {
		return suggest("task", "task", task.Name)
	}
	if d := (rules.OngoingAction{}); g.SetAbility(&d, text) == nil {
		return suggest(AbilityWord(g.Rules), verbCheck, cmp.Or(d.Skill, d.Stat))
	}
	if taskErr == nil {
		return suggest("task", "task", task.Name)
	}
	return nil
}

// verbsWithPrefix lists the names of the verbs and actions that begin with first, or only an exact match if there is one. A former name of
// a verb (Verb.OldNames) also counts as an exact match.
func (g *Game) verbsWithPrefix(first string) (found []string) {
	for _, v := range g.Verbs.list {
		if v.Hidden && !v.Exists(g.Rules) {
			continue
		}
		if slices.Contains(v.OldNames, first) {
			if _, isAction := g.Rules.Actions.Get(first); !isAction {
				return []string{v.Name}
			}
		}
		if v.Name == first {
			return []string{v.Name}
		}
		if strings.HasPrefix(v.Name, first) {
			found = append(found, v.Name)
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

// actionByLabel finds the action with the longest label that begins the line, and returns its number of words.
func (g *Game) actionByLabel(words []string) (best *rules.Action, count int) {
	text := strings.Join(words, " ")
	for _, action := range g.Rules.Actions.All {
		label := action.Label
		if !HasPrefixFold(text, label) || len(text) > len(label) && text[len(label)] != ' ' {
			continue
		}
		if n := strings.Count(label, " ") + 1; n > count {
			best, count = action, n
		}
	}
	return best, count
}

// HasPrefixFold reports whether text begins with beginning, ignoring case.
func HasPrefixFold(text, beginning string) bool {
	return len(text) >= len(beginning) && strings.EqualFold(text[:len(beginning)], beginning)
}

// BindTo makes an actor, given by its key who, the subject of a line that names none, if the line's verb is about the actor whose turn it
// is.
func (g *Game) BindTo(l *Line, who string) {
	if pins := g.VerbOf(l).Pins; l.Who == "" && pins != nil && pins(l) {
		l.Who = who
	}
}

// ParseFirst parses a line. For a line that rolls for several actors, such as `roll hiding by party`, it returns the line for the first of
// them alone.
func (g *Game) ParseFirst(text string) (Line, error) {
	l, _, err := g.parseEach(text)
	return l, err
}

// parseEach parses a line like ParseFirst, and also returns the lines for the other actors.
func (g *Game) parseEach(text string) (first Line, others []Line, err error) {
	first, err = g.Parse(text)
	at := slices.Index(first.Words, "by")
	if err != nil || at < 1 || first.Action != nil || first.Verb != verbRoll && !first.IsDeclaration() {
		return first, nil, err
	}
	who, err := g.WithoutDown().ParseActors(first.Words[at+1:])
	if err != nil {
		return first, nil, nil
	}
	first.Words = first.Words[:at]
	if first.Verb == verbRoll {
		first.Verb = verbCheck
		if acting := (Line{Words: first.Words}); g.readVerbOrAlias(&acting) == nil && acting.Action != nil && !acting.Action.Whom {
			first.Verb, first.Action, first.Words = acting.Verb, acting.Action, acting.Words // such as `roll rally by party`
		}
	}
	for _, a := range who {
		line := first
		line.Who = a.Key
		others = append(others, line)
	}
	return others[0], others[1:], nil
}

// verbRoll is the verb for rolls by one or several actors.
const verbRoll = "roll"

// verbPass is the verb that lets time pass.
const verbPass = "pass"

// verbCheck is the verb that declares a check of a skill or statistic.
const verbCheck = "check"

// IsDeclaration reports whether a line declares an action, a check or a task.
func (l *Line) IsDeclaration() bool {
	return l.Action != nil || l.Verb == verbCheck || l.Verb == "task"
}

// IsSecret reports whether an option of a line makes its checks secret rolls of the game master.
func (l *Line) IsSecret() bool {
	return slices.Contains(l.Options, SecretlyWord) || slices.Contains(l.Options, rules.HowSecret)
}

// Overrules reports whether a line forces the result of a step.
func (l *Line) Overrules() bool { return len(l.overrule) > 0 }

// IsPlayerAction reports whether a line declares an action, a check or a task, and nothing reserved for the game master: dice, answers,
// reasons and overruled steps.
func (l *Line) IsPlayerAction() bool {
	return l.IsDeclaration() && len(l.Faces)+len(l.Answers)+len(l.overrule) == 0 && l.Reason == "" && (l.second == nil || l.second.IsPlayerAction())
}

// IsOwnUpkeep reports whether players may enter a line for their own characters although it declares no action: its verb is one for players
// (Verb.Player), such as wait or raise, it concerns no one but its subject, and it has no options, dice, answers, reason or forced results.
func (g *Game) IsOwnUpkeep(l *Line) bool {
	return g.VerbOf(l).Player && !slices.Contains(l.Words, "by") && l.Who != "" && l.second == nil &&
		len(l.Options)+len(l.Faces)+len(l.Answers)+len(l.overrule) == 0 && l.Reason == ""
}

// IsPair reports whether a line declares two simultaneous actions.
func (l *Line) IsPair() bool { return l.second != nil }

// IsPossibleAtRest reports whether a line declares a task or an action that is possible outside an encounter
// (rules.Action.IsPossibleAtRest), and no second action.
func (l *Line) IsPossibleAtRest() bool {
	return l.second == nil && (l.Verb == "task" || l.Action != nil && l.Action.IsPossibleAtRest())
}
