package main

import (
	"strings"

	"github.com/spf13/cobra"
)

func taskCommand(p *program) *cobra.Command {
	cmd := &cobra.Command{
		Use: "task WHO TASK…", Short: "Roll a task: it knows its skills, how hard it is, and what each degree means",
		Args: wantArgs("WHO", "TASK…"), ValidArgsFunction: p.completeWho(1, p.taskCompletions),
	}
	p.rollFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		s, err := p.present(args[0])
		if err != nil {
			return err
		}
		task, err := p.session.Game().Task(strings.Join(args[1:], " "))
		if err != nil {
			return badInput(err)
		}
		on := &subject{state: s, actor: s.Actors[0], label: task.Label}
		on.doing.Task = task.Name
		if err := p.readOptions(cmd, &on.doing); err != nil {
			return err
		}
		return rollCheck(p, on)
	}
	return cmd
}
