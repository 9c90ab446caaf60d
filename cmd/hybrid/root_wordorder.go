package main

import (
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hybrid/rules"
	"hybrid/rules/collect"
)

// Command lines whose words are in the order of the prompt, the actor before the action, are reordered before cobra parses them: kira
// attack grell becomes attack kira grell.

// maxActionWords is the maximum number of words in an action's name that is typed with spaces, such as get up.
const maxActionWords = 3

// negativeTerm matches a number or dice with a minus, such as -1 or -1d4.
var negativeTerm = regexp.MustCompile(`^-[0-9d][0-9d%]*$`)

// moveActionFirst returns a command line with the action moved before its actor, if they are in the order of the prompt: kira attack grell,
// or odds kira attack grell. It reports whether it changed anything. Words that name a check, a task or an answer keep their place.
func (p *program) moveActionFirst(root *cobra.Command, args []string) ([]string, bool) {
	at := argumentIndices(root, args) // indices of the words that aren't flags
	if len(at) == 0 {
		return args, false
	}
	cmd := root
	if args[at[0]] == oddsName {
		cmd, at = subcommand(root, oddsName), at[1:]
	}
	if len(at) < 2 || cmd == nil || subcommand(cmd, args[at[0]]) != nil {
		return args, false
	}
	whoAt, firstAt := at[0], at[1]                        // indices of the actor and of the next word
	for n := min(maxActionWords, len(at)-1); n > 0; n-- { // are the n words after the actor an action?
		lastAt := at[n] // index of the last of these words
		if lastAt-firstAt != n-1 {
			continue // a flag is between them
		}
		name := strings.Join(args[firstAt:lastAt+1], "_")
		action := subcommand(cmd, name)
		if action == nil || cmd != root && p.namesPlainRoll(args[whoAt], args[firstAt:at[len(at)-1]+1]) {
			continue
		}
		reordered := slices.Concat(args[:whoAt], []string{action.Name(), args[whoAt]}, args[whoAt+1:firstAt], args[lastAt+1:])
		return reordered, true
	}
	return args, false
}

// keepMinuses returns a command line of `roll` in which a number with a minus is part of the dice, not a flag: roll 3d6 -1.
func keepMinuses(args []string) []string {
	if !slices.Contains(args, rollName) {
		return args
	}
	words := slices.Clone(args)
	for i := slices.Index(args, rollName) + 2; i < len(args); i++ { // from the second word of the dice on; the first can't be a minus term
		if negativeTerm.MatchString(args[i]) && !strings.HasPrefix(args[i-1], "--") {
			words[i] = "−" + args[i][1:]
		}
	}
	return words
}

// namesPlainRoll reports whether words name something for which `odds` needs no action: a skill, a statistic, a task, or an answer of the
// character who. It ignores flags and the words after them.
func (p *program) namesPlainRoll(who string, words []string) bool {
	if p.session == nil {
		return true
	}
	if at := slices.IndexFunc(words, func(word string) bool { return strings.HasPrefix(word, "-") }); at >= 0 {
		words = words[:at]
	}
	if p.session.Game().SetAbility(&rules.OngoingAction{}, strings.Join(words, " ")) == nil || isTask(p, words) {
		return true
	}
	s, err := p.sceneOf(who)
	if err != nil {
		return false // the action's command will report the wrong name
	}
	isAnswer, _ := addAnswerRoll(p, &subject{state: s, actor: s.Actors[0]}, words)
	return isAnswer
}

// oddsName is the name of the command whose subcommands are actions, too.
const oddsName = "odds"

// subcommand returns the subcommand of cmd with the given name, or nil if there is none.
func subcommand(cmd *cobra.Command, name string) *cobra.Command {
	return collect.First(cmd.Commands(), func(child *cobra.Command) bool { return child.Name() == name || child.HasAlias(name) })
}

// argumentIndices returns the indices in args of the words that are neither flags nor their values. The list ends before a flag that
// flagNamed doesn't find, such as one of a single action, since it isn't known whether that takes a value.
func argumentIndices(root *cobra.Command, args []string) (list []int) {
	for i := 0; i < len(args); i++ {
		name, isFlag := strings.CutPrefix(args[i], "--")
		if !isFlag {
			if strings.HasPrefix(args[i], "-") {
				return list
			}
			list = append(list, i)
			continue
		}
		name, _, hasValue := strings.Cut(name, "=")
		flag := flagNamed(root, name)
		if flag == nil {
			return list
		}
		if !hasValue && flag.NoOptDefVal == "" {
			i++
		}
	}
	return list
}

// flagNamed returns the flag with the given name that the whole program or `odds` has, or nil if there is none.
func flagNamed(root *cobra.Command, name string) *pflag.Flag {
	flags := []*pflag.FlagSet{root.PersistentFlags(), root.Flags()}
	if odds := subcommand(root, oddsName); odds != nil {
		flags = append(flags, odds.Flags())
	}
	for _, set := range flags {
		if flag := set.Lookup(name); flag != nil {
			return flag
		}
	}
	return nil
}
