package transcript

import (
	"fmt"
	"strings"

	"hybrid/gm"
	"hybrid/gm/command"
)

// Output of the = lines of a transcript (see doc.go) about offered lists, advice, completions and events.

// offeredText returns a list as it is offered to the person who chooses. kind is actions, whom, conditions or options; argument is WHO,
// WHO ACTION or, for options, a line. Refused targets are in brackets, with the reason; refused actions are counted.
func offeredText(s *gm.Session, kind, argument string) string {
	var out strings.Builder
	row := func(sign, text, refused string) {
		if refused != "" {
			text, sign = "("+text+": "+refused+")", " "
		}
		fmt.Fprintf(&out, "  %s %s\n", sign, text)
	}
	who, rest, _ := strings.Cut(argument, " ")
	who = strings.TrimSuffix(who, ":")
	r := s.Ranking(who)
	switch kind {
	case "actions":
		refused := 0
		for _, c := range r.ListActions(s.State().Find(who)) {
			text := c.Action.Label
			if c.Whom != nil {
				text += " → " + c.Whom.Name
			}
			if c.SuggestedBy != nil {
				text += ", " + c.SuggestedBy.Words(s.Game().NameOf(c.SuggestedBy.Other))
			}
			if c.Refused != "" {
				refused++
				continue
			}
			row("·", text, "")
		}
		fmt.Fprintf(&out, "    and %d that are not possible\n", refused)
	case "whom":
		action, _ := s.Rules().Actions.Get(rest)
		for _, c := range r.ListTargets(s.State().Find(who), action) {
			row("·", c.Whom.Name, c.Refused)
		}
	case "conditions":
		for i, c := range r.ListConditions() {
			if i < 9 {
				row("·", c.Label, "")
			}
		}
	case "options":
		p, err := s.Game().Preview(argument)
		if err != nil {
			return "! " + err.Error() + "\n"
		}
		verb, _, _ := strings.Cut(rest, " ")
		action, _ := s.Rules().Actions.Get(verb)
		first, more, relevant := r.SplitOptions(action, &p, strings.Fields(rest)...)
		for i, o := range first {
			sign := "·"
			if i < relevant { // the item matters now
				sign = "*"
			}
			row(sign, o.Label, "")
		}
		fmt.Fprintf(&out, "    more (%d)\n", len(more))
	}
	return out.String()
}

// maxAdvised is the maximum number of recommended lines in a transcript.
const maxAdvised = 6

// adviceText returns the program's recommended lines for the combatant with key who, best first, with their chances.
func adviceText(s *gm.Session, who string) string {
	var out strings.Builder
	list := s.Ranking(who).Advise(s.State().Find(who))
	for _, c := range list[:min(maxAdvised, len(list))] {
		fmt.Fprintf(&out, "  %s: at %s, hurts %.0f %%, puts out %.0f %%, before that down %.0f %%\n",
			c.Line, command.Number(c.At), 100*c.Hurt, 100*c.Out, 100*c.Down)
	}
	return out.String()
}

// completionsText lists the completions at the end of line: at most ten, followed by the total if there are more.
func completionsText(s *gm.Session, line string) string {
	_, words := s.Complete(line, len(line))
	var list []string
	for _, c := range words[:min(10, len(words))] {
		list = append(list, c.Text)
	}
	if len(words) > 10 {
		list = append(list, fmt.Sprintf("… (%d)", len(words)))
	}
	return "  " + strings.Join(list, ", ") + "\n"
}

// eventsText lists the steps and events of the last entry, one per line.
func eventsText(s *gm.Session) string {
	var last *gm.HistoryEntry
	for e, err := range s.History() {
		if err != nil {
			return "! " + err.Error() + "\n"
		}
		last = e
	}
	var out strings.Builder
	w := last.Wording(s.Rules())
	for i := range last.Outcomes {
		if text := w.StepText(&last.Outcomes[i]); text != "" {
			fmt.Fprintf(&out, "  %s\n", text)
		}
	}
	for i := range last.Events {
		if text := w.EventText(&last.Events[i], ""); text != "" {
			fmt.Fprintf(&out, "  %s\n", text)
		}
	}
	return out.String()
}
