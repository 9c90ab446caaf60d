package players

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"hybrid/gm"
	"hybrid/gm/gmtest"
	"hybrid/gm/story"
	"hybrid/rules"
)

var (
	fights   = flag.Int("fights", 1, "play so many random fights of each encounter")
	passages = flag.String("passages", "", "write what is told in random fights to this file")
)

// storyCampaigns are the campaigns whose fights are told.
var storyCampaigns = []string{"saltmarket", "cold_lantern", "catacombs", "heresiarch", "two_tribes"}

// lints are mistakes that no sentence may have.
var lints = []struct {
	name string
	find *regexp.Regexp
}{
	{"two spaces", regexp.MustCompile(`  `)},
	{"a space before a stop", regexp.MustCompile(` [.,;:!?]`)},
	{"two stops", regexp.MustCompile(`[,;:.] ?[,;:.]`)},
	{"an unresolved place", regexp.MustCompile(`[{}\[\]|]`)},
	{"a for an", regexp.MustCompile(`(?i)\ba [aeio][a-z]`)},
	{"an for a", regexp.MustCompile(`(?i)\ban [bcdfgjklmnpqrstvwxz]`)},
	{"a verb after you", regexp.MustCompile(`(?i)(^|[.;,] )you (is|has|does|was|goes|[a-z]+[^su]s)\b`)},
	{"a second verb after you", regexp.MustCompile(`(?i)(^|[.;] )you [^.;,]* and (misses|finds|falls|gives|goes|listens|bobs|dodges|closes|fails|succeeds|takes|gets|stays)\b`)},
	{"they and a singular", regexp.MustCompile(`(?i)\bthey (is|has|does|goes)\b`)},
	{"health within a deed", regexp.MustCompile(` hit in the [a-z ]+ and (badly )?hurt\b`)},
	{"a winner before the fallen", regexp.MustCompile(`\b(wins?|won)\. .* (is|are) (slain|eliminated|beyond help)`)},
	{"one verb for several", regexp.MustCompile(`\bThe (heroes|clones of Dirz) (wins|has|is)\b`)},
	{"its for a person", regexp.MustCompile(`\(its player`)},
	{"nobody", regexp.MustCompile(`(?i)\b(somebody|nobody)\b`)},
}

// mistakesIn lists what is wrong with a passage.
func mistakesIn(text string) (list []string) {
	for _, lint := range lints {
		if found := lint.find.FindString(text); found != "" {
			list = append(list, fmt.Sprintf("%s: %q", lint.name, found))
		}
	}
	first, _ := utf8.DecodeRuneInString(text)
	last, _ := utf8.DecodeLastRuneInString(text)
	if unicode.IsLower(first) {
		list = append(list, "begins in lower case")
	}
	if !strings.ContainsRune(".!?”)", last) {
		list = append(list, "has no full stop")
	}
	sentences := strings.Split(text, ". ")
	for i := range sentences[1:] {
		if sentences[i] == strings.TrimSuffix(sentences[i+1], ".") {
			list = append(list, "says twice: "+sentences[i])
		}
	}
	return list
}

// fought plays an encounter of a campaign at random.
func fought(t testing.TB, campaign, encounter string, seed uint64, steps int) *gm.Session {
	c := gmtest.Campaign(t, campaign, nil)
	s, _, err := gm.Open(c, gm.Options{Clock: gmtest.Clock(), Dice: rules.NewSeededDice([32]byte{byte(seed), byte(seed >> 8)})})
	if err != nil {
		t.Fatal(err)
	}
	r := gmtest.NewRandom(seed, s.Game)
	gmtest.DoAtRandom(t, r, s, "begin "+encounter)
	if !s.Rules().Order.InRounds() {
		gmtest.DoAtRandom(t, r, s, "initiative")
	}
	for range steps {
		line := r.Line()
		if !s.State().Running {
			break
		}
		if strings.HasPrefix(line, "undo") || strings.HasPrefix(line, "redo") || strings.HasPrefix(line, "note") || strings.HasPrefix(line, "finish") {
			line = "next"
		}
		gmtest.DoAtRandom(t, r, s, line)
	}
	return s
}

// TestSentencesAtRandom plays random fights of all campaigns and looks for mistakes in what each reader is told.
func TestSentencesAtRandom(t *testing.T) {
	gmtest.SkipIfShort(t)
	t.Parallel()
	told := map[string]bool{}
	var list []string
	for _, name := range storyCampaigns {
		for _, encounter := range gmtest.Campaign(t, name, nil).Encounters() {
			for seed := range *fights {
				s := fought(t, name, encounter.Name, uint64(seed), 150)
				for reader, texts := range accounts(t, s) {
					for _, text := range texts {
						if told[text] {
							continue
						}
						told[text] = true
						list = append(list, fmt.Sprintf("%s %s: %s", name, reader, text))
						for _, mistake := range mistakesIn(text) {
							t.Errorf("%s, %s, seed %d, %s: %s\n%s", name, encounter.Name, seed, reader, mistake, text)
						}
					}
				}
			}
		}
	}
	if len(list) < 500 {
		t.Errorf("only %d passages", len(list))
	}
	if *passages != "" {
		slices.Sort(list)
		if err := os.WriteFile(*passages, []byte(strings.Join(list, "\n")+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// accounts returns what each reader is told of a session: the game master, all players and every seat.
func accounts(t *testing.T, s *gm.Session) map[string][]string {
	logs := map[string]*Log{"players": NewLog(s.Game(), TableSeat)}
	told := map[string][]string{}
	for e, err := range s.History() {
		if err != nil {
			t.Fatal(err)
		}
		if e.Undone {
			continue
		}
		if text := story.Recount(s.Rules(), e.Story(), nil).Text(); text != "" {
			told["game master"] = append(told["game master"], text)
		}
		if _, begins := e.BeginEvent(); begins {
			for _, a := range e.After.Actors {
				if a.Sheet.Person.Player != "" {
					logs[a.Key] = NewLog(s.Game(), a.Key)
				}
			}
		}
		for reader, log := range logs {
			if p, ok := log.Next(e); ok && p.Text != "" {
				told[reader] = append(told[reader], p.Text)
			}
		}
	}
	return told
}

// TestLintsFind holds that each lint finds its mistake.
func TestLintsFind(t *testing.T) {
	for _, text := range []string{"Kira  waits.", "Kira waits .", "Kira, , waits.", "Kira {waits}.", "Kira has a axe.", "Kira has an sword.", "You is hurt.", "You look and listens.", "They is hurt.", "Somebody waits.", "The shape is hit in the groin and hurt.", "The crew won. Voice is beyond help.", "The heroes wins.", "He leaves (its player draws).", "kira waits.", "Kira waits", "He is hurt. He is hurt."} {
		if len(mistakesIn(text)) == 0 {
			t.Errorf("nothing is found in %q", text)
		}
	}
	if list := mistakesIn("You pass Kira a sabre; he loses an axe."); len(list) > 0 {
		t.Errorf("found %q", list)
	}
}
