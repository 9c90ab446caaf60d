package command

import (
	"slices"
	"strings"

	"hybrid/rules"
	"hybrid/rules/message"
)

// Lines in other word orders than `verb words`: sentences such as `kira sleeps 8 h`, `dov is back` and `run to the crane`, and phrases that
// consist of a verb and its object, such as `end scene`. read_line.go reads the other lines.

// readPhrase reads a line that as a whole is an alias of several words of a verb, such as `end scene` for finish. It reports whether the
// line has this form. The end of a session has no verb, so it is refused.
func (l *Line) readPhrase(g *Game) (bool, error) {
	words := slices.DeleteFunc(slices.Clone(l.Words), func(word string) bool { return word == "the" })
	if g.OldReading || len(words) < 2 {
		return false, nil
	}
	if len(words) == 2 && slices.Contains([]string{"end", "finish", "close", "stop"}, words[0]) && slices.Contains([]string{"session", "evening", "game"}, words[1]) {
		return false, Refusal("The session is saved after each line. Press q to quit.")
	}
	found := EntriesWithAlias(g.Verbs.list, strings.ToLower(strings.Join(words, " ")))
	if len(found) != 1 || found[0].Exists != nil && !found[0].Exists(g.Rules) {
		return false, nil
	}
	l.Verb, l.Words = found[0].Name, nil
	return true, nil
}

// moveActivityFirst moves the activity of a sentence before its actors, as other lines have it: `party sleeps 8 h` becomes `sleeping party
// 8 h`. While turns are taken, a pace without a destination becomes a `do` line.
func (l *Line) moveActivityFirst(g *Game) {
	if g.OldReading || l.Who != "" || len(l.group) > 0 || len(g.verbsWithPrefix(strings.ToLower(l.Words[0]))) > 0 {
		return
	}
	_, rest, err := g.ParseLeadingGroup(l.Words)
	if err != nil || len(rest) == 0 {
		return
	}
	who := l.Words[:len(l.Words)-len(rest)]
	switch activity := g.activityInSentence(rest[0]); {
	case activity == nil:
	case g.AtRest() || activity.Pace.Text == "" || slices.Contains(rest, "to"):
		l.Words = slices.Concat([]string{activity.Name}, who, rest[1:])
	case len(rest) == 1:
		l.Words = slices.Concat([]string{verbDo}, who, []string{activity.Name})
	}
}

// readMoveByPace reads a line that begins with an activity and goes to a destination: `run to the crane`, `running kira to 20`. It turns it
// into a `move` line, and reports whether the line has this form.
func (l *Line) readMoveByPace(g *Game) bool {
	at := slices.Index(l.Words, "to")
	if g.OldReading || at < 1 || at == len(l.Words)-1 || len(g.verbsWithPrefix(strings.ToLower(l.Words[0]))) > 0 {
		return false
	}
	activity := g.activityInSentence(l.Words[0])
	if activity == nil || activity.Stays || activity.Pace.Text == "" {
		return false
	}
	l.Verb, l.Words = verbMove, append(slices.Clone(l.Words[1:]), activity.Name)
	return true
}

// The verbs that move an actor to a destination, and that only change its pace.
const (
	verbMove = "move"
	verbDo   = "do"
)

// activityInSentence returns the activity that a word of a sentence names, such as rests and sleep; nil if there is none.
func (g *Game) activityInSentence(word string) *rules.Activity {
	all := g.Rules.Activities.All
	for _, ending := range []string{"", "s", "es"} {
		stem, found := strings.CutSuffix(strings.ToLower(word), ending)
		if !found || len(stem) < 3 {
			continue
		}
		if activity, err := PickEntry("activity", stem, all); err == nil {
			return activity
		}
		var shortest *rules.Activity // activity whose name begins those of all others with this stem
		for _, i := range MatchNames(stem, len(all), func(i int) (string, string) { return all[i].Names() }) {
			if shortest == nil || len(all[i].Name) < len(shortest.Name) {
				shortest = all[i]
			}
		}
		if shortest != nil {
			return shortest
		}
	}
	return nil
}

// readAttendance reads a sentence that says only that someone has come or gone, such as `kira is back` and `dov left`: names, and an alias
// of a verb that takes several actors. It reports whether the line has this form; if the alias has several verbs, it returns their refusal.
func (l *Line) readAttendance(g *Game) (bool, error) {
	names := slices.Clone(l.Words)
	if g.OldReading || l.second != nil || len(l.group) > 0 {
		return false, nil
	}
	if l.Who != "" {
		names = append([]string{l.Who}, names...)
	}
	for n := 1; n < len(names); n++ {
		says := slices.DeleteFunc(slices.Clone(names[n:]), func(word string) bool { return slices.Contains(sentenceWords, word) })
		found := EntriesWithAlias(g.Verbs.list, strings.Join(says, " "))
		found = slices.DeleteFunc(found, func(v *Verb) bool { return !v.TakesSeveral })
		who := strings.Join(names[:n], " ")
		if len(found) == 0 || !g.isGroup(names[:n]) && g.refuseAbsent(who) == nil {
			continue
		}
		if len(found) > 1 {
			lines := make([]string, len(found))
			for i, v := range found {
				lines[i] = "`" + v.Name + " " + who + "`"
			}
			return false, Refusal("“%s” can mean two things. Type %s.", strings.Join(l.Words, " "), message.JoinOr(lines))
		}
		l.Verb, l.Who, l.Words = found[0].Name, "", names[:n]
		return true, nil
	}
	return false, nil
}

// sentenceWords are words between an actor and an alias that add nothing to the sentence.
var sentenceWords = []string{"is", "are", "has", "have", "now", "again"}
