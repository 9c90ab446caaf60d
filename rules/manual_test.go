package rules

import (
	"slices"
	"strings"
	"testing"

	"hybrid/rules/source"
)

// Every example of the manual loads as a layer over the game.
func TestManualExamples(t *testing.T) {
	n := 0
	for _, chapter := range Manual() {
		for _, part := range chapter.Parts {
			if !part.Example {
				continue
			}
			n++
			layer := Layer{Name: "example", Files: []source.File{{Name: chapter.Title, Data: []byte(part.Text)}}}
			if _, err := loadPack(nil, layer); err != nil {
				t.Errorf("%v\n%s", err, part.Text)
			}
		}
	}
	if n < 2 {
		t.Errorf("%d examples", n)
	}
}

// The manual has a paragraph for every section that a file may hold.
func TestManualHasEverySection(t *testing.T) {
	var all strings.Builder
	for _, chapter := range Manual() {
		for _, part := range chapter.Parts {
			all.WriteString("\n\n" + strings.ToLower(part.Text))
		}
	}
	for _, key := range []string{"pack ", "rulings ", "tags ", "modifiers ", "stats ", "numbers", "tables ", "checks ", "skill ", "situations ", "conditions ", "activities ", "items ", "actions ", "sequences ", "order ", "tasks ", "generation "} {
		if !strings.Contains(all.String(), "\n\n"+key) {
			t.Errorf("no paragraph begins with %s", key)
		}
	}
}

// What the manual lists for a place, a formula may use there.
func TestPlacesAreTrue(t *testing.T) {
	rs := hybridPack(t)
	for _, place := range rs.Places() {
		c := &compiler{rs: rs, report: &source.Report{}, bits: map[string]int{}, rulings: map[string]bool{}}
		c.vocabulary()
		if len(place.Names) < 10 {
			t.Errorf("%s: only %v", place.Name, place.Names)
		}
		for _, name := range place.Names {
			if strings.HasPrefix(name, "tag.") || slices.Index(rs.Functions(), name) >= 0 {
				continue // one bit each; a function is called
			}
			if _, ok := c.name(place.at, name); !ok {
				t.Errorf("%s: %s is listed and cannot be used", place.Name, name)
			}
		}
	}
}
