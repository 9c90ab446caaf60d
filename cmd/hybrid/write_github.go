package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"hybrid/rules/collect"
	"hybrid/rules/source"
)

// githubLine returns a mistake as a workflow command of GitHub Actions, which then shows it next to the line of the file.
func githubLine(m source.Mistake) string {
	level := collect.Choose(m.Warning, "warning", "error")
	place := ""
	if m.Pos.File != "" {
		place = "file=" + githubValue(filepath.ToSlash(m.Pos.File)) + ","
	}
	if m.Pos.Line > 0 {
		place += fmt.Sprintf("line=%d,col=%d,", m.Pos.Line, m.Pos.Col)
	}
	return "::" + level + " " + place + "title=" + githubValue(string(m.Code)) + "::" + githubText(m.Text)
}

// githubText escapes text for the message of a workflow command.
func githubText(text string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(text)
}

// githubValue escapes text for the value of a property of a workflow command.
func githubValue(text string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(githubText(text))
}
