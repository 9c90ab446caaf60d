package main

import (
	"cmp"
	"slices"
	"strings"

	"hybrid/gm"
	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/rulebook"
)

// Lists of the rules of one kind, such as `hybrid rule conditions`. A rule (rulebook.Rule) is an entry of the game with its text: a
// condition, a situation, an action… In a saved session, each rule is listed with the combatants to whom it applies now.

// kindOfRules returns the kind of rules that a word names: “conditions”, or “condition” if no rule has that name or label. It returns ""
// for other words.
func kindOfRules(book []rulebook.Rule, word string) (kind string) {
	for i := range book {
		r := &book[i]
		switch {
		case strings.EqualFold(word, pluralOfKind(r.Kind)):
			return r.Kind
		case strings.EqualFold(word, r.Head.Name) || strings.EqualFold(word, r.Head.Label):
			return ""
		case strings.EqualFold(word, r.Kind), isShortPlural(word, r.Kind):
			kind = r.Kind
		}
	}
	return kind
}

// isShortPlural reports whether word is the plural of a beginning of kind, at least three letters long: stats, mods.
func isShortPlural(word, kind string) bool {
	stem, ok := strings.CutSuffix(strings.ToLower(word), "s")
	return ok && len(stem) > 2 && strings.HasPrefix(kind, stem)
}

// pluralOfKind returns the plural of a kind of rules.
func pluralOfKind(kind string) string {
	if stem, ok := strings.CutSuffix(kind, "y"); ok {
		return stem + "ies"
	}
	return kind + "s"
}

// kindPlurals returns the plurals of the kinds of rules.
func kindPlurals(book []rulebook.Rule) (names []string) {
	for i := range book {
		if name := pluralOfKind(book[i].Kind); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// listRules lists the rules of a kind with their names and effects. If word isn't "", it lists only the rules that match it.
func listRules(p *program, book []rulebook.Rule, kind, word string) error {
	list := slices.DeleteFunc(slices.Clone(book), func(r rulebook.Rule) bool { return r.Kind != kind })
	if word != "" {
		found, correction := rulebook.Find(list, word)
		if len(found) == 0 {
			return &rules.Refusal{Text: "No " + kind + " about “" + word + "”. `hybrid rule " + pluralOfKind(kind) + "` lists them."}
		}
		if correction != "" {
			p.writeNote("No rule named %s. This is %s.", word, correction)
		}
		list = found
	}
	concerned := p.concernedFinder()
	return p.write(report{facts: rulesJSON(list, concerned), text: func(w *textWriter) { w.writeRuleList(list, concerned) }})
}

// writeRuleList writes the rules in list; situations that apply automatically come last. concerned returns the names of the combatants to
// whom a rule applies now.
func (w *textWriter) writeRuleList(list []rulebook.Rule, concerned func(*rulebook.Rule) []string) {
	isAutomatic := func(r *rulebook.Rule) bool { // whether it is a situation with a formula instead of a flag
		s, ok := r.Entry.(*rules.Situation)
		return ok && s.Holds.Text != ""
	}
	slices.SortStableFunc(list, func(a, b rulebook.Rule) int {
		return cmp.Compare(boolToInt(isAutomatic(&a)), boolToInt(isAutomatic(&b)))
	})
	for i := range list {
		r := &list[i]
		if isAutomatic(r) && (i == 0 || !isAutomatic(&list[i-1])) {
			w.writeLine("%s", w.paintText(dim, "automatic:"))
		}
		w.writeLine("%s", strings.TrimRight(w.paintText(bold, r.Head.Label)+"  "+w.paintText(dim, strings.TrimSpace(commandLineForm(r)+"  "+r.Head.Src)), " "))
		for _, text := range []string{r.Text, strings.Join(collect.Map(r.Facts, strings.TrimSpace), "; ")} {
			if text != "" {
				w.writeIndented("    ", text)
			}
		}
		if names := concerned(r); len(names) > 0 {
			w.writeIndented("    ", "now: "+strings.Join(names, ", "))
		}
	}
}

// commandLineForm returns the form in which a rule is used on the command line: the flag for a situation, "" for an automatic situation,
// and the name of any other rule.
func commandLineForm(r *rulebook.Rule) string {
	s, ok := r.Entry.(*rules.Situation)
	switch {
	case !ok:
		return r.Head.Name
	case s.Holds.Text != "":
		return ""
	case s.Flag != "" && s.Ask != nil:
		return "--" + s.Flag + " …"
	case s.Flag != "":
		return "--" + s.Flag
	case s.Ask != nil:
		return "--situation " + s.Name + "=…"
	}
	return "--situation " + s.Name
}

// concernedFinder returns a function that lists the names of the combatants in the saved session to whom a rule applies now, or nil if
// there is no session.
func (p *program) concernedFinder() func(*rulebook.Rule) []string {
	var game *command.Game // current game in the session; nil if there is none
	if dir, err := p.stateDir(); err == nil && gm.HasSession(dir, p.campaign) {
		_ = p.withReadOnlySession(func(s *gm.Session) error { // if the session can't be read, the rule applies to no one
			game = s.Game()
			return nil
		})
	}
	return func(r *rulebook.Rule) []string {
		if game == nil {
			return nil
		}
		return command.ListConcerned(game, r.Entry)
	}
}

// rulesJSON returns rules as a JSON object. concerned returns the names of the combatants to whom a rule applies now.
func rulesJSON(list []rulebook.Rule, concerned func(*rulebook.Rule) []string) object {
	found := []object{}
	for i := range list {
		r := &list[i]
		found = append(found, object{{"kind", r.Kind}, {"name", r.Head.Name}, {"label", r.Head.Label}, {"text", r.Text}, {"facts", append([]string{}, r.Facts...)},
			{"guide", r.Head.Src}, {"source", r.Head.Where()}, {"concerns", append([]string{}, concerned(r)...)}})
	}
	return object{{"rules", found}}
}
