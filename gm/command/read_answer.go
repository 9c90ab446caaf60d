package command

import (
	"slices"
	"strconv"
	"strings"

	"hybrid/rules"
	"hybrid/rules/message"
)

// Reading typed answers. While a command is decided, the rules can ask a question (rules.Need): how an actor reacts, such as by a parry, or
// for a value. An answer is one of its choices, with its options and the value that it asks for; or, without choices, the value alone. Some
// choices, Need.PossibleWithOption, are possible only with an option.

// FindAnswer returns the answer that text means, in the form that rules store. text is one of the choices, such as parry, parry
// buckler or parry with buckler, followed by the value it asks for and options in parentheses, such as parry (in_cover, card 3); or it is
// the requested number or faces.
func FindAnswer(rs *rules.Ruleset, need *rules.Need, text string) (string, error) {
	if need.Wants != nil {
		return need.Wants.ParseStored(text)
	}
	if strings.EqualFold(text, rules.NoAnswer) {
		return rules.NoAnswer, nil
	}
	choice, options, hasOptions := strings.Cut(text, "(")
	choice = strings.TrimSpace(choice)
	choices := need.Choices
	if hasOptions {
		choices = slices.Concat(choices, need.PossibleWithOption)
	}
	name, err := findChoice(need, choices, choice)
	if first, _, _ := strings.Cut(choice, " "); err != nil && hasOptions {
		if _, ok := rs.Actions.Get(first); ok {
			name, err = choice, nil // an option may make it possible; the rules check that
		}
	}
	if err != nil {
		for i := range need.PossibleWithOption {
			if raised := &need.PossibleWithOption[i]; raised.Name == choice || strings.EqualFold(raised.Label, choice) {
				return "", Refusal("%s needs an option here: %s (%s)", raised.Label, raised.Name, optionForm(raised.Needs))
			}
		}
		return "", err
	}
	if hasOptions {
		words, err := answerOptions(rs, strings.TrimSuffix(strings.TrimSpace(options), ")"))
		if err != nil {
			return "", err
		}
		name += " (" + words + ")"
	}
	return name, nil
}

// TakeAnswer reads the first of texts as an answer to need, and returns the other texts. If the first text can only answer a different
// question, such as a parry while the question is about a fend, it stays in rest for that question; need then gets no answer
// (rules.NoAnswer), and passed is true.
func TakeAnswer(rs *rules.Ruleset, need *rules.Need, texts []string) (answer string, rest []string, passed bool, err error) {
	answer, err = FindAnswer(rs, need, texts[0])
	if err != nil && need.Wants == nil && answersAnotherNeed(rs, need, texts[0]) {
		return rules.NoAnswer, texts, true, nil
	}
	return answer, texts[1:], false, err
}

// answersAnotherNeed reports whether text names an action that answers questions of a different kind from need.
func answersAnotherNeed(rs *rules.Ruleset, need *rules.Need, text string) bool {
	name, _, _ := strings.Cut(text, " (")
	name, _, _ = strings.Cut(name, " with ")
	kind := "" // kind of question that the named action answers; "" if text names none
	for _, action := range rs.Actions.All {
		first, _, _ := strings.Cut(name, " ")
		isNamed := action.Name == Underscore(name) || action.Name == first || strings.EqualFold(action.Label, name)
		if isNamed && action.Answers != "" {
			kind = action.Answers
		}
	}
	return kind != "" && !slices.ContainsFunc(slices.Concat(need.Choices, need.PossibleWithOption), func(choice rules.Answer) bool {
		first, _, _ := strings.Cut(choice.Name, " ")
		action, ok := rs.Actions.Get(first)
		return ok && action.Answers == kind
	})
}

// RefuseUnasked returns the refusal of an answer to a question that wasn't asked.
func RefuseUnasked(text string) error {
	return Refusal("No question here takes the answer “%s”. Remove it.", text)
}

// optionForm returns an option as it is typed: its name, followed by N if it asks for a number.
func optionForm(s *rules.Situation) string {
	if s.Ask == nil {
		return s.Name
	}
	return s.Name + " N"
}

// findChoice finds the choice that text names, with or without `with` before its tool, and returns its name. If text continues after the
// name, the rest is read as the value that the choice asks for, and added to the name.
func findChoice(need *rules.Need, choices []rules.Answer, text string) (string, error) {
	i, err := Pick("answer", text, len(choices), func(i int) (string, string) { return choices[i].Name, choices[i].Label })
	if err != nil { // compare names and labels without `with`: parry buckler
		i, err = Pick("answer", strings.Replace(text, " with ", " ", 1), len(choices), func(i int) (string, string) {
			c := &choices[i]
			if c.With == nil {
				return c.Name, c.Label
			}
			name, _, _ := strings.Cut(c.Name, " ")
			label, _, _ := strings.Cut(c.Label, " with "+c.With.Label)
			return name + " " + c.With.Name, label + " " + c.With.Label
		})
	}
	if err == nil {
		return choices[i].Name, nil
	}
	words := strings.Fields(text)
	for n := len(words) - 1; n > 0; n-- { // the first n words name the choice, the others are its value
		head := strings.Join(words[:n], " ")
		i, err := Pick("answer", head, len(choices), func(i int) (string, string) { return choices[i].Name, choices[i].Label })
		if err != nil || choices[i].Asks == nil {
			continue
		}
		answer, err := choices[i].Asks.ParseStored(strings.Join(words[n:], " "))
		return choices[i].Name + " " + answer, err
	}
	return "", Refusal("“%s” can't be an answer here. Choose: %s.", text, strings.Join(need.ChoiceNames(), ", "))
}

// answerOptions reads the options of an answer, separated by commas, and returns them in the form that rules store, with full names.
func answerOptions(rs *rules.Ruleset, text string) (string, error) {
	g := &Game{Rules: rs}
	var parts []string
	for _, part := range strings.Split(text, ",") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		option, err := g.answerOption(part)
		if err != nil {
			return "", err
		}
		parts = append(parts, option)
	}
	return strings.Join(parts, ", "), nil
}

// answerOption reads one option of an answer, and returns it with its full name: a situation, points, a manual modifier, or a related
// skill.
func (g *Game) answerOption(text string) (string, error) {
	var d rules.OngoingAction
	if err := g.ReadOption(&d, text); err != nil {
		return "", err
	}
	word, _, _ := strings.Cut(text, " ")
	switch {
	case len(d.Options) > 0:
		return tickedWords(g.Rules, d.Options[0]), nil
	case len(d.Given) > 0:
		return word + " " + formatNumber(d.Given[0].Value), nil
	case d.StandIn != "":
		return word + " " + d.StandIn, nil
	case word == "points":
		return word + " " + formatNumber(d.Points), nil
	}
	return "", RefusalOf(message.NotA(text, "an option of an answer", "Remove it"))
}

// tickedWords returns a ticked situation (one that a line chose as an option) as it is typed, with its value.
func tickedWords(rs *rules.Ruleset, option rules.TickedOption) string {
	situation, ok := rs.Situations.Get(option.Situation)
	switch {
	case !ok || situation.Ask == nil:
		return option.Situation
	case situation.Ask.AsksCards():
		return option.Situation + " " + situation.Ask.Format(option.Number)
	case option.Row == "":
		return option.Situation + " " + formatNumber(option.Number)
	}
	return strings.Join(strings.Fields(option.Situation+" "+option.Side+" "+option.Row), " ")
}

// formatNumber formats a number as it is typed.
func formatNumber(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// splitAtCommas splits a line at its commas, except those within parentheses.
func splitAtCommas(text string) (list []string) {
	depth, from := 0, 0 // number of open parentheses, and start of the current part
	for i, r := range text {
		switch {
		case r == '(':
			depth++
		case r == ')':
			depth = max(0, depth-1)
		case r == ',' && depth == 0:
			list = append(list, text[from:i])
			from = i + 1
		}
	}
	return append(list, text[from:])
}
