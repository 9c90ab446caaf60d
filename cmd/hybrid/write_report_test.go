package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestOneReport holds that only program.write, and what stands beside it, knows how results are written. The files named here
// refuse a flag, set one, or write a schema.
func TestOneReport(t *testing.T) {
	knows := regexp.MustCompile(`flags\.(json|csv)\b|\.writeJSON\(|\.writeCSV\(`)
	allowed := []string{"write_report.go", "write_csv.go", "write_json.go", "root.go", "table_follow.go", "player_sheet.go", "design_schema.go", "design_simulate.go", "design_vetfix.go"}
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) < 50 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	found := 0
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(text), "\n") {
			if knows.MatchString(line) {
				found++
				if !slices.Contains(allowed, name) {
					t.Errorf("%s:%d knows the form of the output; return a report instead: %s", name, i+1, strings.TrimSpace(line))
				}
			}
		}
	}
	if found < 5 {
		t.Errorf("only %d lines found that know the form of the output; does the test still look?", found)
	}
}
