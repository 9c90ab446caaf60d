package main

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// writeManPage writes the help of every command that isn't hidden as a man page, in roff, the formatting language of man pages.
func writeManPage(out io.Writer, root *cobra.Command) error {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH HYBRID 6 \"\" \"hybrid %s\" \"Games\"\n.SH NAME\nhybrid \\- %s\n.SH SYNOPSIS\n.B hybrid\n[\\fICOMMAND\\fR] [\\fIARGUMENT\\fR ...] [\\fIFLAG\\fR ...]\n.SH DESCRIPTION\n%s\n",
		escapeRoff(versionLine()), escapeRoff(lowerFirstLetter(root.Short)), escapeRoff(root.Long))
	writeManFlags(&b, "OPTIONS OF EVERY COMMAND", root.PersistentFlags())
	b.WriteString(".SH COMMANDS\n")
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		for _, sub := range cmd.Commands() {
			if sub.Hidden {
				continue
			}
			if sub.Runnable() {
				writeManCommand(&b, sub)
			}
			walk(sub)
		}
	}
	walk(root)
	b.WriteString(".SH SEE ALSO\n.B hybrid help manual\nexplains the YAML of a campaign, section by section.\n")
	_, err := io.WriteString(out, b.String())
	return err
}

// writeManCommand writes the section about a command.
func writeManCommand(b *strings.Builder, cmd *cobra.Command) {
	text := cmp.Or(cmd.Long, cmd.Short+".")
	fmt.Fprintf(b, ".SS %s\n%s\n", escapeRoff(cmd.UseLine()), escapeRoff(text))
	writeManFlags(b, "", cmd.LocalNonPersistentFlags())
	if cmd.Example != "" {
		fmt.Fprintf(b, ".PP\n.nf\n%s\n.fi\n", escapeRoff(cmd.Example))
	}
}

// writeManFlags writes flags, each with the name of its value, below a heading. If heading is "", it writes no heading.
func writeManFlags(b *strings.Builder, heading string, flags *pflag.FlagSet) {
	if heading != "" {
		fmt.Fprintf(b, ".SH %s\n", heading)
	}
	flags.VisitAll(func(flag *pflag.Flag) {
		if flag.Hidden {
			return
		}
		name, usage := pflag.UnquoteUsage(flag)
		fmt.Fprintf(b, ".TP\n\\fB%s\\fR \\fI%s\\fR\n%s\n", escapeRoff("--"+flag.Name), escapeRoff(name), escapeRoff(usage))
	})
}

// escapeRoff escapes a text for roff, so that none of its lines is a roff command.
func escapeRoff(text string) string {
	text = strings.NewReplacer("\\", "\\e", "-", "\\-", "`", "\\(ga", "'", "\\(aq").Replace(text)
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") {
			lines[i] = "\\&" + line
		}
	}
	return strings.Join(lines, "\n")
}

// lowerFirstLetter returns text with its first letter, which must be ASCII, in lower case.
func lowerFirstLetter(text string) string { return strings.ToLower(text[:1]) + text[1:] }
