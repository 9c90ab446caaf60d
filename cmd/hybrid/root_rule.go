package main

import (
	"cmp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"hybrid/gm/command"
	"hybrid/gm/verbs"
	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/message"
	"hybrid/rules/rulebook"
)

// `hybrid rule`: finds rules of the game by words, and shows their numbers, their source, and the combatants to whom they apply now. A rule
// (rulebook.Rule) is an entry of the game with its text, such as a condition or an action. player_rulelist.go lists the rules of a kind.

// maxRules is the maximum number of rules that are written in full by default; the others are only named.
const maxRules = 8

// ruleCommand returns the command `rule`.
func ruleCommand(p *program) *cobra.Command {
	var all bool
	guide := cmp.Or(p.campaign.Rules.Pack.Guide, "the guide")
	cmd := &cobra.Command{
		Use:   "rule WORD…",
		Short: "Look up a rule",
		Long: "Look up a rule by a word, by a place in " + guide + ", or by a ruling such as R1. Names come first, then\n" +
			"rules that mention the word. Each shows its numbers with all layers and rulings, its source in " + guide + "\n" +
			"and in the YAML, and the combatants that it concerns now.\n\n" +
			"The name of a section lists all of it: situations are the modifiers of a roll, conditions are status effects.",
		Example: "  hybrid rule {condition}\n  hybrid rule situations\n  hybrid rule conditions {condition}\n  hybrid rule {guide}\n  hybrid rule {skill} --all",
		Args:    wantArgs("WORD…"),
		RunE: func(cmd *cobra.Command, args []string) error {
			text := strings.Join(args, " ")
			book := rulebook.List(p.campaign.Rules)
			if kind := kindOfRules(book, args[0]); kind != "" {
				return listRules(p, book, kind, strings.Join(args[1:], " "))
			}
			list, correction := rulebook.Find(book, text)
			isVerb := func(v *command.Verb) bool { return v.Name == text || v.HasAlias(text) }
			// a command of the prompt takes precedence over a rule with a similarly spelt name
			if verb, found := collect.Find(verbs.Table.All(), isVerb); found && (correction != "" || len(list) == 0) {
				if list, correction = rulebook.Find(book, verb.Name); len(list) == 0 || correction != "" {
					return &rules.Refusal{Text: "No rule about “" + text + "”. At the prompt it is `" + verb.Name + "`: read `hybrid help prompt`."}
				}
				correction = verb.Name
			}
			isPartial := len(list) == 0
			if isPartial {
				list = rulebook.FindAnyWord(book, text)
			}
			if len(list) == 0 {
				return &rules.Refusal{Text: "No rule about “" + text + "”." + ruleHint(p, cmd.Root(), book, text)}
			}
			concerned := p.concernedFinder()
			return p.write(report{facts: rulesJSON(list, concerned), text: func(w *textWriter) {
				if isPartial {
					p.writeNote("No rule has all of these words. These have some.")
				} else if correction != "" {
					p.writeNote("No rule named %s. This is %s.", text, correction)
				}
				w.writeRules(list, all, concerned)
			}})
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) (names []string, _ cobra.ShellCompDirective) {
			if len(args) == 0 {
				names = kindPlurals(rulebook.List(p.campaign.Rules))
			}
			for _, rule := range rulebook.List(p.campaign.Rules) {
				if len(args) > 0 && pluralOfKind(rule.Kind) != args[0] {
					continue
				}
				names = append(names, rule.Head.Name)
				if src := rule.Head.Src; rule.Kind == "ruling" && src != "" && !strings.Contains(src, " ") {
					names = append(names, src+"\t"+rule.Head.Label)
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
	}
	cmd.Flags().BoolVar(&all, "all", false, "all rules in full, not only the first ones")
	return cmd
}

// ruleHint returns a suggestion for words that match no rule, after a space: a page of help, the most similar name, or a command that lists
// names.
func ruleHint(p *program, root *cobra.Command, book []rulebook.Rule, text string) string {
	query := strings.ToLower(text)
	if list := p.indexHelp(root).find(query); len(list) > 0 && list[0].named { // the words are the name of the best match
		return " Read `hybrid help " + list[0].name + "`."
	}
	var names []string
	for i := range book {
		names = append(append(names, strings.ToLower(book[i].Head.Label)), book[i].Head.Also...)
	}
	slices.Sort(names)
	if near := message.NearestWord(query, names); message.IsMisspelling(query, near) {
		return " Did you mean “" + near + "”?"
	}
	if strings.Trim(query, "0123456789") == "r" {
		return " `hybrid show rulings` lists the rulings."
	}
	return " `hybrid show` lists all names."
}

// writeRules writes the first maxRules rules in list, or all if all is set, and names the others. concerned returns the names of the
// combatants to whom a rule applies now.
func (w *textWriter) writeRules(list []rulebook.Rule, all bool, concerned func(*rulebook.Rule) []string) {
	count := len(list)
	if !all {
		count = min(count, maxRules)
	}
	for i := range list[:count] {
		r := &list[i]
		if i > 0 {
			w.writeLine("")
		}
		place := fileLine(r.Head.Where())
		if r.Head.Src != "" {
			place = r.Head.Src + "  " + place
		}
		w.writeLine("%s, %s  %s", w.paintText(bold, r.Head.Label), r.Kind, w.paintText(dim, place))
		if r.Text != "" {
			w.writeIndented("  ", r.Text)
		}
		for _, fact := range r.Facts {
			w.writeIndented("  ", fact)
		}
		if names := concerned(r); len(names) > 0 {
			w.writeIndented("  ", "now: "+strings.Join(names, ", "))
		}
	}
	if count < len(list) {
		var names []string
		for i := range list[count:] {
			r := &list[count+i]
			names = append(names, r.Head.Label+" ("+r.Kind+")")
		}
		w.writeLine("")
		w.writeIndented("", "also: "+strings.Join(names, ", ")+"; --all writes them in full")
	}
}
