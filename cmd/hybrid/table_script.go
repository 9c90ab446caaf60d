package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"hybrid/gm"
	"hybrid/gm/command"
	"hybrid/rules/message"
)

// `hybrid script`: lines of the prompt from a file, carried out without a dashboard.

// scriptCommand returns the command `script`.
func scriptCommand(p *program) *cobra.Command {
	return &cobra.Command{
		Use:   "script FILE",
		Short: "Run prompt lines from a file",
		Long: "Run prompt lines from a file and print the log; - reads them from standard input. The session is kept in memory, or\n" +
			"in the folder of --state. The first line that is refused stops the script. Empty lines and lines that begin with #\n" +
			"are skipped.",
		Args: wantArgs("FILE"),
		RunE: func(_ *cobra.Command, args []string) error {
			name, text, err := readScript(p, args[0])
			if err != nil {
				return err
			}
			meter := newProgress(p.stderr)
			s, err := p.openSession(p.flags.state, meter)
			meter.restartWait()
			if err != nil {
				return err
			}
			defer meter.stopShowing()
			defer s.Close()
			err = runScript(p, s, name, text)
			p.tellNotices(s)
			return err
		},
	}
}

// readScript reads the script in the file with the given name, or from standard input for “-”. source is its name in messages.
func readScript(p *program, name string) (source, text string, err error) {
	if name == "-" {
		data, err := io.ReadAll(p.stdin)
		return "standard input", string(data), err
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return name, "", message.Unreadable(name, err)
	}
	return name, string(data), nil
}

// runScript runs the lines of a script in session s and writes the result of each. text is the script, and name its name in messages. It
// stops at the first line that fails.
func runScript(p *program, s *gm.Session, name, text string) error {
	w := p.textWriter()
	lines := bufio.NewScanner(strings.NewReader(text))
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		before := s.State()
		entry, err := s.Do(command.Command{Line: line})
		if err != nil {
			return fmt.Errorf("%s:%d: %w", name, n, withAnswerHint(err))
		}
		if err := writeEntry(p, w, s, &entry, before); err != nil {
			return err
		}
	}
	return lines.Err()
}
