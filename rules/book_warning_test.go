package rules

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"hybrid/rules/source"
)

// hybridLayer is the shipped pack as files.
func hybridLayer(t testing.TB) Layer {
	t.Helper()
	paths, err := filepath.Glob("../tables/hybrid/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	layer := Layer{Name: "hybrid"}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		layer.Files = append(layer.Files, source.File{Name: path, Data: data})
	}
	return layer
}

// vetWith gives the warnings about the game with a layer over it, one on each line.
func vetWith(t *testing.T, yaml string) string {
	t.Helper()
	layers := []Layer{hybridLayer(t)}
	if yaml != "" {
		layers = append(layers, Layer{Name: "own", Files: []source.File{{Name: "own.yaml", Data: []byte(yaml)}}})
	}
	_, warnings, err := Vet(layers, nil)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	places := regexp.MustCompile(`(hybrid/[a-z]+\.yaml):[0-9:]+`) // lines of the pack move
	for _, w := range warnings {
		if !w.Warning {
			t.Errorf("%s is no warning", w)
		}
		lines = append(lines, places.ReplaceAllString(w.Error(), "$1")+" ["+string(w.Code)+"]")
	}
	return strings.Join(lines, "\n")
}

func TestNoWarningAboutTheGame(t *testing.T) {
	if got := vetWith(t, ""); got != "" {
		t.Error(got)
	}
}

func TestWarnings(t *testing.T) {
	sequential(t)
	for name, row := range map[string]struct{ yaml, want string }{
		"a group that nothing reads as health":             {"conditions:\n  grazed: {group: cuts, bad: true}\n  gashed: {group: cuts, bad: true}\n", "own.yaml:2:3: grazed and gashed of group cuts look unhurt. Add `health: 1/2` where it hurts, or `health: 1` where it does not. [unread]"},
		"a group that says it is no harm":                  {"conditions:\n  grazed: {group: cuts, bad: true, health: 1}\n  gashed: {group: cuts, bad: true}\n", ""},
		"found by a word, and not referred to":             {"tags: {gloom: dark of mind}\nskills: {sword: {also: [gloom]}}", "own.yaml:1:8: Nothing refers to gloom of tags. [unused]"},
		"said only within a roll, by a word of its own":    {"situations: {drum: {for: [offence], when: tag.shot, give: {df: -3}}}", "own.yaml:1:43: drum can never be declared: shot exists only within a roll. Change its `when`. [unused]"},
		"said only within a roll, by what a step is about": {"situations: {drum: {when: tag.targeted and tag.melee, give: {df: -3}}}", "own.yaml:1:27: drum can never be declared: targeted exists only within a roll. Change its `when`. [unused]"},
		"said of the scene, for what a step is about":      {"situations: {drum: {scene: true, for: [knockback], when: tag.knockback, give: {df: -3}}}", ""},
		"said of what is declared, too":                    {"situations: {drum: {for: [offence, knockback], when: tag.targeted or tag.missile, give: {df: -3}}}", ""},
		"held by itself within a roll":                     {"situations: {drum: {holds: tag.targeted and is.prone, give: {df: -3}}}", ""},
		"an action for what a step is about":               {"actions: {feint: {when: tag.shot}}", "own.yaml:1:25: Action feint is never possible: shot exists only within a roll. Change its `when`. [unused]"},
		"sides that no row has": {
			`tables: {gust: {roll: d6, sides: {near: odd, far: even}, rows: {weak: {roll: 1-3}, strong: {roll: 4-6}}}}
actions: {blow: {counts: 1, steps: {wind: {table: gust}}, tags: [mental]}}`,
			"own.yaml:1:35: No row of table gust is paired, so its sides are never used. Pair a row, or remove the sides. [unused]"},
		"a paired row without sides": {
			`tables: {gust: {roll: d6, rows: {weak: {roll: 1-3}, strong: {roll: 4-6, paired: true}}}}
actions: {blow: {counts: 1, steps: {wind: {table: gust}}, tags: [mental]}}`,
			"own.yaml:1:53: Row strong is paired, but table gust has no sides. Write, for example, `sides: {left: odd, right: even}`. [unused]"},
		"same value":           {"degrees: {amazing_success: {factor: 3}}", "own.yaml:1:29: degrees.amazing_success.factor repeats ../tables/hybrid/checks.yaml. Remove it. [same-as-below]"},
		"unused tag":           {"tags: {moonlit: under the moon}", "own.yaml:1:8: Nothing refers to moonlit of tags. [unused]"},
		"a number on sheets":   {"numbers: {brightness: {any: {label: Glow, add: 3}, sheet: true}}", ""},
		"a number for nothing": {"numbers: {brightness: {any: {label: Glow, add: 3}}}", "own.yaml:1:11: Nothing refers to brightness of numbers. [unused]"},
		"used tag":             {"tags: {moonlit: under the moon}\nsituations: {moon: {for: [moonlit]}}", ""},
		"unused sequence":      {"sequences: {nap: {steps: {a: {stop: true}}}}", "own.yaml:1:13: Nothing refers to nap of sequences. [unused]"},
		"case after else":      {"conditions: {prone: {give: {df: {else: -1, mental: -2}}}}", ""},
		"a degree that no task knows": {"degrees: {graze: {factor: 0.5, after: plain_success}}\nladders: {bands: {steps: {graze: {when: made and roll > chance - 5, after: solid_success}}}}",
			"../tables/hybrid/perception.yaml Table perception_result has no row graze, but see can reach that degree. Add the row. [no-row]\n" +
				"own.yaml:1:11: 85 tasks have no result for graze or a milder degree. They use the result of plain_success. [no-result]"},
		"step behind otherwise": {"degrees: {x: {factor: 0}}\nladders: {bands: {steps: {x: otherwise}}}",
			"own.yaml:2:27: No roll reaches x: the step before it is `otherwise`. Put that one last. [unreachable]"},
		"step nobody reaches": {"ladders: {bands: {steps: {amazing_success: made and roll > 500}}}",
			"own.yaml:1:27: No roll of check percent results in amazing_success, at no chance from 1 to 200. [unreachable]"},
		"kind of damage no armour knows": {"tags: {acid: eats}\nitems: {flask: {skill: throwing, damage: 2d6, counts: 8, tags: [physical, thrown, acid]}, jar: {skill: throwing, damage: 1d6, counts: 8, tags: [physical, thrown, acid]}}",
			"own.yaml:2:83: No armour names acid in its armour, so it counts as else. Name it, or tag flask with one of crushing, piercing, cutting, projectile, laser, energy, explosive too. [unanswered]"},
		"kind of damage one armour knows":      {"tags: {acid: eats}\nitems: {flask: {skill: throwing, damage: 2d6, counts: 8, tags: [physical, thrown, acid]}, plate: {give: {armour: {acid: 2}}}}", ""},
		"kind of damage that is another's too": {"tags: {acid: eats}\nitems: {flask: {skill: throwing, damage: 2d6, counts: 8, tags: [physical, thrown, energy, acid]}}\nsituations: {rain: {for: [acid]}}", ""},
		"pool below zero": {"pools: {PFT: {max: PEN - 2 * PAG + 30}}",
			"own.yaml:1:20: The maximum of pool PFT is −15 with PEN 5, PAG 25. Write max(0, PEN - 2 * PAG + 30). [below-zero]"},
		"offer without an answer": {"actions: {hop: {counts: 4, steps: {a: {offer: atack, who: other}}, tags: [mental]}}",
			"own.yaml:1:47: No action answers “atack”, offered by step a. Did you mean “attack”? [unanswered]"},
		"answer never carried out": {"actions: {hop: {counts: 4, steps: {a: {offer: leap, who: other}}, tags: [mental]}, leap_on: {answers: leap, steps: {x: {do: [{lose: PFT, by: 1}]}}}}",
			"own.yaml:1:47: The steps of leap_on, which answers step a, never run. Add `{reply: a}` after it, or `many: true`. [unanswered]"},
		"answer that only gives": {"actions: {hop: {counts: 4, steps: {a: {offer: leap, who: other}, b: {check: percent, basis: PAG}}, tags: [mental]}, leap_on: {answers: leap, give: {df: 1}}}", ""},
		"step like a statistic": {"actions: {hop: {counts: 4, steps: {PST: {value: 3}, b: {value: PST + 1}}, tags: [mental]}}",
			"own.yaml:1:36: From here, PST is the result of step PST and hides the usual value. Rename the step. [hidden]"},
		"check like a statistic": {"actions: {hop: {counts: 4, steps: {PST: {check: percent, basis: PEN}, b: {value: PST + PST.margin}}, tags: [mental]}}", ""},
		"step like what an action costs": {"actions: {hop: {counts: 4, steps: {spent: {value: 3}, b: {value: spent}}, tags: [mental]}}",
			"own.yaml:1:36: Formulas can't read step spent: spent already means something else. Rename the step. [hidden]"},
		"time below zero": {"actions: {hop: {counts: 4 - PSPD, steps: {a: {stop: true}}, tags: [mental]}}",
			"own.yaml:1:25: The time of action hop is −3 with PAW 25. Write max(0, 4 - PSPD). [below-zero]"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := vetWith(t, row.yaml); got != row.want {
				t.Errorf("got\n%s\nwant\n%s", got, row.want)
			}
		})
	}
}
