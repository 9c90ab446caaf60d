package campaign

import (
	"path/filepath"
	"strings"
	"testing"

	"hybrid/rules/collect"
)

// TestMistakableNames: vet refuses combatants named as a side or as several, and warns of namesakes, numbers and doubled words. What
// was played with such names can still be opened.
func TestMistakableNames(t *testing.T) {
	home := t.TempDir()
	grell, err := ReadFile("../../characters/grell.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"campaign.yaml":   "campaign: {label: C}\ncast: [kira, kira, \"zo\u00eb\", \"13\", crowd]\nencounters: [e, e]\nwithout: [energy, energy]\n",
		"tables/own.yaml": "conditions:\n  \"12\": {label: Twelve}\nitems:\n  swordy: {tags: [physical, physical]}\n",
		"encounters/e.yaml": "combatants:\n  a1: {side: x, from: kira, name: Ada}\n  a2: {side: x, from: kira, name: ada}\n" +
			"  guard: {side: guard, from: dock_cutter}\n  all: {side: y, from: dov}\n  \"12\": {side: y, from: dock_cutter}\n  b: {side: y, from: dov, name: Xan}\n  zoe\u0308: {side: y}\n  c: {side: everyone, from: kira, name: Cy}\n  nan: {side: y, from: kira, name: \"1/2\"}\n",
		"characters/zoe\u0308.yaml": string(grell),
		"characters/13.yaml":        strings.Replace(string(grell), "name: Grell", "name: \"12.5\"", 1),
		"characters/crowd.yaml":     strings.Replace(string(grell), "name: Grell", "name: Everyone", 1),
	} {
		writeFile(t, filepath.Join(home, name), text)
	}
	_, warnings, err := Vet(home, nil)
	if err == nil {
		t.Fatal("no mistake")
	}
	got := strings.ReplaceAll(err.Error()+"\n"+warnings.Error(), filepath.ToSlash(home)+"/", "")
	for _, want := range []string{
		"encounters/e.yaml:4:3: “guard” is also the name of a side. Rename the combatant or the side.",
		"encounters/e.yaml:5:3: “all” already means several combatants. Rename all.",
		"encounters/e.yaml:9:3: “everyone” already means several combatants. Rename the side.",
		"campaign.yaml:2:14: cast lists kira twice. Remove one.",
		"campaign.yaml:3:17: encounters lists e twice. Remove one.",
		"campaign.yaml:4:19: without lists energy twice. Remove one.",
		"encounters/e.yaml:3:3: “ada” names both a1 and a2. Give one of them another `name`.",
		"encounters/e.yaml:6:3: “12” would be read as a number. Rename it y_12.",
		"encounters/e.yaml:6:3: “Dock cutter” names both guard and 12. Give one of them another `name`.",
		"encounters/e.yaml:10:3: “1/2” would be read as a number. Give nan another `name`.",
		"characters/13.yaml:1:1: “13” would be read as a number. Rename the file.",
		"characters/13.yaml:2:9: “12.5” would be read as a number. Choose another name.",
		"characters/crowd.yaml:2:9: “Everyone” already means several combatants. Choose another name.",
		"tables/own.yaml:2:3: “12” would be read as a number. Rename it condition_12.",
		"tables/own.yaml:4:29: tags lists physical twice. Remove one.",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("lacks %s", want)
		}
	}
	if strings.Contains(got, "zo") || strings.Contains(got, "“nan”") || strings.Contains(got, "“Xan”") {
		t.Errorf("finds too much:\n%s", got)
	}
	c, err := Open(home, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"zo\u00eb", "zoe\u0308", "ZO\u00cb"} {
		if sheet, _, err := c.Character(name); err != nil || sheet.Key != "zo\u00eb" {
			t.Errorf("%q: %v, %v", name, sheet, err)
		}
	}
	if file, _, err := c.CharacterFile("zo\u00eb"); err != nil || filepath.Base(file) != "zoe\u0308.yaml" {
		t.Errorf("the file is %q, %v", file, err)
	}
}

// Vet warns of a creature in two encounters, which comes to the second as it left the first, but not of a person with a proper name. A clock
// in a game in rounds counts rounds, even if the game has another word for them.
func TestCreaturesOfTwoEncounters(t *testing.T) {
	home := t.TempDir()
	for name, text := range map[string]string{
		"campaign.yaml":         "campaign: {label: Two, pack: two}\n",
		"two/pack.yaml":         "pack: {label: Two, unit: bell}\norder: {scheme: rounds}\n",
		"characters/hound.yaml": "character: {name: Hound, article: the}\n",
		"characters/grell.yaml": "character: {name: Grell}\n",
		"encounters/a.yaml":     "combatants: {one: {side: x, from: hound}, two: {side: x, from: hound, name: Ash}, three: {side: x, from: hound}, grell: {side: y}}\n",
		"encounters/b.yaml":     "combatants: {one: {side: x, from: hound}, two: {side: x, from: hound, name: Elm}, four: {side: x, from: hound}, grell: {side: y}}\n",
		"encounters/c.yaml":     "encounter: {fresh: true}\ncombatants: {one: {side: x, from: hound}, grell: {side: y}}\nclocks: {tide: {after: 4 rounds}, lamp: {every: 2 bells}}\n",
	} {
		writeFile(t, filepath.Join(home, name), text)
	}
	_, warnings, err := Vet(home, nil)
	if err != nil {
		t.Fatal(err)
	}
	found := collect.Filter(strings.Split(warnings.Error(), "\n"), func(line string) bool { return strings.Contains(line, "comes here as it left") })
	if len(found) != 1 || !strings.Contains(found[0], "b.yaml:1:14: one comes here as it left a. If it is another one, rename its key.") {
		t.Errorf("warns %q", found)
	}
}
