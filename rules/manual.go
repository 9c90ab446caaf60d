package rules

import (
	_ "embed"
	"sort"
	"strings"
)

// manual is the comment of this package: the manual of the YAML.
//
//go:embed doc.go
var manual string

// Chapter is a part of the manual.
type Chapter struct {
	Title string
	Parts []Part
}

// Part is a paragraph of the manual, or an example, which is YAML.
type Part struct {
	Text    string
	Example bool
}

// Manual is the manual of the YAML, for designers. What stands before the first heading is a chapter without a title.
func Manual() []Chapter {
	chapters := []Chapter{{}}
	var lines []string
	example := false
	flush := func() {
		if len(lines) > 0 {
			last := &chapters[len(chapters)-1]
			last.Parts = append(last.Parts, Part{strings.Join(lines, "\n"), example})
		}
		lines = nil
	}
	for _, line := range strings.Split(manual, "\n") {
		text, comment := strings.CutPrefix(line, "//")
		if !comment {
			break
		}
		text = strings.TrimPrefix(text, " ")
		code, indented := strings.CutPrefix(text, "\t")
		switch {
		case strings.HasPrefix(text, "# "):
			flush()
			chapters = append(chapters, Chapter{Title: text[2:]})
		case text == "":
			flush()
		default:
			if indented != example {
				flush()
			}
			example = indented
			lines = append(lines, code)
		}
	}
	flush()
	return chapters
}

// Place is where a formula may stand, and the names that it may use there.
type Place struct {
	Name  string // such as "checks"
	Where string // in a sentence
	Names []string
	at    place
}

// Places lists where formulas may stand in this game, and the names at each, those of the first place included in all
// but the second.
func (rs *Ruleset) Places() []Place {
	c := &compiler{rs: rs, bits: rs.bits, rulings: map[string]bool{}}
	c.vocabulary()
	check := rs.check
	all := Place{Name: "everywhere", Where: "Everywhere but in the formulas of statistics and the maxima of pools"}
	list := []Place{all, {Name: "stats", Where: "In statistics, of those before it; in pools", at: place{stats: len(rs.Stats.All) + 1}}}
	if check != nil {
		list = append(list,
			Place{Name: "checks", Where: "In the numbers of a check, here " + check.Name + ", from those before it", at: place{check: check, numbers: len(check.Numbers)}},
			Place{Name: "ladders", Where: "After the die: in results, ladders and what a step does with them", at: place{check: check, numbers: len(check.Numbers), results: len(check.Results), rolled: true}})
	}
	steps := &Sequence{steps: []*Step{{Head: Head{Name: "STEP"}, kind: stepCheck}, {Head: Head{Name: "ROLLED"}, kind: stepTable, table: &Table{}}, {Head: Head{Name: "SUM"}, kind: stepTally}}}
	list = append(list,
		Place{Name: "gives", Where: "In what situations, actions and tasks give", at: place{skill: true, action: true, asked: true}},
		Place{Name: "steps", Where: "In the steps of actions and sequences, by the names of the steps before: here STEP is a check, ROLLED a table, SUM a tally", at: place{seq: steps, steps: len(steps.steps), action: true, asked: true}},
		Place{Name: "conditions", Where: "In conditions", at: place{number: true}},
		Place{Name: "ranks", Where: "In the rules for ranks and skills learnt together", at: place{ranks: true, skill: true}},
		Place{Name: "skill", Where: "In the rules for what skills cost and are worth", at: place{skill: true, to: "to"}},
	)
	for i := range list {
		list[i].Names = tidied(c.names(list[i].at))
	}
	return list
}

// tidied sorts names, each once.
func tidied(names []string) []string {
	names = append([]string(nil), names...)
	sort.Strings(names)
	kept := names[:0]
	for i, name := range names {
		if i == 0 || name != names[i-1] {
			kept = append(kept, name)
		}
	}
	return kept
}

// Functions lists the tables that formulas may call.
func (rs *Ruleset) Functions() (names []string) {
	for _, table := range rs.Tables.All {
		if table.numeric && len(table.Texts) == 0 {
			names = append(names, table.Name)
		}
	}
	return names
}
