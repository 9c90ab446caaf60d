package export

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"hybrid/gm"
	"hybrid/gm/campaign"
	"hybrid/gm/gmtest"
	"hybrid/gm/players"
	"hybrid/rules"
	"hybrid/rules/collect"
)

func TestMain(m *testing.M) { gmtest.InMemory(m.Run) }

// account is an export of a session.
func account(t testing.TB, s *gm.Session, format Format, audience Audience) string {
	t.Helper()
	var out bytes.Buffer
	if err := Write(&out, s, format, audience, 0); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// opened is a session of a campaign, in a folder or, without one, in memory, with dice from a seed.
func opened(t testing.TB, c *campaign.Campaign, dir string, seed byte) *gm.Session {
	t.Helper()
	s, _, err := gm.Open(c, gm.Options{Dir: dir, Dice: rules.NewSeededDice([32]byte{seed}), Clock: gmtest.Clock()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// playedAtRandom is a session in which so many lines were said at random.
func playedAtRandom(t testing.TB, c *campaign.Campaign, seed uint64, lines int) *gm.Session {
	t.Helper()
	s := opened(t, c, t.TempDir(), byte(seed))
	random := gmtest.NewRandom(seed, s.Game)
	for range lines {
		line := random.Line()
		if _, err := gmtest.DoAtRandom(t, random, s, line); err != nil && !rules.IsRefusal(err) {
			t.Fatalf("%s: %v", line, err)
		}
	}
	return s
}

// staged is a session in a folder at a time, with dice from a seed.
func staged(t testing.TB, c *campaign.Campaign, dir, at string) *gm.Session {
	t.Helper()
	now, err := time.Parse("2006-01-02 15:04", at)
	if err != nil {
		t.Fatal(err)
	}
	s, _, err := gm.Open(c, gm.Options{Dir: dir, Dice: rules.NewSeededDice([32]byte{4}), Clock: func() time.Time {
		now = now.Add(time.Second)
		return now
	}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// What the players must never read, as it is said in playedTwice. Numbers are such as come about in no other way.
var secrets = []string{"Ptarmigan", "Bogus", "977", "550", "PFT", "12.25", "6.75", "Opossum", "Heron", "ringleader", "Read aloud", "≤43",
	"tartled", "Guard", "≤31"}

// playedTwice is two evenings, by the small game in testdata, of which the players may know half.
func playedTwice(t testing.TB) *gm.Session {
	t.Helper()
	c, err := campaign.Open("testdata/told", nil)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	s := staged(t, c, dir, "2024-05-01 20:00")
	gmtest.Do(t, s, "begin On the Steps", "turn ana 1", "turn ringleader 3", "turn ben 4", "turn magpie 50", "note Ptarmigan pays",
		"set ringleader PFT -3 because Bogus", "set magpie PFT =12.25 because Bogus", "put magpie dazed because Bogus", "undo 2",
		"next", "look 977", "next", "attack ana", "next", "attack ringleader, df -2", "next",
		"next, answer parry dice 10 90 3 4", "next, answer none dice 20 70 3 5 5", "next", "look 550", "next", "turn ringleader 30",
		"set ben PFT -2 because Heron", "roll sneaking by ringleader", "contest magpie sneaking against ana looking")
	s.Close()
	s = staged(t, c, dir, "2024-05-08 19:30")
	gmtest.Do(t, s, "set ringleader PFT =6.75 because Heron", "next", "attack ringleader", "next", "wait", "next, answer none dice 10 30 6 2 2",
		"next", "ana: attack magpie", "next, answer none, overrule hit solid_success dice 97 30 1 1 1 because Heron", "mend 16 attack magpie, answer none because Bogus", "accept",
		"award 2 party because Heron", "finish", "roll knife by party", "begin On the Steps fresh", "initiative")
	if err := s.SetEveningNote(1, "Opossum things"); err != nil {
		t.Fatal(err)
	}
	return s
}

// TestExports holds the exports of two evenings to those in testdata; UPDATE=1 writes them anew.
func TestExports(t *testing.T) {
	s := playedTwice(t)
	for _, audience := range Audiences() {
		for _, format := range Formats() {
			name := fmt.Sprintf("%s.%s", audience, map[Format]string{Markdown: "md", HTML: "html", JSONLines: "jsonl"}[format])
			t.Run(name, func(t *testing.T) {
				got := account(t, s, format, audience)
				file := filepath.Join("testdata", "told", "export", name)
				if os.Getenv("UPDATE") != "" {
					if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
						t.Fatal(err)
					}
				}
				want, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				gmtest.SameText(t, got, string(want))
			})
		}
	}
}

// TestSecrets reads the players' version for what they must not know, and the game master's for all of it.
func TestSecrets(t *testing.T) {
	s := playedTwice(t)
	for _, format := range Formats() {
		players, whole := account(t, s, format, Players), account(t, s, format, GameMaster)
		for _, secret := range secrets {
			if strings.Contains(players, secret) {
				t.Errorf("%s: the players read %q", format, secret)
			}
			if !strings.Contains(whole, secret) {
				t.Errorf("%s: the game master does not read %q", format, secret)
			}
		}
		for _, known := range []string{"to be 1055", "badly hurt", "dazed", "parry", "Crow"} {
			if !strings.Contains(players, known) {
				t.Errorf("%s: the players do not read %q", format, known)
			}
		}
	}
}

// TestSecretsAtRandom plays at random and holds that in the players' version each number belongs to the party; of others
// a step says where they were hit, and no more.
func TestSecretsAtRandom(t *testing.T) {
	c := gmtest.Sample(t)
	numbers := regexp.MustCompile(`%|\b(PFT|PBD|PEX|MFT|MBD|MEX|SP|EEP)\b|rolled \d|acts at`)
	for seed := range uint64(3) {
		s := playedAtRandom(t, c, 100+seed, 200)
		var party, others []string
		for _, e := range c.Encounters() {
			for _, who := range e.Combatants {
				sheet, _, err := c.Character(who.From)
				if err != nil {
					t.Fatal(err)
				}
				name := sheet.Person.Name
				if who.Name != "" {
					name = who.Name
				}
				if who.Side == "party" {
					party = append(party, name)
				} else {
					others = append(others, name)
				}
			}
		}
		for _, l := range s.Log() {
			e, err := s.Entry(l.Seq())
			if err != nil {
				t.Fatal(err)
			}
			for _, came := range e.Events { // those who were added, and may have left since
				if came.Kind == rules.EventJoin && (came.What == "party" || strings.Contains(came.Sheet, "player:")) {
					party = append(party, came.Text)
				} else if came.Kind == rules.EventJoin {
					others = append(others, came.Text)
				}
			}
		}
		text := account(t, s, JSONLines, Players)
		for _, word := range []string{"of a fall", "because", "between: scenes", "preset it", `"line"`, `"outcomes"`, `"events"`, `"source"`, "yaml"} {
			if strings.Contains(text, word) {
				t.Errorf("seed %d: the players read %q", seed, word)
			}
		}
		for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
			var e entryLine
			if err := json.Unmarshal([]byte(line), &e); err != nil {
				t.Fatal(err)
			}
			owner := "party"
			for _, part := range strings.Split(strings.ReplaceAll(e.Text, ": ", " · "), " · ") {
				for i, names := range [][]string{party, others} {
					for _, name := range names {
						if part == name || strings.HasPrefix(part, name+" ") {
							owner = []string{"party", name}[i]
						}
					}
				}
				if numbers.MatchString(part) && owner != "party" {
					t.Errorf("seed %d: %q tells a number of %s: %s", seed, part, owner, e.Text)
				}
			}
			for _, step := range e.Steps {
				if name, _, _ := strings.Cut(step.Label, ":"); !strings.Contains(strings.Join(party, "|"), name) && !strings.Contains(name, "comes") && (len(step.Terms) > 0 || numbers.MatchString(step.Text)) {
					t.Errorf("seed %d: a step of %s: %+v", seed, name, step)
				}
			}
		}
	}
}

// TestExportOfOne holds that one evening alone can be had.
func TestExportOfOne(t *testing.T) {
	s := playedTwice(t)
	var out bytes.Buffer
	if err := Write(&out, s, Markdown, Players, 2); err != nil {
		t.Fatal(err)
	}
	if text := out.String(); strings.Contains(text, "Session 1") || !strings.Contains(text, "## Session 2, 2024-05-08") || !strings.Contains(text, "damage (d6 1 typed)") {
		t.Errorf("of the second evening:\n%s", text)
	}
}

// TestPage holds that a page needs nothing else and that no text becomes part of it.
func TestPage(t *testing.T) {
	c := *gmtest.Sample(t)
	c.Label, c.Notes = `<script>alert(1)</script>`, `" onload="x" & <img src=http://example.com>`
	s := opened(t, &c, "", 1)
	gmtest.Do(t, s, "note </details><b>bold</b> *x* [y](http://example.com) `z`", "begin warehouse", "initiative")
	for _, audience := range Audiences() {
		text := account(t, s, HTML, audience)
		for _, word := range []string{"<script", "<img", "<b>", "href=", "src=\"", "url(", "@import", "<link", "javascript:"} {
			if strings.Contains(text, word) {
				t.Errorf("%s: the page has %s", audience, word)
			}
		}
		for _, tag := range []string{"ol", "ul", "li", "div", "details", "summary", "span", "p"} {
			if opened, closed := strings.Count(text, "<"+tag+">")+strings.Count(text, "<"+tag+" "), strings.Count(text, "</"+tag+">"); opened != closed {
				t.Errorf("%s: %d <%s> are opened and %d closed", audience, opened, tag, closed)
			}
		}
		if !strings.Contains(text, "prefers-color-scheme: dark") || !strings.Contains(text, "&lt;script&gt;") {
			t.Errorf("%s: the page has no dark colours, or another title", audience)
		}
	}
	text := account(t, s, Markdown, GameMaster)
	if !strings.Contains(text, "# \\<script\\>") || !strings.Contains(text, "\\<b\\>bold\\</b\\> \\*x\\* \\[y\\]") {
		t.Errorf("Markdown means something in:\n%s", text[:600])
	}
}

func TestMarked(t *testing.T) {
	for text, want := range map[string]string{
		"plain, 12 words.": "plain, 12 words.",
		"1. first":         "1\\. first",
		"12) twelfth":      "12\\) twelfth",
		"- dash":           "\\- dash",
		"= line":           "\\= line",
		"a_b *c* `d`":      "a\\_b \\*c\\* \\`d\\`",
		"two\nlines\x1b[0": "two lines \\[0",
		"7":                "7",
		"":                 "",
	} {
		if got := escapeMarkdown(text); got != want {
			t.Errorf("%q is marked as %q, want %q", text, got, want)
		}
	}
}

// TestExportRefused names what there is.
func TestExportRefused(t *testing.T) {
	s := opened(t, gmtest.Sample(t), "", 1)
	for _, err := range []error{Write(&bytes.Buffer{}, s, "pdf", Players, 0), Write(&bytes.Buffer{}, s, HTML, "aunts", 0)} {
		if err == nil || !strings.Contains(err.Error(), "Choose: ") {
			t.Errorf("got %v, want what may be chosen", err)
		}
	}
	gmtest.Do(t, s, "begin warehouse")
	if err := Write(full{}, s, HTML, GameMaster, 0); err == nil {
		t.Error("a disk that is full goes unnoticed")
	}
}

// full is a disk without room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no room") }

// TestScenesAreCalled: players read what a scene is called for them in place of its label.
func TestScenesAreCalled(t *testing.T) {
	s := opened(t, gmtest.Sample(t), "", 4)
	gmtest.Do(t, s, "begin warehouse")
	if text := account(t, s, Markdown, Players); !strings.Contains(text, "### The old salt warehouse") || strings.Contains(text, "Warehouse at Low Tide") {
		t.Errorf("got\n%s", text)
	}
	s = opened(t, gmtest.Campaign(t, "cold_lantern", nil), "", 4)
	gmtest.Do(t, s, "begin lock_four")
	if text := account(t, s, Markdown, Players); !strings.Contains(text, "### Lock four") || strings.Contains(text, "Boarding at") {
		t.Errorf("without a name\n%s", text)
	}
}

// TestScenesEnd: each audience reads how a scene ended as it knows it, players a goal only by the name that they have for it, even if the
// next scene begins at once.
func TestScenesEnd(t *testing.T) {
	heads := func(c *campaign.Campaign, audience Audience, lines ...string) string {
		s := opened(t, c, "", 4)
		gmtest.Do(t, s, lines...)
		text := account(t, s, Markdown, audience)
		_, text, _ = strings.Cut(text, "\n## Session")
		return strings.Join(collect.Filter(strings.Split(text, "\n"), func(line string) bool {
			return strings.HasPrefix(line, "###") || strings.Contains(line, "Goals:") || strings.Contains(line, "is over")
		}), "\n")
	}
	files := gmtest.SecretFiles(t)
	files["encounters/hatch.yaml"] += "goals: {lie: {skill: climbing, sum: 2}}\n"
	mole, hatch := gmtest.Sample(t), gmtest.OpenFiles(t, files)
	for _, row := range []struct {
		c     *campaign.Campaign
		of    Audience
		lines []string
		want  string
	}{
		{mole, GameMaster, []string{"begin mole", "goal pell +2", "finish"}, "### Under the Excise Lanterns: goal reached\n**Goals:** Sergeant Pell lets them go: reached"},
		{mole, Players, []string{"begin mole", "goal pell +2", "finish"}, "### The excise house on the mole: goal reached\n**Goals:** Sergeant Pell lets the party go: reached\n- The scene is over: goal reached."},
		{mole, Players, []string{"begin mole", "goal pell +1", "begin parlour"}, "### The excise house on the mole\n**Goals:** Sergeant Pell lets the party go: left\n### Madame Orlo's parlour"},
		{mole, GameMaster, []string{"begin mole", "goal pell +2", "begin parlour"}, "### Under the Excise Lanterns: goal reached\n**Goals:** Sergeant Pell lets them go: reached\n### The Parlour That Listens"},
		{hatch, GameMaster, []string{"begin hatch", "goal lie +2", "finish"}, "### At the Hatch: goal reached\n**Goals:** Lie: reached"},
		{hatch, Players, []string{"begin hatch", "goal lie +2", "finish"}, "### At the Hatch\n- The scene is over."},
		{mole, Players, []string{"begin warehouse", "initiative bram dice 1 3 3", "turn bram 1", "next", "bram: attack cutter_1", "next, answer none, answer none, dice 96", "finish"}, "### The old salt warehouse: fight broken off\n- The fight is over: broken off."},
		{mole, Players, []string{"begin warehouse", "initiative bram dice 1 3 3", "turn bram 1", "next", "bram: attack cutter_1", "next, answer none, answer none, dice 96", "set grell PBD -40", "finish"}, "### The old salt warehouse: fight won\n- The fight is over: won."},
	} {
		if got := heads(row.c, row.of, row.lines...); got != row.want {
			t.Errorf("%s, %q: got\n%s\nwant\n%s", row.of, row.lines, got, row.want)
		}
	}
}

// TestMomentsAtRest exports a night: at rest the game master reads the time of day, players no time, and nobody a count.
func TestMomentsAtRest(t *testing.T) {
	s := opened(t, gmtest.Sample(t), "", 4)
	gmtest.Do(t, s, "begin warehouse", "pass 8 h sleeping by party", "roll hiding by kira")
	log := s.Log()
	if at := log[len(log)-1].Moment(); at != "05:40" {
		t.Errorf("the log says %s", at)
	}
	for _, of := range Audiences() {
		for _, format := range []Format{Markdown, HTML} {
			if text := account(t, s, format, of); strings.Contains(text, "288000") || strings.Contains(text, "05:40") != (of == GameMaster) {
				t.Errorf("%s as %s:\n%s", of, format, text)
			}
		}
	}
	seen, err := players.NewTelling(s).SeatViewOf("kira")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range seen.Log {
		if p.Timed {
			t.Errorf("on a phone %q is at %g", p.Text, p.Count)
		}
	}
}
