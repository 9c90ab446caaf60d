package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"hybrid/rules/source"
)

// githubLine returns a mistake as a command of GitHub Actions, which shows it beside the line of the file.
func githubLine(m source.Mistake) string {
	level := "error"
	if m.Warning {
		level = "warning"
	}
	place := ""
	if m.Pos.File != "" {
		place = "file=" + githubValue(filepath.ToSlash(m.Pos.File)) + ","
	}
	if m.Pos.Line > 0 {
		place += fmt.Sprintf("line=%d,col=%d,", m.Pos.Line, m.Pos.Col)
	}
	return "::" + level + " " + place + "title=" + githubValue(string(m.Code)) + "::" + githubText(m.Text)
}

// githubText escapes the message of a command of GitHub Actions.
func githubText(text string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(text)
}

// githubValue escapes the value of a property of such a command.
func githubValue(text string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(githubText(text))
}

// sarif returns mistakes in the Static Analysis Results Interchange Format 2.1.0, as code hosts read them.
func sarif(mistakes, warnings source.Mistakes) object {
	level := func(warning bool) string {
		if warning {
			return "warning"
		}
		return "error"
	}
	var kinds, results []object
	for _, meaning := range source.Codes() {
		kinds = append(kinds, object{
			{"id", string(meaning.Code)},
			{"fullDescription", object{{"text", meaning.Text}}},
			{"defaultConfiguration", object{{"level", level(meaning.Warning)}}},
		})
	}
	results = []object{}
	for _, m := range append(append(source.Mistakes{}, mistakes...), warnings...) {
		result := object{{"ruleId", string(m.Code)}, {"level", level(m.Warning)}, {"message", object{{"text", m.Text}}}}
		if m.Pos.File != "" {
			place := object{{"artifactLocation", object{{"uri", filepath.ToSlash(m.Pos.File)}}}}
			if m.Pos.Line > 0 {
				place.set("region", object{{"startLine", m.Pos.Line}, {"startColumn", max(1, m.Pos.Col)}})
			}
			result.set("locations", []object{{{"physicalLocation", place}}})
		}
		results = append(results, result)
	}
	driver := object{{"name", "hybrid"}, {"version", version()}, {"rules", kinds}}
	return object{
		{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
		{"version", "2.1.0"},
		{"runs", []object{{{"tool", object{{"driver", driver}}}, {"columnKind", "unicodeCodePoints"}, {"results", results}}}},
	}
}
