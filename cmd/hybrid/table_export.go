package main

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"hybrid/gm"
	"hybrid/gm/export"
	"hybrid/rules/collect"
)

// exportCommand returns `hybrid session export`, which writes past sessions as a document for players or for the game master. In the code,
// an evening is what users call a session.
func exportCommand(p *program) *cobra.Command {
	var format, audience string
	var number int64
	cmd := &cobra.Command{
		Use:   "export [FILE]",
		Short: "Export a session as Markdown, HTML or JSON",
		Long: "Export sessions to a file, or to standard output. The name of the file gives the format (.md, .html, .jsonl); the\n" +
			"default is Markdown. The players' version has only what their characters know. The game master's has everything.",
		Args: wantAtMost("FILE"),
	}
	cmd.Flags().StringVar(&format, "format", "", "`format`: markdown, html or jsonl (default from the file's name)")
	cmd.Flags().StringVar(&audience, "for", string(export.Players), "`audience`: players or gm")
	cmd.Flags().Int64Var(&number, "evening", 0, "`number` of the session (default all)")
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(toStrings(export.Formats()), cobra.ShellCompDirectiveNoFileComp))
	_ = cmd.RegisterFlagCompletionFunc("for", cobra.FixedCompletions(toStrings(export.Audiences()), cobra.ShellCompDirectiveNoFileComp))
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		file := strings.Join(args, "")
		if format == "" {
			format = formatOf(file)
		}
		return p.withPastSession(func(s *gm.Session) error {
			if number != 0 {
				if _, err := eveningByNumber(s, []string{fmt.Sprint(number)}); err != nil {
					return err
				}
			}
			write := func(to io.Writer) error {
				return export.Write(to, s, export.Format(format), export.Audience(audience), number)
			}
			if file != "" {
				return writeInPlace(file, func(to io.Writer) error { return write(&visibleWriter{out: to}) })
			}
			if terminalOf(p.stdout) == nil {
				return write(p.stdout)
			}
			var out bytes.Buffer // buffered, since the progress is shown on the same terminal
			if err := write(&out); err != nil {
				return err
			}
			_, err := p.stdout.Write(out.Bytes())
			return err
		})
	}
	return cmd
}

// toStrings converts a list of a text type to strings.
func toStrings[T ~string](list []T) []string {
	return collect.Map(list, func(text T) string { return string(text) })
}

// formatOf returns the export format for the extension of a file's name. An unknown extension is returned unchanged; export.Write then
// refuses it.
func formatOf(file string) string {
	switch ext := strings.ToLower(filepath.Ext(file)); ext {
	case ".html", ".htm":
		return string(export.HTML)
	case ".jsonl", ".json", ".ndjson":
		return string(export.JSONLines)
	case "", ".md", ".markdown", ".txt":
		return string(export.Markdown)
	default:
		return ext
	}
}
