package message

import "testing"

// TestFindNamed finds one of several by its key or name, and refuses the name of two.
func TestFindNamed(t *testing.T) {
	list := [][2]string{{"a1", "Ada"}, {"a2", "ada"}, {"zoë", "Zoë Hale"}, {"A2", "Ben"}, {"fa", "می\u200Cرود"}}
	for name, want := range map[string]int{"a1": 0, "a2": 1, "A2": 3, "ZOE\u0308": 2, " zoe\u0308 hale": 2, "میرود": 4, "zo": -1, "": -1} {
		if got, err := FindNamed(name, len(list), func(i int) (string, string) { return list[i][0], list[i][1] }); got != want || err != nil {
			t.Errorf("%q: got %d, %v; want %d", name, got, err, want)
		}
	}
	_, err := FindNamed("ADA", len(list), func(i int) (string, string) { return list[i][0], list[i][1] })
	if err == nil || err.Error() != "“ADA” could be a1 or a2. Type one of these." {
		t.Error(err)
	}
}
