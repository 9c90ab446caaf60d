package campaign

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestSampleCampaign(t *testing.T) {
	c, err := Open(Sample, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range c.Cast() {
		if _, _, err := c.Character(name); err != nil {
			t.Error(err)
		}
	}
	if len(c.Encounters()) < 2 {
		t.Errorf("got %d encounters, want at least 2", len(c.Encounters()))
	}
}

// sample is the campaign that comes along.
func sample(t testing.TB) *Campaign {
	t.Helper()
	c, err := Open(Sample, nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestOrderOfEncounters: a campaign's file orders its encounters; those that it doesn't name follow, the largest first. A name that no
// file has is a mistake at its place.
func TestOrderOfEncounters(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		writeFile(t, filepath.Join(dir, name), text)
	}
	for _, name := range []string{"crane", "boat", "attic"} {
		write("encounters/"+name+".yaml", "combatants:\n  kira: {}\n")
	}
	write("encounters/fair.yaml", "combatants:\n  kira: {}\n  dov: {}\n")
	for order, want := range map[string]string{"[crane, boat]": "crane boat fair attic", "[]": "fair attic boat crane"} {
		write("campaign.yaml", "encounters: "+order+"\n")
		c, err := Open(dir, nil)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, e := range c.Encounters() {
			got = append(got, e.Name)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: got %v, want %s", order, got, want)
		}
	}
	write("campaign.yaml", "encounters: [crane, bot]\n")
	if _, err := Open(dir, nil); err == nil || !strings.Contains(err.Error(), "campaign.yaml:1:21: No encounter named “bot”. Did you mean “boat”?") {
		t.Errorf("a wrong name: %v", err)
	}
}
