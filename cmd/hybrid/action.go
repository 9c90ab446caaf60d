package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"hybrid/gm/command"
	"hybrid/rules"
)

// addActionCommands makes a command of every action that somebody can declare. The program's own commands keep their names.
func addActionCommands(p *program, root *cobra.Command) {
	rs := p.campaign.Rules
	root.AddGroup(&cobra.Group{ID: groupActions, Title: "Actions of " + rs.Pack.Label + ", from first die to last consequence:"})
	own := map[string]bool{}
	for _, cmd := range root.Commands() {
		own[cmd.Name()] = true
	}
	for _, action := range rs.Actions.All {
		if byName(rs, action) && !own[action.Name] {
			root.AddCommand(grouped(groupActions, p.actionCommand(action))...)
		}
	}
}

// byName tells whether an action is declared by its name: it is no answer, and not what a bare check of a skill is.
func byName(rs *rules.Ruleset, action *rules.Action) bool {
	return action.Answers == "" && action.Name != rs.Pack.Use
}

func (p *program) actionCommand(action *rules.Action) *cobra.Command {
	names := []string{"WHO"}
	if action.Whom {
		names = append(names, "WHOM")
	}
	cmd := &cobra.Command{
		Use: action.Name + " " + strings.Join(names, " "), Short: action.Label, Args: takes(names...),
		ValidArgsFunction: p.whoThen(len(names), nil),
	}
	if action.Text != "" {
		cmd.Short += ": " + action.Text
	}
	if dashed := strings.ReplaceAll(action.Name, "_", "-"); dashed != action.Name {
		cmd.Aliases = []string{dashed}
	}
	p.actionFlags(cmd, action)
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return p.act(cmd, action, args) }
	return cmd
}

func (p *program) actionFlags(cmd *cobra.Command, action *rules.Action) {
	flags := cmd.Flags()
	if len(action.With) > 0 {
		flags.String("weapon", "", "what it is done with, an `item` that is carried (default what is in hand)")
		flags.String("with", "", "the same as --weapon, an `item`")
	}
	numberFlag(flags, "points", "speed points spent on it, a `number`")
	if action.Whom {
		flags.StringArray("answer", nil, "how the other one answers, as `NAME` or NAME with ITEM (repeatable, in the order asked)")
		for _, answer := range p.campaign.Rules.Actions.All {
			if answer.Answers != "" && free(flags, answer.Flag) {
				flags.Bool(answer.Flag, false, "the other one answers: "+lowered(answer.Label))
			}
		}
	}
	if action.Ask != nil && action.Ask.Words {
		flags.String("words", "", action.Ask.What+", in `words`")
	}
	p.rollFlags(cmd)
	if ask := action.Ask; ask != nil && !ask.Words {
		name := ask.Flag
		if !free(flags, name) {
			name = askedName
		}
		numberFlag(flags, name, ask.Wanted()+", a `number`")
	}
}

// declared is an action as the command line says it, before anything is rolled.
type declared struct {
	state   *rules.State
	wants   rules.Doing
	answers []string
	cast    rules.ActionPreview
}

// declare reads what somebody is to do, and whether it can be done.
func (p *program) declare(cmd *cobra.Command, action *rules.Action, args []string) (*declared, error) {
	s, err := p.scene(args...)
	if err != nil {
		return nil, err
	}
	e := &declared{state: s, wants: rules.Doing{Action: action.Name}}
	if action.Whom {
		e.wants.Whom = s.Actors[1].Key
	}
	if err := p.actionDoing(cmd, action, s, &e.wants); err != nil {
		return nil, err
	}
	if action.Whom {
		if e.answers, err = p.answers(cmd); err != nil {
			return nil, err
		}
	}
	if e.cast, err = p.campaign.Rules.Preview(s, s.Actors[0].Key, e.wants, nil); err != nil {
		return nil, err
	}
	if e.wants.Points > e.cast.Points {
		return nil, &rules.Refusal{Text: fmt.Sprintf("%s has %s points to spend on this", s.Actors[0].Name, command.Number(e.cast.Points))}
	}
	return e, nil
}

// act carries an action out at once and writes what came of it.
func (p *program) act(cmd *cobra.Command, action *rules.Action, args []string) error {
	e, err := p.declare(cmd, action, args)
	if err != nil {
		return err
	}
	actors := e.state.Actors
	decision, err := p.perform(e.state, actors[0].Key, e.wants, e.answers)
	if err != nil {
		return err
	}
	done := &deed{program: p, state: e.state, actor: actors[0], target: actors[len(actors)-1], cast: &e.cast, doing: &e.wants, decision: &decision, brief: fleeting(decision.Events)}
	if p.flags.json {
		return p.writeJSON(done.json())
	}
	return done.write(p.paper())
}

func (p *program) actionDoing(cmd *cobra.Command, action *rules.Action, s *rules.State, d *rules.Doing) error {
	flags := cmd.Flags()
	for _, name := range []string{"weapon", "with"} {
		if !flags.Changed(name) {
			continue
		}
		text, err := flags.GetString(name)
		if err != nil {
			return err
		}
		item, err := p.session.Item(s.Actors[0], text)
		if err != nil {
			return mistyped(err)
		}
		d.Tool = item.Name
	}
	if action.Ask != nil && action.Ask.Words {
		d.Words, _ = flags.GetString("words")
	}
	if ask := action.Ask; ask != nil && !ask.Words {
		name := ask.Flag
		if flags.Lookup(askedName) != nil {
			name = askedName
		}
		if d.Asked, _ = flags.GetFloat64(name); !flags.Changed(name) && action.Missing() != nil {
			return fmt.Errorf("%w: --%s", action.Missing(), name)
		}
	}
	return p.doing(cmd, d)
}
