package campaign

import "testing"

// An encounter, or a character's file, says what a combatant is called where there is little room; without it that is the
// word of the name that is the key.
func TestShortNames(t *testing.T) {
	c, err := Open(Sample, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range c.Encounters() {
		for _, m := range e.Combatants {
			if m.Key == "shooter" && m.Short != "Tilde" {
				t.Errorf("the shooter is short for %q", m.Short)
			}
		}
	}
	sheet, err := c.Rules.ReadSheet("x.yaml", []byte("character: {name: Kira Vance, short: K}\nstats: {PST: 14, PEN: 13, DEX: 16, PAG: 15, PAW: 14, MST: 11, MEN: 12, MAG: 12, MAW: 13, PSI: 5}\n"))
	if err != nil {
		t.Fatal(err)
	}
	if a := c.Rules.NewActor("kira", sheet); a.Short != "K" {
		t.Errorf("got %q, want K", a.Short)
	}
	sheet.Person.Short = ""
	for key, want := range map[string]string{"kira": "Kira", "guard": "Kira Vance"} {
		if a := c.Rules.NewActor(key, sheet); a.Short != want {
			t.Errorf("got %q of %s, want %q", a.Short, key, want)
		}
	}
}

func TestFileName(t *testing.T) {
	for label, want := range map[string]string{"Old Mole": "old_mole", "  Élise d'Aubigné ": "elise_d_aubigne", "Nº 2 (Dãn)": "no_2_dan", "Чтение": "", "__": ""} {
		if got := FileName(label); got != want {
			t.Errorf("%q is called %q, want %q", label, got, want)
		}
	}
}
