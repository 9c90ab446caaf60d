package seats

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/gm/export"
	"hybrid/gm/gmtest"
	"hybrid/gm/players"
	"hybrid/rules"
)

// planted is a campaign with a secret wherever one may stand: each is a word of its own, and the last part of its place.
func planted(t *testing.T) (c *campaign.Campaign, all string) {
	person := func(name, secret string) string {
		return fmt.Sprintf(`character: {name: SECRETname%s, looks: %s, kind: SECRETkind%s, notes: SECRETnotes%s}
stats: {PST: 12, PEN: 12, DEX: 12, PAG: 12, PAW: 12, MST: 12, MEN: 12, MAG: 12, MAW: 12, PSI: 6}
skills: {knife: 6, secretskill: 4}
gear: [dagger, secretitem]
`, secret, name, secret, secret)
	}
	files := map[string]string{
		"campaign.yaml": "campaign: {label: The Fair, pack: hybrid, notes: SECRETcampaign}\ncast: [kira, dov, secretkey]\n",
		"tables/own.yaml": `items:
  secretitem: {label: SECRETitem, hands: 1, skill: knife}
skills: {secretskill: {label: SECRETskill, basis: PAG, interaction: unassisted, scope: specific, tools: bare_handed, type: craft}}
conditions:
  secretcondition: {label: SECRETcondition, secret: true, bad: true}
  openly: {label: SECRETput, bad: true}
  cloak: {label: SECREThides, hides: [condition], secret: true}
  ill: {label: SECRETill, secret: true, bad: true, cannot: [rest], every: {label: SECRETache, counts: 50, do: [{lose: PFT, by: 1}]}}
actions:
  misjudge: {label: Misjudge, whom: true, counts: 0, any_time: true, steps: {look: {do: [{know: PFT, by: 4242}]}}}
`,
		"characters/secretkey.yaml": person("a woman with a fan", "fan"),
		"characters/lurker.yaml":    person("SECRETlooks", "lurker") + "conditions: [unseen]\n",
		"encounters/fair.yaml": `encounter: {label: SECRETlabel, hidden: true, read: The lanterns are lit., notes: SECRETencounter}
combatants:
  kira: {side: party}
  dov: {side: party}
  secretkey: {side: SECRETside, name: SECREThername, tactic: hold_out}
  lurker: {side: SECRETside, name: SECREThisname}
`,
		"encounters/gala.yaml": `encounter: {label: SECRETgala, hidden: true, read: They play the second dance., notes: SECRETwaltz}
combatants:
  kira: {side: party}
  dov: {side: party}
  secretkey: {side: SECRETside, name: SECREThername}
  lurker: {side: SECRETside, name: SECREThisname}
`,
		"handouts/letter.txt": "SECRETletter",
	}
	for _, text := range files {
		all += text
	}
	dir := gmtest.Folder(t, files)
	chart(t, filepath.Join(dir, "pictures", "SECRETfile.png"))
	other, err := os.ReadFile(filepath.Join(dir, "pictures", "SECRETfile.png"))
	if err != nil {
		t.Fatal(err)
	}
	other = append(other, "SECRETbehind"...)
	if err := os.WriteFile(filepath.Join(dir, "pictures", "SECREThers.png"), other, 0o644); err != nil {
		t.Fatal(err)
	}
	if c, err = campaign.Open(dir, nil); err != nil {
		t.Fatal(err)
	}
	return c, all
}

// doAll carries out lines; what is asked is answered with the first answer, and an error is none where a line may be refused.
func (tb *table) doAll(lines ...string) {
	tb.Helper()
	tb.within(func() {
		for _, line := range lines {
			refusable := strings.HasPrefix(line, "?")
			c := command.Command{Line: strings.TrimPrefix(line, "?"), Answers: map[string]string{}}
			for {
				_, err := tb.session.Do(c)
				var need *rules.Need
				if errors.As(err, &need) {
					c.Answers[need.Key] = need.ChoiceNames()[0]
					continue
				}
				if err != nil && !refusable {
					tb.Errorf("%s: %v", line, err)
				}
				break
			}
		}
	})
}

// TestNoSecretReachesAPlayer plants secrets in more than twenty places of a campaign and an evening, and searches all that
// reaches a player and the screen that all look at: pages, streams, what is offered, weighed and refused, pictures, and the
// players' export, and what hybrid follow shows of a seat.
func TestNoSecretReachesAPlayer(t *testing.T) {
	gmtest.SkipIfShort(t)
	c, secrets := planted(t)
	tb := newTableOf(t, c, Options{}, "begin fair")
	kira, screen := tb.seat("kira"), tb.seat(players.TableSeat)
	var all bytes.Buffer // what reached them
	keep := func(w interface{ String() string }) { all.WriteString(w.String()); all.WriteByte('\n') }
	streams := []*listener{tb.listen("/seat/events?as=kira", kira), tb.listen("/seat/events?as=/table", screen)}
	look := func() {
		for _, as := range []string{"kira", players.TableSeat} {
			for _, path := range []string{"/seat", "/seat/offer"} {
				keep(tb.ask("GET", path+"?as="+as, "", kira, screen).Body)
			}
		}
		for _, want := range []string{`{"Deed": "attack", "Whom": "p2"}`, `{"Deed": "attack", "Whom": "p3"}`, `{"Deed": "attack", "Whom": "lurker"}`, `{"Deed": "nonsense"}`, `{"Check": "knife"}`} {
			keep(tb.ask("POST", "/seat/weigh?as=kira", want, kira).Body)
			keep(tb.ask("POST", "/seat/say?as=kira", `{"Want": `+want+`}`, kira).Body)
		}
		for _, path := range []string{"/", "/table", "/joined", "/" + tb.Code(), "/nothing", "/picture/SECRETfile.png"} {
			keep(tb.ask("GET", path, "").Body)
		}
		keep(tb.ask("POST", "/code", codeBody(tb.Code())).Body)
		keep(tb.ask("POST", "/seat/do?as=kira", `{"Question": 1, "Choice": "none"}`, kira).Body)
		tb.within(func() { // hybrid follow --seat
			for _, who := range []string{"kira", TableScreen, "SECRETwho"} {
				r, err := NewReader(tb.session, who)
				if err != nil {
					all.WriteString(strings.ReplaceAll(err.Error(), "SECRETwho", ""))
					continue
				}
				text, err := r.Text()
				if err != nil {
					t.Error(err)
				}
				fmt.Fprintf(&all, "%+v\n", text)
			}
		})
		tb.passes(60e9) // the requests of another minute
	}
	tb.doAll("turn kira 0", "next") // her turn is seen, whatever the dice do to her later
	look()
	turns := []string{"turn kira 2", "turn dov 30", "turn secretkey 1", "turn lurker 40"}
	tb.doAll(turns...)
	for _, lines := range [][]string{
		{"note SECRETnote", "note kira: SECRETpinned", "note at the stage: SECRETplace", "favourite dov next"},
		{"whisper dov SECRETwhisper", "show letter.txt to dov", "show SECREThers.png to dov", "show SECRETfile.png to kira"},
		{"put kira secretcondition", "put kira openly, secret", "put secretkey cloak", "put secretkey openly", "put lurker openly"},
		{"set kira PFT -1 because SECRETreason", "whisper kira SECRETundone\nundo", "reveal secretkey PFT to dov", "reveal lurker place to dov", "set lurker PFT -3"},
		{"?whisper SECRETtyped nobody", "?SECRETtyped: attack", "next", "?secretkey: attack kira", "?next", "?next"},
		{"?kira: attack secretkey, df -4", "?next", "?next", "scene light_half, secret"},
		{"mend 3 turn dov 31", "accept"},
		{"?kira: misjudge secretkey", "put kira ill, secret", "put dov ill"},
		{"finish", "pass 1 h resting by kira", "award 2 dov because SECRETpaid", "whisper dov SECRETnight"},
		{"begin gala", "turn lurker 1", "turn kira 20", "turn dov 30", "next", "?lurker: attack kira", "?next", "?next", "note dov: SECRETdance"},
	} {
		for _, line := range lines {
			secrets += " " + line
			tb.doAll(strings.Split(line, "\n")...) // at once: what is undone was not read
			look()
		}
	}
	tb.do("whisper party The fair is over.") // so that the end of the streams is known
	for _, l := range streams {
		for data := ""; !strings.Contains(data, "fair is over"); {
			if _, data = l.next(); data == "" {
				t.Fatal("the stream ended")
			}
			all.WriteString(data)
		}
	}
	look()
	picture := regexp.MustCompile(`/picture/([0-9a-f]{64})`).FindStringSubmatch(all.String())
	if picture == nil {
		t.Fatal("no picture was shown")
	}
	if w := tb.ask("GET", "/picture/"+picture[1]+"?as=kira", "", kira); w.Code == http.StatusOK {
		keep(w.Body)
	} else {
		t.Errorf("the picture: %d", w.Code)
	}
	tb.within(func() {
		for _, format := range export.Formats() {
			for _, evening := range []int64{0, 1} {
				if err := export.Write(&all, tb.session, format, export.Players, evening); err != nil {
					t.Error(err)
				}
			}
		}
	})
	reached := map[string]bool{}
	for _, at := range regexp.MustCompile(`(?i)SECRET\w*|lurker`).FindAllStringIndex(all.String(), -1) {
		if secret := all.String()[at[0]:at[1]]; !reached[secret] {
			reached[secret] = true
			t.Errorf("%s reached a player: %.240q", secret, all.String()[max(0, at[0]-120):])
		}
	}
	for _, open := range []string{"a woman with a fan", "Kira Vance", "The lanterns are lit.", "Your turn", "4242", "They play the second dance."} {
		if !strings.Contains(all.String(), open) {
			t.Errorf("%s did not reach them: is anything searched?", open)
		}
	}
	// What is no secret any more is found by the same search.
	tb.do("reveal secretkey")
	if page := tb.has("/seat?as=/table", "SECREThername", screen); !strings.Contains(page, "SECREThername") {
		t.Error("what is revealed is not found")
	}
	count := map[string]bool{}
	for _, secret := range regexp.MustCompile(`SECRET\w+`).FindAllString(secrets, -1) {
		count[secret] = true
	}
	if len(count) < 25 {
		t.Errorf("only %d secrets were planted: %v", len(count), count)
	}
}
