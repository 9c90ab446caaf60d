package main

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// sayLints are mistakes that no sentence of a pack may have, whoever reads it.
var sayLints = []*regexp.Regexp{
	regexp.MustCompile(`  | [.,;:!?]|[,;:.] ?[,;:.]|[{}\[\]|]`),
	regexp.MustCompile(`(?i)\ba [aeio][a-z]|\ban [bcdfgjklmnpqrstvwxz]`),
	regexp.MustCompile(`(?i)(^|[.;,] )you (is|has|does|was|goes)\b|\bthey (is|has|does|goes)\b`),
	regexp.MustCompile(`(?i)\b(you|yours?) (yourself|themselves) (is|are)\b`),
}

// TestEverySentenceReadsWell renders every pattern of every campaign for every reader: each of the two roles as you, as each kind of
// pronouns, as someone unknown and as something unseen. Every rule without patterns has a sentence of the language.
func TestEverySentenceReadsWell(t *testing.T) {
	for _, name := range []string{"saltmarket", "cold_lantern", "catacombs", "heresiarch", "two_tribes"} {
		p := &program{stdout: &bytes.Buffer{}, stderr: &bytes.Buffer{}}
		p.loadCampaign([]string{"--campaign", name})
		if p.campaign == nil || p.campaign.Rules == nil {
			t.Fatalf("%s is not open", name)
		}
		trial := newSayTrial(p)
		trial.sentencesReport(sayableRules(p.campaign.Rules))
		for _, row := range trial.rows {
			text := func(key string) string {
				i := slices.IndexFunc(row, func(m member) bool { return m.key == key })
				return row[i].value.(string)
			}
			said := text("said")
			first, _ := utf8.DecodeRuneInString(said)
			bad := unicode.IsLower(first) || !strings.ContainsAny(said[len(said)-1:], ".!?")
			for _, lint := range sayLints {
				bad = bad || lint.MatchString(said)
			}
			if bad && !strings.HasPrefix(text("pattern"), "(") {
				t.Errorf("%s, %s %s, %s as %s: %q by %q", name, text("rule"), text("case"), text("role"), text("as"), said, text("pattern"))
			}
		}
		sentences := len(trial.rows)
		if sentences < 300 {
			t.Errorf("%s has only %d sentences", name, sentences)
		}
	}
}
