package main

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"hybrid/gm/campaign"
	"hybrid/gm/story"
	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/message"
	"hybrid/rules/phrase"
	"hybrid/rules/source"
)

// `hybrid try say`: the sentences of a rule for every kind of reader, with sample people.
//
// A rule's sentences form a tree (phrase.Say): variants that take turns, cases such as made and missed, and at each leaf a pattern with
// placeholders for people and values. A fact (story.Fact) is the content of a sentence: a deed, the result of one of its steps, the
// beginning of a condition, and so on. This file makes up a fact for each pattern that fits the cases on the way to it, and lets package
// story render the sentence.
//
// Fields of a fact that are set here: Of is the name of the rule that it is about, Label the rule's label; Who and Other are people, as
// indices in a story.Passage; Row is the phrase of a table's row, Degree the degree of a roll, and Made whether the roll succeeded.

// trySayCommand returns the command that shows a designer the sentences of rules.
func trySayCommand(p *program) *cobra.Command {
	return &cobra.Command{
		Use:   "say [RULE]",
		Short: "Show the sentences of a rule",
		Long: "Show each sentence of an action, sequence, task, condition, hazard, activity or pool, or of a fact\n" +
			"of the language, in all its cases and ways: as its reader, a character of each kind of pronoun, someone unknown and something unseen\n" +
			"read it. Without RULE, list the rules without `say`, with the sentence that the language gives them.",
		Args: func(*cobra.Command, []string) error { return nil },
		ValidArgsFunction: func(*cobra.Command, []string, string) (names []string, _ cobra.ShellCompDirective) {
			names = collect.Map(sayableRules(p.campaign.Rules), func(r sayRule) string { return r.name })
			slices.Sort(names)
			return slices.Compact(names), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: p.runReport(func(args []string) (report, error) {
			if p.campaign.Rules.Language == nil {
				return report{}, &rules.Refusal{Text: "The pack has no language. Add `pack: {language: en}`."}
			}
			t := newSayTrial(p)
			list := sayableRules(p.campaign.Rules)
			if len(args) == 0 {
				return t.missingReport(list), nil
			}
			name := campaign.FileName(strings.Join(args, " "))
			names := collect.Map(list, func(r sayRule) string { return r.name })
			list = slices.DeleteFunc(list, func(r sayRule) bool { return !strings.EqualFold(r.name, name) })
			if len(list) == 0 {
				return report{}, fmt.Errorf("No rule with sentences named %s%s", name, cmp.Or(message.Suggest(name, names), ". Run `hybrid try say`."))
			}
			return t.sentencesReport(list), nil
		}),
	}
}

// sayRule is a rule that can have sentences.
type sayRule struct {
	section, name string                 // the rule's section in the singular, such as action, and its name
	say           *phrase.Say            // its own sentences; nil if it has none
	steps         source.Map[rules.Step] // its steps, which can have sentences, too
	fact          story.Fact             // fact that the rule's pattern describes if no case applies
	isAnswer      bool                   // whether it is an action that answers another actor's action, such as a parry
	isUntargeted  bool                   // whether it is an action without a target
}

// sayableRules returns the rules that can have sentences.
func sayableRules(rs *rules.Ruleset) (list []sayRule) {
	// add appends a rule and returns it, so that more of its fields can be set before the next call
	add := func(section, name, label string, kind story.Kind, say *phrase.Say, steps source.Map[rules.Step]) *sayRule {
		list = append(list, sayRule{section: section, name: name, say: say, steps: steps, fact: story.Fact{Kind: kind, Of: name, Label: rules.MidSentence(label)}})
		return &list[len(list)-1]
	}
	for _, a := range rs.Actions.All {
		r := add("action", a.Name, a.Label, story.Deed, a.Say, a.Steps)
		canHaveTarget := a.Whom || a.May // it needs a target, or may have one
		r.isAnswer = a.Answers != ""
		r.isUntargeted = !canHaveTarget && !r.isAnswer
	}
	for _, s := range rs.Sequences.All {
		add("sequence", s.Name, s.Label, story.Step, nil, s.Steps)
	}
	for _, t := range rs.Tasks.All {
		add("task", t.Name, t.Label, story.Deed, t.Say, nil)
	}
	for _, c := range rs.Conditions.All {
		r := add("condition", c.Name, c.Label, story.Put, c.Say, nil)
		if c.Of == "item" && len(rs.Items.All) > 0 {
			r.fact.Tool = rs.Items.All[0].Name
		}
	}
	for _, h := range rs.Hazards.All {
		add("hazard", h.Name, h.Label, story.Hazard, h.Say, h.Steps)
	}
	for _, a := range rs.Activities.All {
		add("activity", a.Name, a.Label, story.Activity, a.Say, nil)
	}
	for _, p := range rs.Pools.All {
		add("pool", p.Name, p.Label, story.Lost, p.Say, nil)
	}
	if rs.Language != nil {
		for _, facts := range []source.Map[phrase.Say]{rs.Language.Facts, rs.Language.Recap} {
			for i := range facts {
				r := add("fact", facts[i].Name, facts[i].Name, story.Kind(facts[i].Name), &facts[i].Value, nil)
				r.fact.Text, r.fact.Row, r.fact.Was, r.fact.Tool = "…", "…", "…", "…" // a pattern can use any of them
				if len(rs.Items.All) > 0 {
					r.fact.Tool = rs.Items.All[0].Name
				}
			}
		}
	}
	return list
}

// sayTrial renders sentences about two sample people.
type sayTrial struct {
	*program
	names   [2]string           // first names of the sample people: actor and target
	readers []sayReader         // kinds of readers for whom each sentence is rendered
	rows    []object            // sentences so far, for --json and --csv
	texts   []func(*textWriter) // functions that each write one pattern with its sentences, in order
}

// sayReader is a kind of reader of a sentence. Kinds differ in what the reader knows about one of the two people: the person is the reader,
// is known by name and pronouns, is unknown, or is unseen.
type sayReader struct {
	name   string       // kind: the name of the person's pronouns, "unknown", or "unseen"
	person story.Person // the person as this reader knows it
	unseen bool         // whether this reader doesn't see the person at all
}

// newSayTrial returns a trial with two people of p's campaign and a reader for each kind of pronouns.
func newSayTrial(p *program) *sayTrial {
	t, names := &sayTrial{program: p}, exampleNames(p)
	for i, name := range []string{names["who"], names["foe"]} {
		if sheet, _, err := p.campaign.Character(name); err == nil {
			t.names[i], _, _ = strings.Cut(sheet.Person.Name, " ")
		}
	}
	language, kinds := p.campaign.Rules.Language, map[string]bool{}
	t.readers = []sayReader{{name: language.You, person: story.Person{Name: language.You, You: true, Named: true}}}
	for _, pronouns := range language.Pronouns {
		// Sets of pronouns of the same kind, such as he and she, give the same sentences apart from the words, so one of each kind is
		// enough. Sets are of different kinds if one has a verb form or word for “who” that the other lacks; the set for nobody is its own
		// kind.
		kind := collect.Choose(pronouns.Name == language.Nobody, pronouns.Name, "")
		for _, form := range pronouns.Value {
			if form.Name == "verb" || form.Name == "who" {
				kind += form.Name
			}
		}
		if pronouns.Name != language.You && !kinds[kind] {
			kinds[kind] = true
			t.readers = append(t.readers, sayReader{name: pronouns.Name, person: story.Person{Pronouns: pronouns.Name, Named: true}})
		}
	}
	t.readers = append(t.readers, sayReader{name: "unknown", person: story.Person{Unknown: true}}, sayReader{name: "unseen", unseen: true})
	return t
}

// sentencesReport reports all sentences of the rules in list.
func (t *sayTrial) sentencesReport(list []sayRule) report {
	for i := range list {
		r := &list[i]
		if t.visitPatterns(r.say, nil, func(path []string, say *phrase.Say) { t.addPattern(r, r.fact, path, say) }); r.say == nil && r.section != "sequence" {
			t.addPattern(r, r.fact, nil, nil)
		}
		for j := range r.steps {
			f := story.Fact{Kind: story.Step, Of: r.steps[j].Name, Label: rules.MidSentence(r.steps[j].Value.Label)}
			t.visitPatterns(r.steps[j].Value.Say, []string{r.steps[j].Name}, func(path []string, say *phrase.Say) { t.addPattern(r, f, path, say) })
		}
	}
	return report{facts: object{{"rows", append([]object{}, t.rows...)}}, csv: csvLines(t.rows), text: func(w *textWriter) {
		for _, write := range t.texts {
			write(w)
		}
		if len(t.rows) == 0 {
			w.writeLine("%s has no sentences of its own.", list[0].name)
		}
	}}
}

// visitPatterns calls visit for every pattern in say, with its path: the numbers of variants and the words of cases that lead to it. During
// a visit, t.readers contains only those who can read the pattern.
func (t *sayTrial) visitPatterns(say *phrase.Say, path []string, visit func([]string, *phrase.Say)) {
	switch {
	case say == nil || say.IsSilent():
	case say.Pattern != nil:
		visit(path, say)
	default:
		for i, variant := range say.Variants {
			t.visitPatterns(variant, append(slices.Clip(path), strconv.Itoa(i+1)), visit)
		}
		for _, c := range say.Cases {
			if c.Word == phrase.CaseItem && len(t.campaign.Rules.Items.All) == 0 {
				continue // the game has no items
			}
			readers := t.readers
			if say.Case(phrase.CaseYou) != nil { // the case CaseYou is for the acting player, the other cases are for everyone else
				t.readers = collect.Filter(readers, func(r sayReader) bool { return r.person.You == (c.Word == phrase.CaseYou) })
			}
			t.visitPatterns(c.Say, append(slices.Clip(path), c.Word), visit)
			t.readers = readers
		}
	}
}

// addPattern renders the pattern of say, or the language's default pattern for f if say is nil, for every reader: first with the reader's
// person in the role of `who`, then in that of `other`. Each different sentence becomes a row. path is that of the pattern (see
// visitPatterns).
func (t *sayTrial) addPattern(r *sayRule, f story.Fact, path []string, say *phrase.Say) {
	text, position := "", ""
	if say != nil {
		text, position = say.Pattern.Text, say.Pos.String()
	}
	var rows [][]cell
	written := map[string]bool{}
	for _, role := range []string{"who", "other"} {
		for _, reader := range t.readers {
			sentence := t.readSentence(r, f, path, say, role, reader)
			if written[sentence] || sentence == "" {
				continue
			}
			written[sentence] = true
			rows = append(rows, []cell{{text: role, style: dim}, {text: reader.name, style: dim}, {text: sentence}})
			t.rows = append(t.rows, object{{"rule", r.name}, {"case", strings.Join(path, " ")}, {"pattern", text}, {"source", position}, {"role", role}, {"as", reader.name}, {"said", sentence}})
		}
	}
	t.texts = append(t.texts, func(w *textWriter) {
		w.writeLine("%s  %s", w.paintText(bold, strings.Join(append([]string{r.section, r.name}, path...), " ")), w.paintText(dim, position))
		w.writeIndented("  ", text)
		w.writeWrappedTable(rows)
		w.writeLine("")
	})
}

// readSentence returns the sentence that reader reads for fact f, by the pattern of say, or by the language's default pattern if say is
// nil. Of the two sample people, the reader knows the one in the given role (who or other) as reader.person says, and the other one by
// name. path is that of the pattern (see visitPatterns).
func (t *sayTrial) readSentence(r *sayRule, f story.Fact, path []string, say *phrase.Say, role string, reader sayReader) string {
	rs := t.campaign.Rules
	p := story.Passage{People: []story.Person{{}, {Name: t.names[0], Named: true}, {Name: t.names[1], Named: true}}}
	numbers := map[string]int{"who": 1, "other": 2} // index in p.People, by role
	if person := reader.person; reader.unseen {
		numbers[role] = story.Unseen
	} else {
		person.Name = cmp.Or(person.Name, p.People[numbers[role]].Name)
		p.People[numbers[role]] = person
	}
	t.applyCases(&f, path)
	f.Who, f.Other, f.Row = numbers["who"], numbers["other"], cmp.Or(rs.FirstRowPhrase(f.Of), f.Row)
	f.Amount, f.Number, f.At = 3, 2, 12 // any values
	if r.isUntargeted {
		f.Other = 0
	}
	deed := t.deedOf(r, &f)
	deed.Tool = t.toolForCases(deed.Of, path)
	f.Tool = cmp.Or(deed.Tool, f.Tool)
	if say != nil && slices.Contains(say.Pattern.ValueNames(), phrase.ValueHow) {
		f.Degree = t.degreeWithAdverb(f.Degree, path, f.Made)
	}
	if say == nil {
		p.Facts = []story.Fact{f}
		return story.Tell(rs, p)
	}
	for _, value := range say.Pattern.ValueNames() { // a value can be the result of an earlier step, which needs a fact
		if row := rs.FirstRowPhrase(value); row != "" {
			p.Facts = append(p.Facts, story.Fact{Kind: story.Step, Of: value, Row: row, Who: f.Who, Other: f.Other})
		}
	}
	p.Facts = append(p.Facts, f)
	tellsDeedFirst := f.Kind == story.Step && !slices.Contains(path, phrase.CaseWhole) // a CaseWhole pattern describes the deed itself
	return story.Render(rs, p, say.Pattern, &deed, tellsDeedFirst)
}

// deedOf returns the deed that a sentence about fact f of rule r belongs to: the rule's own if that is an action or a task; for an answer,
// the action that it answers, whose actor is the other person; for other rules, an action that leads to them.
func (t *sayTrial) deedOf(r *sayRule, f *story.Fact) story.Fact {
	deed := story.Fact{Kind: story.Deed, Of: r.name, Label: r.fact.Label, Who: f.Who, Other: f.Other, Amount: f.Amount}
	if !r.isAnswer && (r.section == "action" || r.section == "task") {
		return deed
	}
	if r.isAnswer {
		deed.Who, deed.Other = f.Other, f.Who
	}
	deed.Of = t.leadingAction(r)
	if action, ok := t.campaign.Rules.Actions.Get(deed.Of); ok {
		deed.Label = rules.MidSentence(action.Label)
	}
	return deed
}

// leadingAction returns the name of the first action that leads to the answer or sequence r, or "" for other rules.
func (t *sayTrial) leadingAction(r *sayRule) string {
	for _, a := range t.campaign.Rules.Actions.All {
		if len(r.steps) == 0 || !a.Whom || a.Answers != "" || a.Say == nil {
			continue
		}
		// origin is SECTION/NAME, such as sequences/shock or actions/parry
		if origin := t.campaign.Rules.FindStep(a.Name, r.steps[0].Name, r.steps[0].Value.Label); strings.HasSuffix(origin, "s/"+r.name) {
			return a.Name
		}
	}
	return ""
}

// applyCases sets the fields of a fact so that the cases on the path to a pattern apply to it. Cases for an outcome (a degree, made or
// missed) make it the result of a step. Another word at the beginning of the path can be a kind of fact. All further words, such as tags
// and the numbers of variants, don't change the fact.
func (t *sayTrial) applyCases(f *story.Fact, path []string) {
	for i, word := range path {
		degree, isDegree := t.campaign.Rules.Degrees.Get(word)
		switch {
		case isDegree:
			f.Kind, f.Degree, f.Made = story.Step, word, degree.Factor > 0
		case f.Kind == story.Series: // its cases say whether the actor missed
			f.Sum = word
		case word == "made" || word == "missed":
			f.Kind, f.Made = story.Step, word == "made"
		case i == 0 && f.Kind != story.Step && t.campaign.Rules.Language.FactSentence(word) != nil: // a kind of fact
			f.Kind = story.Kind(word)
		}
	}
}

// degreeWithAdverb returns the name of a degree that has an adverb, for patterns that contain one. If name isn't "", it returns name.
// Otherwise it chooses a degree that succeeds or fails as made says and isn't named in path, since a degree named there has a case of its
// own.
func (t *sayTrial) degreeWithAdverb(name string, path []string, made bool) string {
	for _, d := range t.campaign.Rules.Degrees.All {
		if name == "" && d.Say != "" && d.Factor > 0 == made && !slices.Contains(path, d.Name) {
			return d.Name
		}
	}
	return name
}

// toolForCases returns the name of an item for the action with the given name, preferably one whose tags include all words of the path. It
// returns "" if there is no such action, or no item suits it.
func (t *sayTrial) toolForCases(name string, path []string) (found string) {
	action, ok := t.campaign.Rules.Actions.Get(name)
	if !ok {
		return ""
	}
	for _, item := range t.campaign.Rules.Items.All {
		if item.HasTag(path...) {
			return item.Name
		}
		if found == "" && item.HasAnyTag(action.With) { // the action can use it
			found = item.Name
		}
	}
	return found
}

// missingReport reports the rules in list that have no sentences of their own, each with the language's default sentence for it. It omits
// sequences, pools and tasks, which need none.
func (t *sayTrial) missingReport(list []sayRule) report {
	var lines [][]cell
	for i := range list {
		r := &list[i]
		hasStepSentences := slices.ContainsFunc(r.steps, func(s source.MapItem[rules.Step]) bool { return s.Value.Say != nil })
		if r.say != nil || hasStepSentences || slices.Contains([]string{"sequence", "pool", "task"}, r.section) {
			continue
		}
		sentence := t.readSentence(r, r.fact, nil, nil, "who", t.readers[min(1, len(t.readers)-1)])
		if sentence == "" {
			continue
		}
		lines = append(lines, []cell{{text: r.section, style: dim}, {text: r.name}, {text: sentence}})
		t.rows = append(t.rows, object{{"section", r.section}, {"rule", r.name}, {"said", sentence}})
	}
	return report{facts: object{{"rows", append([]object{}, t.rows...)}}, csv: csvLines(t.rows), text: func(w *textWriter) {
		if len(lines) == 0 {
			w.writeLine("Every rule has its sentences.")
			return
		}
		w.writeTitle("No `say` of their own")
		w.writeWrappedTable(lines)
	}}
}
