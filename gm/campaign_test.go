package gm

import "testing"

func TestSampleCampaign(t *testing.T) {
	c, err := OpenCampaign(Sample, nil)
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
