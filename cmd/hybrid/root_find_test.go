package main

import (
	"bytes"
	"strings"
	"testing"
)

// TestHelpFindsEverydayWords asks for help by words of everyday, and looks at the first answer: the title of a page, the usage
// of a command, a term, or a rule.
func TestHelpFindsEverydayWords(t *testing.T) {
	out := &bytes.Buffer{}
	p := &program{stdout: out, stderr: out}
	if p.open(nil); p.trouble != nil {
		t.Fatal(p.trouble)
	}
	root := p.root()
	root.SetOut(out)
	words := 0
	for _, line := range strings.Split(strings.TrimSpace(`
hp = pools: hit points
health = pools: hit points
mana = pools: hit points
damage = Effects: damage
heal = Effects: damage
wounds = Effects: damage
initiative = initiative: The number of counts
turn = order: initiative and turns
weapon = items: weapons
armor = items: weapons
equipment = items: weapons
critical = degrees: degrees of success
fumble = degrees: degrees of success
bonus = Give: bonuses
penalty = Give: bonuses
xp = hybrid advance WHO
level up = hybrid advance WHO
odds = hybrid odds WHO
probability = hybrid odds WHO
npc = tactics: how NPCs fight
enemy = tactics: how NPCs fight
monster = hybrid new adversaries
create a character = hybrid new character
character creation = generation: character creation
point buy = generation: character creation
spell = Step 14: Spells
house rule = rulings: rule variants
homebrew = Layers: house rules
random table = tables: random tables
fire = hazards: falls
poison = hazards: falls
trap = hazards: falls
movement = activities: walking
sleep = activities: walking
rest = hybrid rest WHO
ammo = Things: ammunition
phone = Phones: playing
map = Phones: playing
secret = knowledge: what players can see
stun = conditions: status effects
undo = Prompt: commands
shortcuts = Dashboard: running
save = Saving: sessions
backup = hybrid session restore
export = hybrid session export
print = hybrid sheet WHO
excel = hybrid import FILE
simulation = hybrid simulate
validate = hybrid vet
strength = stats: attributes
glossary = Words: terms
PFT = PFT: Fatigue
margin = margin: Chance minus roll
dodge = hybrid dodge WHO
surprise = Surprised, condition
attack = hybrid attack WHO WHOM
roll = hybrid roll DICE
`), "\n") {
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
		if !strings.Contains(strings.ToLower(first), strings.ToLower(want)) {
			t.Errorf("help %s begins with %q, want %q", asked, first, want)
		}
	}
	if words < 50 {
		t.Errorf("only %d words", words)
	}
}

// TestHelpSuggests checks the nearest word for one that nothing fits.
func TestHelpSuggests(t *testing.T) {
	p := &program{stdout: &bytes.Buffer{}, stderr: &bytes.Buffer{}}
	if p.open(nil); p.trouble != nil {
		t.Fatal(p.trouble)
	}
	for asked, want := range map[string]string{"armuor": "“armour”", "spreadshet": "“spreadsheet”", "qwertyuiop": "`hybrid help manual`"} {
		if err := writeHelp(p, p.root(), asked); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("help %s: %v, want %s", asked, err, want)
		}
	}
}
