package main

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestHelpFindsEverydayWords asks for help by everyday words and whole questions, and looks at the first answer: the title of a page or of
// a section, the usage of a command, a term, or a rule. A row may name several.
func TestHelpFindsEverydayWords(t *testing.T) {
	out := &bytes.Buffer{}
	p := &program{stdout: out, stderr: out}
	if p.loadCampaign(nil); p.loadError != nil {
		t.Fatal(p.loadError)
	}
	root := p.commandTree()
	root.SetOut(out)
	table, err := os.ReadFile("testdata/questions.list")
	if err != nil {
		t.Fatal(err)
	}
	words := 0
	for _, line := range strings.Split(strings.TrimSpace(string(table)), "\n") {
		asked, want, _ := strings.Cut(line, " = ")
		words++
		out.Reset()
		root.SetArgs(append([]string{"help"}, strings.Fields(asked)...))
		if err := root.Execute(); err != nil {
			t.Errorf("%s: %v", asked, err)
			continue
		}
		first, _, _ := strings.Cut(out.String(), "\n")
		if _, usage, found := strings.Cut(out.String(), "Usage:\n  "); found {
			first += "\n" + usage
			first, _, _ = strings.Cut(first+"\n", "\n\n")
		}
		if !slices.ContainsFunc(strings.Split(want, " | "), func(want string) bool { return strings.Contains(strings.ToLower(first), strings.ToLower(want)) }) {
			t.Errorf("help %s begins with %q, want %q", asked, first, want)
		}
	}
	if words < 170 {
		t.Errorf("only %d words", words)
	}
}

// TestRuleFindsEverydayWords looks up rules by words that people say at a table, and compares the label and the kind of the first.
func TestRuleFindsEverydayWords(t *testing.T) {
	out := &bytes.Buffer{}
	p := &program{stdout: out, stderr: &bytes.Buffer{}}
	if p.loadCampaign(nil); p.loadError != nil {
		t.Fatal(p.loadError)
	}
	root := p.commandTree()
	rows := strings.Split(strings.TrimSpace(ruleWords), "\n")
	for _, line := range rows {
		asked, want, _ := strings.Cut(line, " = ")
		out.Reset()
		root.SetArgs(append([]string{"rule"}, strings.Fields(asked)...))
		if err := root.Execute(); err != nil {
			t.Errorf("%s: %v", asked, err)
			continue
		}
		if first, _, _ := strings.Cut(out.String(), "  "); first != want {
			t.Errorf("rule %s begins with %q, want %q", asked, first, want)
		}
	}
	if len(rows) < 50 {
		t.Errorf("only %d words", len(rows))
	}
	for asked, want := range map[string]string{"encumbrance": "`hybrid show`", "homebrew": "Read `hybrid help layers`.", "grib": "Did you mean “gri"} {
		root.SetArgs([]string{"rule", asked})
		if err := root.Execute(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("rule %s: %v, want %s", asked, err, want)
		}
	}
}

const ruleWords = `
attack = Attack, action
hit = Attack, action
parry = Parry, action
block = Block, action
dodge = Dodge, action
damage = Damage, modifier
armor = Armour, modifier
helmet = Padded cap, item
wound = Bleeding, condition
bleeding = Bleeding, condition
stun = Stunned, condition
unconscious = Unconscious, condition
prone = Prone, condition
knocked down = Prone, condition
dying = Beyond help, condition
heal = Tend a bleeding wound, action
first aid = First aid, skill
rest = Resting, activity
sleep = Sleeping, activity
tired = Resting, activity
hunger = A large meal, activity
fatigue = Fatigue, pool
hp = Body, pool
initiative = Initiative, number
surprise = Surprised, condition
cover = DF, modifier
difficulty = DF, modifier
modifier = DF
degree = Amazing Success
lockpicking = Locksmith, skill
poisoned = Poison, hazard
aim = Set-up, situation
called shot = Called shot, situation
headshot = Called shot, situation
two weapons = Florentine primary (alike), situation
off hand = Florentine secondary (alike), situation
dark = Poor light, situation
night = Poor light, situation
horse = On horseback, situation
mount = On horseback, situation
bow = Archery, skill
spear = Pole arm, skill
grab = Grapple, action
trip = Throw to the ground, action
charge = Overbear, action
disarm = Disarm, action
flee = Retreat, action
critical hit = Mishaps, ruling
fumble = Mishaps, ruling
fall = Fall, hazard
fire = Fire, hazard
poison = Poison, hazard
suffocation = Drowning, hazard
jump = Leaping, skill
climb = Climbing, skill
swim = Swimming, skill
sneak = Sneaking, skill
hide = Hiding, skill
stealth = Sneaking, skill
fall damage = Fall, hazard
what is DF = DF, modifier
how does dodge work? = Dodge, action
spell = Mind blast, skill
fear = Intimidation, skill
level = Experience, pool
agility = Physical agility, statistic
level up = Experience, pool
strength = Physical strength, statistic
speed = Speed, statistic
reload = Ammunition, ruling
extinguish = Put out the flames, action
revive = Tend a bleeding wound, action
`

// TestWordsHasAbbreviations checks that the page of words has every abbreviation of a character sheet.
func TestWordsHasAbbreviations(t *testing.T) {
	p := &program{stdout: &bytes.Buffer{}, stderr: &bytes.Buffer{}}
	if p.loadCampaign(nil); p.loadError != nil {
		t.Fatal(p.loadError)
	}
	list, meanings := 0, termMeanings()
	has := func(name, label string) {
		if len(name) > 4 {
			return
		}
		list++
		if about := meanings[strings.ToLower(name)]; !strings.Contains(strings.ToLower(about), strings.ToLower(label)) {
			t.Errorf("%s is %q, want %q", name, about, label)
		}
	}
	for _, x := range p.campaign.Rules.Stats.All {
		has(x.Name, x.Label)
	}
	for _, x := range p.campaign.Rules.Pools.All {
		has(x.Name, x.Label)
	}
	if list < 25 {
		t.Errorf("only %d abbreviations", list)
	}
}

// TestHelpSuggests checks the nearest word for one that nothing fits.
func TestHelpSuggests(t *testing.T) {
	p := &program{stdout: &bytes.Buffer{}, stderr: &bytes.Buffer{}}
	if p.loadCampaign(nil); p.loadError != nil {
		t.Fatal(p.loadError)
	}
	for asked, want := range map[string]string{"armuor": "“armour”", "spreadshet": "“spreadsheet”", "qwertyuiop": "`hybrid help manual`"} {
		if err := writeHelp(p, p.commandTree(), asked); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("help %s: %v, want %s", asked, err, want)
		}
	}
}
