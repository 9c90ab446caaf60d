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
	if p.loadCampaign(nil); p.loadError != nil {
		t.Fatal(p.loadError)
	}
	root := p.commandTree()
	root.SetOut(out)
	words := 0
	for _, line := range strings.Split(strings.TrimSpace(`
hp = pools: hit points
d20 = checks: dice rolls
advantage = checks: dice rolls
armour class = numbers: derived values
new game = Step 19: A game of your own
designer = Step 1: A campaign
health = pools: hit points
mana = pools: hit points
damage = How much do my wounds hurt me
heal = How long until I am healed
wounds = How much do my wounds hurt me
initiative = initiative: The number of counts
turn = turn: The moment
weapon = items: weapons
armor = How much does my armour protect me
armour = How much does my armour protect me
hurt = How much do my wounds hurt me
wounded = How much do my wounds hurt me
healing = How long until I am healed
fatigue = What happens when I am tired
tired = What happens when I am tired
parry = Parry, action
block = Block, action
defending = How good is my parry
shock = Shock, table
my turn = What do I do when it's my turn
chance to hit = What is my chance to hit
how long until I am healed? = How long until I am healed
what is my chance to hit = What is my chance to hit
what do I do on my turn = What do I do when it's my turn
when is it my turn = What do I do when it's my turn
how does armour work = How much does my armour protect me
what do wounds do = How much do my wounds hurt me
how tired am I = What happens when I am tired
who goes first = Who acts first
what happens when I fall = What happens if I fall
how good is my parry = How good is my parry
what can I buy = What can I buy with my experience
how do I raise a skill = What can I buy with my experience
how do I use my own dice = How do I use my own dice
which weapon is best = Which weapon is best
what does my character believe = What does my character believe
what is a called shot = Called shot
how do I get better = How long until I am healed
how do I undo = Prompt: commands
what is initiative = Initiative, number
equipment = items: weapons
critical = degrees: degrees of success
fumble = fumble: A mishap
bonus = Give: bonuses
penalty = Give: bonuses
xp = hybrid advance WHO
level up = hybrid advance WHO
odds = hybrid odds WHO
probability = hybrid odds WHO
npc = NPC: A character
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
quit = Dashboard: running
distance = activities: walking
save = Saving: sessions
backup = hybrid session restore
export = hybrid session export
print = hybrid sheet WHO
excel = hybrid import FILE
simulation = hybrid simulate
validate = hybrid vet
strength = stats: attributes
glossary = Words: terms
stealth = Sneaking, skill
encounter = encounter: the keys
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
