package story_test

import (
	"strings"
	"testing"

	"hybrid/gm/gmtest"
	"hybrid/gm/story"
	"hybrid/rules"
)

// The paths of steps in the sample pack.
const (
	blow  = "actions/attack.blow sequences/blow"
	fend  = blow + ".close_in sequences/close_in.reply actions/fend_back"
	parry = fend + ".reply actions/parry"
)

// TestOddSentences holds sentences that once read wrong.
func TestOddSentences(t *testing.T) {
	rs := gmtest.Campaign(t, "saltmarket", nil).Rules
	kira := story.Person{Name: "Kira", Named: true, Pronouns: "she"}
	orlo := story.Person{Name: "Orlo", Named: true, Pronouns: "she"}
	grell := story.Person{Name: "Grell", Named: true, Pronouns: "he"}
	you := story.Person{Name: "you", Named: true, You: true}
	harpoon := story.Person{Name: "a woman with a harpoon"}
	deed := story.Fact{Kind: story.Deed, Of: "attack", Label: "attack", Who: 1, Other: 2, Tool: "sabre"}
	step := func(of, in string, who, other int, degree string, made bool) story.Fact {
		return story.Fact{Kind: story.Step, Of: of, StepPath: in, Who: who, Other: other, Degree: degree, Made: made, Tool: "sabre"}
	}
	harpooned := story.Fact{Kind: story.Deed, Of: "attack", Label: "attack", Who: 1, Other: 2, Tool: "harpoon"}
	place := story.Fact{Kind: story.Step, Of: "place", StepPath: blow + ".harm sequences/harm", Who: 1, Other: 2, Tool: "sabre", RolledByOther: true, Row: "chest"}
	through := func(sum string) story.Fact {
		return story.Fact{Kind: story.Step, Of: "through", StepPath: blow + ".harm sequences/harm", Who: 1, Other: 2, Sum: sum}
	}
	duck := story.Fact{Kind: story.Answer, Of: "crouch", Label: "crouch", StepPath: fend, Who: 1, Other: 2, RolledByOther: true}
	knock := func(idle bool) story.Fact {
		return story.Fact{Kind: story.Step, Of: "knockback", StepPath: blow + ".harm sequences/harm", Who: 1, Other: 2, Degree: "plain_failure", RolledByOther: true, Idle: idle}
	}
	put := func(of, label string, who int) story.Fact {
		return story.Fact{Kind: story.Put, Of: of, Label: label, Who: who, State: true}
	}
	for _, row := range []struct {
		name   string
		people []story.Person
		facts  []story.Fact
		want   string
	}{
		{"who ducks under a fend does not strike back", []story.Person{grell, kira}, []story.Fact{deed, duck, step("hit", fend, 2, 1, "notable_success", true)},
			"Grell comes at Kira, but she steps back and strikes out."},
		{"who ducks and gets past it", []story.Person{grell, kira}, []story.Fact{deed, duck, step("hit", fend, 2, 1, "plain_failure", false)},
			"Grell gets past Kira's guard with his sabre."},
		{"one but only", []story.Person{grell, kira}, []story.Fact{deed, step("hit", fend, 2, 1, "plain_success", true), step("attempt", parry, 1, 2, "plain_success", true)},
			"Grell comes at Kira, but she steps back and strikes out; he parries."},
		{"no two with", []story.Person{you, harpoon}, []story.Fact{deed, step("hit", blow, 1, 2, "notable_success", true), place},
			"You deal a woman with a harpoon a hard blow to the chest."},
		{"she and her are not the same", []story.Person{kira, orlo}, []story.Fact{deed, step("hit", fend, 2, 1, "plain_success", true), put("bleeding", "bleeding", 1),
			{Kind: story.Put, Of: "closed_in", Label: "closed in", Who: 1, Other: 2, Side: "on"}},
			"Orlo meets Kira's attack with a blow and gives ground. Kira is bleeding. She closes with Orlo."},
		{"who is down breaks nothing off", []story.Person{kira, orlo}, []story.Fact{deed, step("hit", blow, 1, 2, "plain_success", true), place, put("out_of_fight", "down", 2),
			{Kind: story.Stops, Of: "attack", Label: "attack", Who: 2, Other: 1}},
			"Orlo takes Kira's blow in the chest. She goes down."},
		{"a deed is told before what it breaks off", []story.Person{kira, orlo}, []story.Fact{deed, {Kind: story.Stops, Of: "attack", Label: "attack", Who: 2, Other: 1}},
			"Kira goes for Orlo with her sabre. Orlo breaks off her attack."},
		{"you use what is no verb", []story.Person{you}, []story.Fact{{Kind: story.Deed, Label: "hot guns", Who: 1}}, "You use hot guns."},
		{"another uses it", []story.Person{kira}, []story.Fact{{Kind: story.Deed, Label: "climbing", Who: 1}}, "Kira uses climbing."},
		{"a thrown thing is it", []story.Person{kira, grell}, []story.Fact{{Kind: story.Hold, Of: "throwing_knife", Label: "throwing knife", Who: 1},
			{Kind: story.Deed, Of: "attack", Label: "attack", Who: 1, Other: 2, Tool: "throwing_knife"}, step("attempt", blow+".reply actions/parry", 2, 1, "plain_success", true)},
			"Kira draws her throwing knife and throws it at Grell, but he parries."},
		{"whose turn it is", []story.Person{{Name: "the foes"}}, []story.Fact{{Kind: story.SideTurn, Who: 1}}, "It is the foes' turn."},
		{"a remark alone is a sentence", []story.Person{kira}, []story.Fact{{Kind: story.Says, Text: "neither wins"}}, "Neither wins."},
		{"a remark beside something stays one", []story.Person{kira}, []story.Fact{put("prone", "prone", 1), {Kind: story.Says, Text: "neither wins"}}, "Kira falls (neither wins)."},
		{"no stop after a quoted one", []story.Person{you}, []story.Fact{{Kind: story.Whisper, Of: rules.TellText, Who: 1, Text: "Bring the lantern."}}, "A text is shown to you: “Bring the lantern.”"},
		{"looks of a thing are named again beside another", []story.Person{you, {Name: "a suit of brass armour"}}, []story.Fact{put("prone", "prone", 2), put("prone", "prone", 1), {Kind: story.Drop, Of: "sabre", Label: "sabre", Who: 2}},
			"You and a suit of brass armour fall. The suit drops its sabre."},
		{"a tool that the looks name is not named again", []story.Person{harpoon, kira}, []story.Fact{{Kind: story.Declared, Of: "attack", Label: "attack", Who: 1, Other: 2, Tool: "harpoon"}},
			"A woman with a harpoon takes aim at Kira."},
		{"nor when it is thrown", []story.Person{harpoon, kira}, []story.Fact{harpooned, step("attempt", blow+".reply actions/parry", 2, 1, "plain_success", true)},
			"A woman with a harpoon throws it at Kira, but Kira parries."},
		{"one colon", []story.Person{kira, grell}, []story.Fact{deed, {Kind: story.Answer, Of: "crouch", StepPath: blow, Who: 2, Other: 1, RolledByOther: true}, step("hit", blow, 1, 2, "notable_success", true), place,
			{Kind: story.Blood, Who: 1, Other: 2}, {Kind: story.Health, Who: 2, Text: "hurt", State: true}},
			"Grell ducks too late: Kira strikes him hard in the chest with her sabre. First blood. He is hurt."},
		{"hurt by the blow, not before it", []story.Person{grell, kira}, []story.Fact{deed, step("hit", fend, 2, 1, "plain_success", true), step("attempt", parry, 1, 2, "plain_success", true), put("jolted", "jolted", 2),
			{Kind: story.Put, Of: "closed_in", Label: "closed in", Who: 1, Other: 2, Side: "on"}, step("hit", blow, 1, 2, "plain_success", true), place, {Kind: story.Health, Who: 2, Text: "hurt", State: true}},
			"Grell comes at Kira, but she steps back and strikes out; he parries. She reels. He closes with her and slashes her in the chest. She is hurt."},
		{"senseless is down", []story.Person{kira}, []story.Fact{put("unconscious", "unconscious", 1), put("out_of_fight", "down", 1)}, "Kira falls unconscious."},
		{"who stood is knocked over", []story.Person{kira, orlo}, []story.Fact{deed, step("hit", blow, 1, 2, "plain_success", true), place, knock(false), put("prone", "prone", 2)},
			"Orlo takes Kira's blow in the chest and is knocked off her feet."},
		{"who lies is not", []story.Person{kira, orlo}, []story.Fact{deed, step("hit", blow, 1, 2, "plain_success", true), place, knock(true)},
			"Orlo takes Kira's blow in the chest."},
		{"one fall is told once", []story.Person{kira, orlo}, []story.Fact{deed, step("hit", blow, 1, 2, "plain_success", true), place, knock(false), put("prone", "prone", 2), put("out_of_fight", "down", 2)},
			"Orlo takes Kira's blow in the chest. She goes down."},
		{"who is down is not stunned", []story.Person{kira, orlo}, []story.Fact{deed, step("hit", blow, 1, 2, "plain_success", true), place, {Kind: story.Put, Of: "stunned", Label: "stunned", Who: 2, State: true, Idle: true}},
			"Orlo takes Kira's blow in the chest."},
		{"who misses to go faster only slows down", []story.Person{kira, orlo}, []story.Fact{{Kind: story.Step, Of: "faster", StepPath: "actions/accelerate", Who: 1, Degree: "plain_failure"}, {Kind: story.Activity, Of: "crawling", Label: "crawling", Who: 1, Other: 2}}, "Kira falters and slows to a crawl."},
		{"a block keeps the degree of the blow", []story.Person{kira, orlo}, []story.Fact{deed, step("hit", blow, 1, 2, "very_notable_success", true), step("attempt", blow+".reply actions/block", 2, 1, "plain_success", true), place, through("some")},
			"Orlo blocks part of Kira's mighty blow and takes the rest in the chest."},
		{"who cannot know whether a block held is told of no hit", []story.Person{kira, orlo}, []story.Fact{deed, step("hit", blow, 1, 2, "very_notable_success", true), step("attempt", blow+".reply actions/block", 2, 1, "plain_success", true), place, through("")},
			"Orlo blocks Kira's attack."},
		{"a thing is jarred, and leaks", []story.Person{kira, {Name: "Warden", Named: true, Noun: true, Pronouns: "it"}}, []story.Fact{deed, step("hit", blow, 1, 2, "plain_success", true), place,
			{Kind: story.Put, Of: "stunned", Label: "stunned", Who: 2, State: true, Tags: "lifeless"}, {Kind: story.Put, Of: "bleeding", Label: "bleeding", Who: 2, State: true, Tags: "lifeless"}},
			"The warden takes Kira's blow in the chest. It is jarred and leaking."},
		{"to the ground at one blow", []story.Person{kira, orlo}, []story.Fact{{Kind: story.Deed, Of: "overbear", Label: "overbear", Who: 1, Other: 2}, step("hit", blow, 1, 2, "plain_success", true), step("fall", blow, 1, 2, "", false), put("prone", "prone", 2), place},
			"Kira knocks Orlo to the ground with a blow to the chest."},
		{"thrown to the ground at one blow", []story.Person{kira, orlo}, []story.Fact{{Kind: story.Deed, Of: "hurl", Label: "throw", Who: 1, Other: 2}, step("hit", blow, 1, 2, "notable_success", true), step("fall", blow, 1, 2, "", false), put("prone", "prone", 2), place},
			"Kira throws Orlo hard to the ground, onto her chest."},
		{"it is not the blow", []story.Person{{Name: "Warden", Named: true, Noun: true, Pronouns: "it"}, orlo}, []story.Fact{deed, step("hit", blow, 1, 2, "plain_success", true), place, put("prone", "prone", 1)},
			"Orlo takes the warden's blow in the chest. The warden falls."},
		{"the subject stays it", []story.Person{orlo, {Name: "Warden", Named: true, Noun: true, Pronouns: "it"}}, []story.Fact{deed, step("hit", blow, 1, 2, "plain_success", true), place, put("prone", "prone", 2)},
			"The warden takes Orlo's blow in the chest. It falls."},
		{"who is spoken of first, and again, needs no name", []story.Person{kira, {Name: "an excise officer"}}, []story.Fact{deed, {Kind: story.Answer, Of: "crouch", StepPath: blow, Who: 2, Other: 1, RolledByOther: true},
			step("hit", blow, 1, 2, "notable_success", true), place, put("out_of_fight", "down", 2)},
			"An excise officer ducks too late: Kira strikes them hard in the chest with her sabre. They go down."},
		{"nor has a thing", []story.Person{kira, {Name: "a suit of brass armour"}}, []story.Fact{deed, {Kind: story.Answer, Of: "crouch", StepPath: blow, Who: 2, Other: 1, RolledByOther: true},
			step("hit", blow, 1, 2, "notable_success", true), place, put("out_of_fight", "down", 2)},
			"A suit of brass armour ducks too late: Kira strikes it hard in the chest with her sabre. It goes down."},
		{"whom a weapon is taken up against is said at once", []story.Person{kira, grell}, []story.Fact{{Kind: story.Hold, Of: "boomerang", Label: "boomerang", Who: 1},
			{Kind: story.Deed, Of: "attack", Label: "attack", Who: 1, Other: 2, Tool: "boomerang"}, {Kind: story.Answer, Of: "crouch", StepPath: blow, Who: 2, Other: 1, RolledByOther: true},
			{Kind: story.Step, Of: "hit", StepPath: blow, Who: 1, Other: 2, Degree: "amazing_failure", Tool: "boomerang"}},
			"Kira takes up her boomerang and throws it at Grell, but he ducks, and she misses wildly."},
		{"looks keep the tool off", []story.Person{kira, {Name: "a big man behind a shield"}}, []story.Fact{{Kind: story.Declared, Of: "attack", Label: "attack", Who: 1, Other: 2, Tool: "sabre"}},
			"Kira goes for a big man behind a shield."},
		{"a win in spite of the last blow", []story.Person{kira, orlo, {Name: "the watch", Named: true, Pronouns: "many"}}, []story.Fact{put("out_of_fight", "down", 2), {Kind: story.Won, Who: 3, Sum: "despite"}},
			"Orlo goes down. All the same, the watch win."},
		{"a grip fails, and it is clear whose", []story.Person{kira, orlo}, []story.Fact{deed, step("hit", blow, 1, 2, "amazing_failure", false),
			{Kind: story.Step, Of: "mishap_drawn", StepPath: blow, Who: 1, Other: 2, Row: "{who's} grip fails"}},
			"Kira swings her sabre at Orlo, but misses wildly; her grip fails."},
		{"armour keeps the wound off, not the shock", []story.Person{kira, orlo}, []story.Fact{deed, step("hit", blow, 1, 2, "plain_success", true), place,
			through("none"),
			{Kind: story.Step, Of: "shock", StepPath: blow + ".harm sequences/harm", Who: 1, Other: 2, Degree: "plain_failure", RolledByOther: true}, put("stunned", "stunned", 2)},
			"Kira slashes Orlo in the chest with her sabre, but her armour lets only the shock through. Orlo is stunned."},
		{"a wild stroke at a weapon", []story.Person{kira, orlo}, []story.Fact{{Kind: story.Deed, Of: "disarm", Label: "disarm", Who: 1, Other: 2, Tool: "sabre"}, step("attempt", "actions/disarm", 1, 2, "amazing_failure", false)},
			"Kira goes for Orlo's weapon, but misses wildly."},
		{"down is enough", []story.Person{kira}, []story.Fact{{Kind: story.Activity, Of: "standing_still", Label: "still", Who: 1}, put("out_of_fight", "down", 1)}, "Kira goes down."},
	} {
		t.Run(row.name, func(t *testing.T) {
			if got := story.Tell(rs, story.Passage{People: append([]story.Person{{}}, row.people...), Facts: row.facts}); got != row.want {
				t.Errorf("got  %s\nwant %s", got, row.want)
			}
		})
	}
}

// TestNamesOnce: a way to say something that would name someone twice is not taken where another would not.
func TestNamesOnce(t *testing.T) {
	rs := gmtest.Campaign(t, "saltmarket", nil).Rules
	people := []story.Person{{}, {Name: "Kira", Named: true, Pronouns: "she"}, {Name: "Orlo", Named: true, Pronouns: "she"}}
	for _, row := range []struct {
		of     string
		theirs bool
	}{{"hit", false}, {"place", true}} {
		texts := map[string]bool{}
		for n := range int64(60) {
			p := story.Passage{People: people, Number: n, Facts: []story.Fact{
				{Kind: story.Deed, Of: "attack", Label: "attack", Who: 1, Other: 2, Tool: "sabre"},
				{Kind: story.Answer, Of: "crouch", Label: "crouch", Who: 2, Other: 1},
				{Kind: story.Step, Of: row.of, StepPath: map[bool]string{false: blow, true: blow + ".harm sequences/harm"}[row.theirs], Who: 1, Other: 2, Tool: "sabre",
					Degree: map[bool]string{false: "plain_failure"}[row.theirs], RolledByOther: row.theirs, Row: map[bool]string{true: "chest"}[row.theirs]}}}
			text := story.Tell(rs, p)
			texts[text] = true
			if strings.Count(text, "Kira") != 1 || strings.Count(text, "Orlo") != 1 {
				t.Errorf("%d: %s", n, text)
			}
		}
		if len(texts) < 3 {
			t.Errorf("%s is told in %d ways", row.of, len(texts))
		}
	}
}

// TestStrangersAreIntroduced: a way to say something that would bring a stranger in by the way, or whose words run into the looks, is not
// taken where another would not.
func TestStrangersAreIntroduced(t *testing.T) {
	rs := gmtest.Campaign(t, "saltmarket", nil).Rules
	bram, lad := story.Person{Name: "Bram", Named: true, Pronouns: "he"}, story.Person{Name: "a lad with a lantern"}
	deed := story.Fact{Kind: story.Deed, Of: "attack", Label: "attack", Who: 1, Other: 2, Tool: "cord_sling"}
	duck := story.Fact{Kind: story.Answer, Of: "crouch", Label: "crouch", StepPath: blow, Who: 2, Other: 1}
	hit := story.Fact{Kind: story.Step, Of: "hit", StepPath: blow, Who: 1, Other: 2, Tool: "cord_sling", Degree: "amazing_failure"}
	shot := story.Fact{Kind: story.Step, Of: "place", StepPath: blow + ".harm sequences/harm", Who: 1, Other: 2, Tool: "short_bow", RolledByOther: true, Row: "groin"}
	fends := story.Fact{Kind: story.Step, Of: "hit", StepPath: fend, Who: 2, Other: 1, Degree: "plain_success", Made: true, Tool: "sabre"}
	for _, row := range []struct {
		name   string
		people []story.Person
		facts  []story.Fact
		bad    string
	}{
		{"one who shoots", []story.Person{{}, lad, bram}, []story.Fact{deed, duck, hit}, "a lad"},
		{"one who is shot", []story.Person{{}, bram, {Name: "a figure up in the loft"}}, []story.Fact{deed, shot}, "loft in"},
		{"one whose place is hit", []story.Person{{}, bram, {Name: "the woman with a harpoon", Mentioned: true}}, []story.Fact{deed, shot}, "woman's"},
		{"one from whom another backs", []story.Person{{}, {Name: "a rough from the docks", Mentioned: true}, bram}, []story.Fact{deed, fends}, "from a rough from"},
	} {
		for n := range int64(60) {
			if text := story.Tell(rs, story.Passage{People: row.people, Number: n, Facts: row.facts}); strings.Contains(text, row.bad) {
				t.Errorf("%s, %d: %s", row.name, n, text)
			}
		}
	}
}

// TestLossesAreMarked: what someone lost is a span of its own, so that a page can show it without looking for it in the text.
func TestLossesAreMarked(t *testing.T) {
	rs := gmtest.Campaign(t, "saltmarket", nil).Rules
	p := story.Passage{People: []story.Person{{}, {Name: "you", Named: true, You: true}}, Facts: []story.Fact{
		{Kind: story.Lost, Of: "PFT", Label: "fatigue", Who: 1, Amount: -7}, {Kind: story.Lost, Of: "PBD", Label: "body", Who: 1, Amount: -3}}}
	text, lost := "", ""
	for _, span := range story.Spans(rs, &p) {
		if text += span.Text; span.Lost {
			lost += span.Text + "|"
		}
	}
	if text != story.Tell(rs, p) || text != "You lose 7 fatigue and 3 body." || lost != "7 fatigue|3 body|" {
		t.Errorf("%q, lost %q", text, lost)
	}
}

// What a blow costs the reader stands beside its sentence, as a figure.
func TestCostsStandBeside(t *testing.T) {
	rs := gmtest.Campaign(t, "saltmarket", nil).Rules
	p := story.Passage{People: []story.Person{{}, {Name: "you", Named: true, You: true}}, Facts: []story.Fact{
		{Kind: story.Put, Of: "bleeding", Label: "bleeding", Who: 1, State: true}, {Kind: story.Lost, Of: "PFT", Label: "fatigue", Who: 1, Amount: -7}}}
	text, beside := "", ""
	for _, span := range story.Spans(rs, &p) {
		if span.InMargin {
			beside += span.Text
			continue
		}
		text += span.Text
	}
	if text != story.Tell(rs, p) || text != "You are bleeding." || beside != " −7 fatigue" {
		t.Errorf("%q, beside it %q", text, beside)
	}
	p.Facts[1] = story.Fact{Kind: story.Told, Who: 1, Text: "The loser draws a card.", InMargin: true}
	if list := story.Spans(rs, &p); story.Tell(rs, p) != "You are bleeding." || list[len(list)-1] != (story.Span{Text: " The loser draws a card.", InMargin: true}) {
		t.Errorf("what has to be done at the table: %v", list)
	}
	if p.Facts = p.Facts[1:]; story.Tell(rs, p) != "The loser draws a card." {
		t.Errorf("alone: %s", story.Tell(rs, p))
	}
}

// TestResult holds what a roll of one's own came to: of the step that is asked for, of the one who rolled, the last where there
// are several.
func TestResult(t *testing.T) {
	rs := gmtest.Campaign(t, "saltmarket", nil).Rules
	people := []story.Person{{}, {Name: "you", Named: true, You: true}, {Name: "Orlo", Named: true, Pronouns: "she"}}
	p := story.Passage{People: people, Keys: []string{"", "kira", "orlo"}, Facts: []story.Fact{
		{Kind: story.Deed, Of: "attack", Label: "attack", Who: 1, Other: 2, Tool: "sabre"},
		{Kind: story.Step, Of: "hit", StepPath: blow, Who: 1, Other: 2, Tool: "sabre", Degree: "plain_failure"},
		{Kind: story.Step, Of: "hit", StepPath: blow, Who: 1, Other: 2, Tool: "sabre", Degree: "notable_success", Made: true},
	}}
	if got := story.Result(rs, p, "kira", "hit"); !strings.HasPrefix(got, "You hit hard: ") {
		t.Errorf("her hit is told as %q", got)
	}
	for _, none := range [][2]string{{"orlo", "hit"}, {"kira", "attempt"}} {
		if got := story.Result(rs, p, none[0], none[1]); got != "" {
			t.Errorf("the %s of %s is told as %q", none[1], none[0], got)
		}
	}
}
