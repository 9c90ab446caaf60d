package rulebook_test

import (
	"fmt"
	"regexp"
	"testing"

	"hybrid/campaigns"
	"hybrid/gm/campaign"
	"hybrid/rules"
	"hybrid/rules/rulebook"
)

// sentence is how the page of a rule begins: a capital letter, words, and a full stop at the end.
var sentence = regexp.MustCompile(`^\p{Lu}[^=<>&|{}]*\pL\pL[^=<>&|{}]*[.?!”]$`)

// TestEveryRuleBeginsWithASentence reads the first lines of every entry of every campaign, and so of every pack: words, no formula.
func TestEveryRuleBeginsWithASentence(t *testing.T) {
	folders, err := campaigns.Files.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range folders {
		name := folder.Name()
		c, err := campaign.Open(name, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range rulebook.List(c.Rules) {
			if !sentence.MatchString(r.Text) {
				t.Errorf("%s: %s %s begins with no sentence: %q (%s)", name, r.Kind, r.Head.Name, r.Text, r.Head.Where())
			}
			if x, ok := r.Entry.(*rules.Ruling); ok {
				for _, choice := range x.Choices.Words() {
					if x.ChoiceText(choice) == "" {
						t.Errorf("%s: ruling %s does not say what %s means", name, x.Name, choice)
					}
				}
			}
		}
	}
}

// TestEveryRulingIsFound looks up R1 to R80: each has a page of its own, which begins with its sentence.
func TestEveryRulingIsFound(t *testing.T) {
	c, err := campaign.Open("saltmarket", nil)
	if err != nil {
		t.Fatal(err)
	}
	book := rulebook.List(c.Rules)
	for i := 1; i <= 80; i++ {
		src := fmt.Sprint("R", i)
		list, meant := rulebook.Find(book, src)
		if len(list) == 0 || meant != "" || list[0].Kind != "ruling" || list[0].Head.Src != src || !sentence.MatchString(list[0].Text) {
			t.Errorf("%s is not found with a sentence: %v", src, list)
		}
	}
}
