package command

import (
	"reflect"
	"strings"

	"hybrid/rules"
	"hybrid/rules/message"
)

// reactionWord comes before the planned reaction in the words of a preset, behind a comma: `hanne shoots, then attack hanne`.
const reactionWord = "then "

// CutReaction cuts the words of a preset into its trigger and the line of the planned reaction, which is empty if none is.
func CutReaction(words string) (trigger, planned string) {
	trigger, planned, _ = strings.Cut(words, ", "+reactionWord)
	return trigger, planned
}

// reaction checks the line of a planned reaction and returns it with names as people read them, if it still means the same.
func (g *Game) reaction(a *rules.Actor, text string) (string, error) {
	read := func(text string) (d rules.Doing, err error) {
		l, err := g.Parse(a.Key + ": " + text)
		if err != nil {
			return d, err
		}
		if !l.IsPlayerAction() {
			return d, RefusalOf(message.NotA(text, "an action", "Name one after `then`"))
		}
		return g.doing(&l, a)
	}
	parsed, err := read(text)
	if err != nil {
		return "", err
	}
	for _, name := range [...]func(*rules.Actor) string{func(a *rules.Actor) string { return a.Short }, func(a *rules.Actor) string { return a.Name }} {
		words := strings.Fields(text)
		for i, word := range words {
			bare := strings.TrimSuffix(word, ",")
			if other, err := g.Actor(bare); err == nil && i > 0 {
				words[i] = name(other) + word[len(bare):]
			} else {
				words[i] = strings.ReplaceAll(word, "_", " ")
			}
		}
		plain := strings.Join(words, " ")
		if same, err := read(plain); err == nil && reflect.DeepEqual(parsed, same) {
			return plain, nil
		}
	}
	return text, nil
}
