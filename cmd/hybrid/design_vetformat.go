package main

import (
	"net/url"
	"path/filepath"

	"hybrid/rules/source"
)

// sarifObject returns mistakes and warnings in the Static Analysis Results Interchange Format (SARIF) 2.1.0, which code hosts read. In its
// terms, a code of mistakes is a rule, and a mistake is a result.
func sarifObject(mistakes, warnings source.Mistakes) object {
	level := func(warning bool) string {
		if warning {
			return "warning"
		}
		return "error"
	}
	var codes, results []object
	for _, meaning := range source.Codes() {
		codes = append(codes, object{
			{"id", string(meaning.Code)},
			{"fullDescription", object{{"text", meaning.Text}}},
			{"defaultConfiguration", object{{"level", level(meaning.Warning)}}},
		})
	}
	results = []object{}
	for _, m := range append(append(source.Mistakes{}, mistakes...), warnings...) {
		result := object{{"ruleId", string(m.Code)}, {"level", level(m.Warning)}, {"message", object{{"text", m.Text}}}}
		if m.Pos.File != "" {
			place := object{{"artifactLocation", object{{"uri", (&url.URL{Path: filepath.ToSlash(m.Pos.File)}).EscapedPath()}}}}
			if m.Pos.Line > 0 {
				place.setKey("region", object{{"startLine", m.Pos.Line}, {"startColumn", max(1, m.Pos.Col)}})
			}
			result.setKey("locations", []object{{{"physicalLocation", place}}})
		}
		results = append(results, result)
	}
	driver := object{{"name", "hybrid"}, {"version", versionLine()}, {"rules", codes}}
	return object{
		{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
		{"version", "2.1.0"},
		{"runs", []object{{{"tool", object{{"driver", driver}}}, {"columnKind", "unicodeCodePoints"}, {"results", results}}}},
	}
}
