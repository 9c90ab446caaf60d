package dashboard

import (
	"strings"
	"testing"

	"hybrid/gm"
	"hybrid/gm/campaign"
	"hybrid/gm/gmtest"
	"hybrid/rules"
)

// TestRenewed goes on with other rules: what is shown comes from them; a mistake leaves everything as it is.
func TestRenewed(t *testing.T) {
	gmtest.SkipIfShort(t)
	c, err := campaign.Open("cold_lantern", nil)
	if err != nil {
		t.Fatal(err)
	}
	s, _, err := gm.Open(c, gm.Options{Dice: rules.NewSeededDice([32]byte{3})})
	if err != nil {
		t.Fatal(err)
	}
	d := New(s, Options{})
	d.doLine("begin lock_four")
	if d.IsBusy() {
		t.Fatal("it is asking something")
	}
	d.openPromptFor("put")
	if !d.IsBusy() {
		t.Error("somebody types, and it is not busy")
	}
	d.prompt.close()
	d.preview("juno: attack pell")
	again, err := campaign.Open("cold_lantern", nil)
	if err != nil {
		t.Fatal(err)
	}
	d.ShowReload(s.ReloadSaved(gm.WatchResult{Campaign: again, Files: []string{"tables/void.yaml"}}))
	if d.message.bad || d.message.text != "saved: tables/void.yaml; the rules are the same" || d.previewCache.state != nil {
		t.Errorf("%+v", d.message)
	}
	if s.Rules() != again.Rules || d.selected == "" {
		t.Error("the rules are those before")
	}
	keys := len(d.bindings)
	if d.ShowReload("void.yaml:3:4: a mistake", true); !d.message.bad || len(d.bindings) != keys {
		t.Errorf("%+v", d.message)
	}
	st := newStage(t, s, 80, 24)
	st.d.ShowReload("void.yaml:3:4: a mistake", true)
	if frame := st.keys("j").frame(); !strings.Contains(frame, "! old rules (R)") {
		t.Errorf("no word of it\n%s", frame)
	}
	if frame := st.keys("R").frame(); !strings.Contains(frame, "void.yaml:3:4: a mistake") {
		t.Errorf("the mistake is not to be read\n%s", frame)
	}
	st.keys("Esc")
	st.d.ShowReload("Reloaded: nothing", false)
	if frame := st.keys("j").frame(); strings.Contains(frame, "rules as before") {
		t.Errorf("still\n%s", frame)
	}
}
