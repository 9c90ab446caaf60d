package rules

import (
	"testing"
)

// TestPlainDice reads dice as people write them, throws them by hand, and holds what is said of them.
func TestPlainDice(t *testing.T) {
	rs := hybridPack(t)
	for _, row := range []struct {
		text, as string
		faces    []int
		want     string
	}{
		{"2d6+4", "2d6+4", []int{3, 5}, "3 + 5 + 4 = 12"},
		{"d100", "1d100", []int{42}, "42"},
		{"D%", "1d100", []int{7}, "7"},
		{"3d6 - 1", "3d6-1", []int{1, 2, 3}, "1 + 2 + 3 − 1 = 5"},
		{"4d6kh3", "4d6kh3", []int{5, 1, 6, 1}, "5 + 1 + 6 + (1) = 12"},
		{"4d6k3", "4d6kh3", []int{1, 4, 1, 4}, "1 + 4 + (1) + 4 = 9"},
		{"4d6dl1", "4d6kh3", []int{1, 4, 2, 4}, "(1) + 4 + 2 + 4 = 10"},
		{"4d6dh1", "4d6kl3", []int{1, 4, 2, 3}, "1 + (4) + 2 + 3 = 6"},
		{"3d8kl", "3d8kl1", []int{8, 2, 5}, "(8) + 2 + (5) = 2"},
		{"d20 adv", "2d20kh1", []int{4, 15}, "(4) + 15 = 15"},
		{"d20 disadvantage + 3", "2d20kl1+3", []int{4, 15}, "4 + (15) + 3 = 7"},
		{"2d6+1d8−d4 + 0.5", "2d6+1d8-1d4+0.5", []int{1, 2, 8, 4}, "1 + 2 + 8 − 4 + 0.5 = 7.5"},
		{"2d6 1d8  d4", "2d6+1d8+1d4", []int{1, 2, 8, 4}, "1 + 2 + 8 + 4 = 15"},
		{"d20 with advantage", "2d20kh1", []int{4, 15}, "(4) + 15 = 15"},
		{"disadvantage d20 + 2", "2d20kl1+2", []int{4, 15}, "4 + (15) + 2 = 6"},
		{"2d6, 1d8 and d4", "2d6+1d8+1d4", []int{1, 2, 3, 4}, "1 + 2 + 3 + 4 = 10"},
		{"100d6", "100d6", nil, ""},
		{"2d6! + 1", "2d6!+1", []int{6, 6, 2, 3}, "6! + 6! + 2 + 3 + 1 = 18"},
		{"d6!", "1d6!", []int{6, 6, 6, 1}, "6! + 6! + 6! + 1 = 19"},
		{"3d6!kh2 - d4!", "3d6!kh2-1d4!", []int{1, 6, 1, 5, 4, 2}, "(1) + 6! + 1 + 5 − 4! − 2 = 6"},
	} {
		dice, is, err := ReadPlainDice(row.text)
		if !is || err != nil || dice.String() != row.as {
			t.Errorf("%s is read as %s, %v", row.text, dice, err)
			continue
		}
		if again, _, err := ReadPlainDice(dice.String()); err != nil || again.String() != row.as {
			t.Errorf("%s is read as %s, %v", row.as, again, err)
		}
		if row.faces == nil {
			continue
		}
		_, thrown, err := dice.Throw(rs, &State{}, DecisionInput{Dice: &TypedDice{Faces: row.faces}})
		if got := thrown.Text(dice); err != nil || got != row.want {
			t.Errorf("%s: %s, %v; want %s", row.text, got, err, row.want)
		}
	}
	for text, want := range map[string]string{
		"101d6":                  "Too many dice. Roll at most 100 at once.",
		"60d6+41d6":              "Too many dice. Roll at most 100 at once.",
		"99999999999999999999d6": "Too many dice. Roll at most 100 at once.",
		"2d1":                    "A die has 2 to 10000 faces.",
		"4d6kh5":                 "Too few or too many dice would count. Write 4d6kh3 for the highest three of four.",
		"4d6dl4":                 "Too few or too many dice would count. Write 4d6kh3 for the highest three of four.",
		"0d6":                    "No dice are left to roll. Write 1d6.",
		"2d20 adv":               "Advantage is for one die. Write d20 adv.",
		"2d6 3":                  "Dice are added with a sign. Write 2d6+1d8.",
		"2d6x":                   "“2d6x” isn't dice. Write 2d6+1, 4d6kh3, 2d6!, d% or d20 adv.",
		"2d6+":                   "“2d6+” isn't dice. Write 2d6+1, 4d6kh3, 2d6!, d% or d20 adv.",
		"2d6++1":                 "“2d6++1” isn't dice. Write 2d6+1, 4d6kh3, 2d6!, d% or d20 adv.",
	} {
		if _, is, err := ReadPlainDice(text); !is || err == nil || err.Error() != want {
			t.Errorf("%s: %v; want %s", text, err, want)
		}
	}
	for _, text := range []string{"", "7", "dodge", "drive", "sword by kira", "2x"} {
		if _, is, _ := ReadPlainDice(text); is {
			t.Errorf("%q is read as dice", text)
		}
	}
}
