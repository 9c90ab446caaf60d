package gm

import (
	"fmt"
	"strings"
)

// offered is a list as it is offered to who chooses: what is refused stands in brackets, with why.
func offered(s *Session, kind, of string) string {
	var out strings.Builder
	row := func(sign, text, refused string) {
		if refused != "" {
			text, sign = "("+text+": "+refused+")", " "
		}
		fmt.Fprintf(&out, "  %s %s\n", sign, text)
	}
	who, rest, _ := strings.Cut(of, " ")
	who = strings.TrimSuffix(who, ":")
	r := s.Ranking(who)
	switch kind {
	case "actions":
		refused := 0
		for _, c := range r.Actions(s.State().Find(who)) {
			text := c.Action.Label
			if c.Whom != nil {
				text += " → " + c.Whom.Name
			}
			if c.Because != nil {
				text += ", " + c.Because.Words(s.game.NameOf(c.Because.Other))
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
		for _, c := range r.Targets(s.State().Find(who), action) {
			row("·", c.Whom.Name, c.Refused)
		}
	case "conditions":
		for i, c := range r.Conditions() {
			if i < 9 {
				row("·", c.Label, "")
			}
		}
	case "options":
		p, err := s.game.Preview(of)
		if err != nil {
			return "! " + err.Error() + "\n"
		}
		verb, _, _ := strings.Cut(rest, " ")
		action, _ := s.Rules().Actions.Get(verb)
		first, more, relevant := r.Options(action, &p, strings.Fields(rest)...)
		for i, o := range first {
			sign := "·"
			if i < relevant {
				sign = "*"
			}
			row(sign, o.Label, "")
		}
		fmt.Fprintf(&out, "    more (%d)\n", len(more))
	}
	return out.String()
}
