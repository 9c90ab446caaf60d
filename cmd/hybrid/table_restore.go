package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"hybrid/gm"
	"hybrid/rules"
)

// restoreCommand returns `hybrid session restore`, which lists the backups of the campaign's log or replaces the log with one of them. The
// log (a gm.Session on disk) holds everything that was played.
func restoreCommand(p *program) *cobra.Command {
	startsEmpty := false
	cmd := &cobra.Command{
		Use:   "restore [FILE]",
		Short: "List or restore backups of the campaign log",
		Long: "List the backups made at the start of each session and the files set aside since, with the newest session and the\n" +
			"number of entries in each. With a FILE, restore it. The current log is kept under a dated name, and the backup\n" +
			"stays, so both can be restored again. Of a damaged file, the readable part is restored.",
		Args: wantAtMost("FILE"),
		RunE: func(_ *cobra.Command, args []string) error {
			dir, err := p.stateDir()
			if err != nil {
				return err
			}
			path := gm.SessionPath(dir, p.campaign)
			if startsEmpty { // Open asks whether to continue a log of another folder; answering no starts an empty one
				s, _, err := gm.Open(p.campaign, gm.Options{Dir: dir, Ask: func(string) (bool, error) { return false, nil }})
				if err != nil {
					return err
				}
				p.tellNotices(s)
				return s.Close()
			}
			if len(args) == 0 {
				return listCopies(p, gm.ListCopies(path))
			}
			from := args[0]
			if _, err := os.Stat(from); err != nil {
				from = filepath.Join(dir, from)
			}
			aside, err := gm.Restore(path, from, time.Now())
			if err != nil {
				return err
			}
			w := p.textWriter()
			w.writeLine("%s is now the log of %s.", from, p.campaign.Label)
			if aside != "" {
				w.writeLine("The previous log is %s now.", aside)
			}
			return w.err
		},
	}
	cmd.Flags().BoolVar(&startsEmpty, "none", false, "an empty log, instead of the one from another folder of the same name")
	return cmd
}

// listCopies writes the backups of the campaign's log. If there are none, it returns a refusal or, with --json, writes an empty list.
func listCopies(p *program, list []gm.Copy) error {
	all := make([]object, len(list))
	for i, c := range list {
		all[i] = object{{"file", c.Path}, {"kind", c.Kind}, {"entries", c.Entries}, {"evening", c.Evening}, {"last", c.Last.Format(time.RFC3339)}}
	}
	if len(list) == 0 && !p.isReadByPrograms() {
		return &rules.Refusal{Text: fmt.Sprintf("No backup of %s yet. One is made at the start of each session.", p.campaign.Label)}
	}
	return p.write(report{facts: object{{"backups", all}}, text: func(w *textWriter) { w.writeCopies(list) }})
}

// writeCopies writes a line for each backup in list, which must not be empty.
func (w *textWriter) writeCopies(list []gm.Copy) {
	var rows [][]cell
	for _, c := range list {
		last := ""
		if c.Entries > 0 {
			last = c.Last.Local().Format("2006-01-02 15:04")
		}
		rows = append(rows, []cell{{text: filepath.Base(c.Path)}, rightCell(fmt.Sprintf("session %d", c.Evening)), rightCell(countText(int(c.Entries), "entry", "entries")), {text: last, style: dim}})
	}
	w.writeTable(rows)
	w.writeLine("The backups are in %s. Restore one with `hybrid session restore FILE`.", filepath.Dir(list[0].Path))
}
