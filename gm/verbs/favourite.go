package verbs

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hybrid/gm/command"
	"hybrid/rules"
)

// `favourite`: prompt lines that are stored with an actor, so that a number key can enter them. A timeline (timeline.go) wraps a game and
// adds the methods for verbs in fights and scenes.

// maxFavourites is the maximum number of favourites of an actor, one for each number key.
const maxFavourites = 9

// parseDrop reads `drop 2` at the end of a line; ok is false for other words.
func parseDrop(words []string) (n int, ok bool) {
	if len(words) != 2 || words[0] != "drop" {
		return 0, false
	}
	n, err := strconv.Atoi(words[1])
	return n, err == nil
}

// editFavourite stores a favourite line of an actor, or deletes one: `favourite kira attack grell, all_out`, `favourite kira drop 2`. The
// line need not have a target.
func (g timeline) editFavourite(l *command.Line) (command.DecidedCommand, error) {
	a, rest, err := g.ParseSubject(l)
	if err != nil {
		return command.DecidedCommand{}, err
	}
	if len(rest) == 0 || strings.HasPrefix(rest[0], ",") {
		return command.DecidedCommand{}, command.Refusal("Enter a line: `favourite %s next`, or `favourite %s drop 1`.", a.Key, a.Key)
	}
	if n, dropping := parseDrop(rest); dropping {
		return g.dropFavourite(a, n)
	}
	text := strings.Join(append([]string{strings.Join(rest, " ")}, l.Options...), ", ")
	if inner, err := g.parseFavourite(text); err != nil {
		return command.DecidedCommand{}, err
	} else if inner.Verb == "favourite" {
		return command.DecidedCommand{}, command.Refusal("A favourite can't change favourites. Enter another line.")
	}
	if slices.Contains(a.Favourites, text) {
		return command.DecidedCommand{}, command.Refusal("%s already has this favourite, as %d.", a.Name, slices.Index(a.Favourites, text)+1)
	}
	if len(a.Favourites) >= maxFavourites {
		return command.DecidedCommand{}, command.Refusal("%s has %d favourites, the most possible. Drop one: `favourite %s drop 1`.", a.Name, maxFavourites, a.Key)
	}
	words := append(slices.Clone(a.Favourites), text)
	return titledDecision(fmt.Sprintf("%s has favourite %d: %s", a.Name, len(words), text), a.Key,
		rules.Event{Kind: rules.EventFavour, Who: a.Key, Words: words}), nil
}

// parseFavourite reads a favourite line. Only its verb must be valid now: its target and tool may be present only later.
func (g timeline) parseFavourite(text string) (command.Line, error) {
	verb, _, _ := strings.Cut(text, ",")
	l := command.Line{Words: strings.Fields(verb)}
	err := g.ReadVerb(&l)
	return l, err
}

// dropFavourite deletes favourite number n, from 1, of a.
func (g timeline) dropFavourite(a *rules.Actor, n int) (command.DecidedCommand, error) {
	if n < 1 || n > len(a.Favourites) {
		return command.DecidedCommand{}, command.Refusal("%s has %d favourites, so number %d can't be dropped.", a.Name, len(a.Favourites), n)
	}
	words := slices.Delete(slices.Clone(a.Favourites), n-1, n)
	return titledDecision(fmt.Sprintf("%s drops a favourite: %s", a.Name, a.Favourites[n-1]), a.Key,
		rules.Event{Kind: rules.EventFavour, Who: a.Key, Words: words}), nil
}
