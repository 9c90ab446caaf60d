package main

import (
	"errors"
	"fmt"
	"strings"

	"hybrid/rules"
	"hybrid/rules/source"
)

// Exit codes: a refused action is not a mistake in what was typed or written.
const (
	exitDone    = 0
	exitRefused = 1
	exitBad     = 2
)

// exitStatus is an error that has been reported already, as an exit code.
type exitStatus int

func (t exitStatus) Error() string { return fmt.Sprintf("exit %d", int(t)) }

// exitCode writes an error, one line for each mistake, and returns the exit code.
func (p *program) exitCode(err error) int {
	if err == nil {
		return exitDone
	}
	var code exitStatus
	if errors.As(err, &code) {
		return int(code)
	}
	var mistakes source.Mistakes
	if errors.As(err, &mistakes) {
		more := max(0, len(mistakes)-maxMistakes)
		fmt.Fprintln(p.stderr, mistakes[:len(mistakes)-more])
		if more > 0 {
			fmt.Fprintf(p.stderr, "… and %d more\n", more)
		}
		if p.trouble != nil && !p.chosen {
			p.noteMistakes()
		}
		return exitBad
	}
	fmt.Fprintln(p.stderr, "hybrid:", strings.ReplaceAll(err.Error(), "\n", " "))
	if p.campaign != nil && p.campaign.TablesLeftOut {
		p.note("the campaign's tables have mistakes and are ignored. Run `hybrid vet`, and fix them.")
	}
	var refused *rules.Refusal
	var need *rules.Need
	if errors.As(err, &refused) || errors.As(err, &need) {
		return exitRefused
	}
	return exitBad
}

// vetName is the command that shows what is wrong with a campaign.
const vetName = "vet"

// maxMistakes is how many mistakes a command lists that is not vet.
const maxMistakes = 20

// noteMistakes points to vet, as the campaign has mistakes.
func (p *program) noteMistakes() { p.note("the campaign has mistakes. Run `%s`.", p.vetLine()) }

// vetLine returns the command line that shows what is wrong with the campaign.
func (p *program) vetLine() string {
	if p.campaignName == "." {
		return "hybrid " + vetName
	}
	return "hybrid " + vetName + " " + p.campaignName
}

// note writes a note to stderr, beside the result.
func (p *program) note(format string, args ...any) {
	fmt.Fprintf(p.stderr, "note: "+format+"\n", args...)
}

// badInput turns a refusal to read what was typed into bad input.
func badInput(err error) error {
	if err == nil {
		return nil
	}
	return errors.New(err.Error())
}
