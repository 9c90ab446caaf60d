package campaign

import (
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
