package gm

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"hybrid/rules"
)

// LogLine is one entry as a line of the log. Its text is made when it is looked at.
type LogLine struct {
	session *Session
	kept    *kept
}

// Log is every entry so far as a line, the oldest first; undone ones too.
func (s *Session) Log() []LogLine { return s.log }

// Seq is the number of the entry.
func (l LogLine) Seq() int64 { return l.kept.seq }

// Count is the count at which it happened.
func (l LogLine) Count() float64 { return l.kept.stored.Count }

// Undone tells whether it was taken back.
func (l LogLine) Undone() bool { return l.kept.undone }

// Text is the line: what was done, each roll, and what came of it.
func (l LogLine) Text() string {
	if l.kept.text == "" {
		l.kept.text = l.session.line(l.kept)
	}
	return l.kept.text
}

func (s *Session) line(k *kept) string {
	text := k.stored.Title
	var parts []string
	outcomes := s.outcomes(k)
	for i := range outcomes {
		if part := s.outcome(&outcomes[i], k.stored.Who); part != "" {
			parts = append(parts, part)
		}
	}
	events, _ := k.settled()
	parts = append(parts, s.loose(events, outcomes)...)
	if k.stored.Reason != "" {
		parts = append(parts, "because "+k.stored.Reason)
	}
	if len(parts) == 0 {
		return text
	}
	return text + ": " + strings.Join(parts, " · ")
}

// outcome is one step in the log's words.
func (s *Session) outcome(o *rules.Outcome, subject string) string {
	var text string
	switch {
	case o.Roll > 0 && o.Degree != "":
		text = fmt.Sprintf("%s %s %%, rolled %d, %s", strings.ToLower(o.Label), Number(o.Chance), o.Roll, o.Degree)
		if o.Factor > 0 && o.Factor != 1 {
			text += " ×" + Number(o.Factor)
		}
	case o.Row != "":
		text = strings.TrimSpace(o.Side + " " + o.Row)
	case o.Total != nil:
		text = strings.ToLower(o.Label) + " " + Number(*o.Total)
		if o.Kind == "initiative" {
			text = "acts at " + Number(turnOf(o.Events))
		}
	case o.Choice != "":
		text = o.Choice
	}
	changes := s.changes(o.Events, o.Who)
	if o.Kind == "initiative" {
		changes = nil
	}
	if text == "" && len(changes) == 0 {
		return ""
	}
	if text != "" && len(changes) > 0 {
		text += " → "
	}
	text += strings.Join(changes, ", ")
	if o.Who != "" && o.Who != subject {
		text = s.name(o.Who) + " " + text
	}
	return text
}

func turnOf(events []rules.Event) float64 {
	for _, e := range events {
		if e.Kind == rules.EventTurn {
			return e.At
		}
	}
	return 0
}

// loose is what changed outside any step: by hand, or when an encounter begins.
func (s *Session) loose(events []rules.Event, outcomes []rules.Outcome) []string {
	if len(outcomes) > 0 {
		return nil
	}
	for _, e := range events {
		if e.Kind == rules.EventTell && e.Who == "" || e.Kind == rules.EventBegin || e.Kind == rules.EventDoing || e.Kind == rules.EventTurn {
			return nil
		}
	}
	if len(events) == 1 {
		return nil
	}
	return s.changes(events, "")
}

// changes is what events did to people, in a few words each.
func (s *Session) changes(events []rules.Event, who string) (list []string) {
	for i := range events {
		e := &events[i]
		var text string
		switch e.Kind {
		case rules.EventPool:
			text = e.What + " " + Signed(e.By)
		case rules.EventPut:
			if c, ok := s.rules.Conditions.Get(e.What); ok {
				text = strings.ToLower(c.Label)
			}
		case rules.EventEnd:
			if c, ok := s.rules.Conditions.Get(e.What); ok && !fleeting(events, e) {
				text = "no longer " + strings.ToLower(c.Label)
			}
		case rules.EventTell:
			text = e.Text
		}
		if text == "" {
			continue
		}
		if e.Who != who && e.Who != "" && who != "" && e.Kind != rules.EventTell {
			text = s.name(e.Who) + " " + text
		}
		list = append(list, text)
	}
	return list
}

// fleeting tells whether a condition that ends also began here, or gave way to a worse one.
func fleeting(events []rules.Event, end *rules.Event) bool {
	for i := range events {
		if events[i].Kind == rules.EventPut && events[i].Who == end.Who {
			return true
		}
	}
	return false
}

func (s *Session) name(key string) string {
	if a := s.state.Find(key); a != nil {
		return a.Name
	}
	return rules.Words(key)
}

// Number writes a number as people read it: at most one decimal, and a true minus.
func Number(x float64) string {
	text := strconv.FormatFloat(math.Round(x*100)/100, 'f', -1, 64)
	return strings.Replace(text, "-", "−", 1)
}

// Signed writes a number with its sign.
func Signed(x float64) string {
	if x > 0 {
		return "+" + Number(x)
	}
	return Number(x)
}
