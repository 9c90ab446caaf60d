package sheet_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"hybrid/gm/gmtest"
	"hybrid/gm/sheet"
	"hybrid/rules"
)

// actorOf returns the rules of a campaign, and a state with one of its characters as its file has it.
func actorOf(t *testing.T, campaign, who string) (*rules.Ruleset, *rules.State) {
	t.Helper()
	c := gmtest.Campaign(t, campaign, nil)
	person, _, err := c.Character(who)
	if err != nil {
		t.Fatal(err)
	}
	return c.Rules, &rules.State{Actors: []*rules.Actor{c.Rules.NewActor(who, person)}}
}

// sheetOf returns the sheet of a character as its file has it.
func sheetOf(t *testing.T, campaign, who string, live bool) *sheet.Sheet {
	t.Helper()
	rs, s := actorOf(t, campaign, who)
	v, err := sheet.New(rs, s, s.Actors[0], live)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// lineOf returns the row of a section with a label, as text; empty without one.
func lineOf(t sheet.Section, label string) string {
	for _, row := range t.Rows {
		if row.Label == label {
			texts := []string{row.Label}
			for _, cell := range row.Cells {
				texts = append(texts, cell.Text)
			}
			return strings.Join(texts, "|")
		}
	}
	return ""
}

func TestRows(t *testing.T) {
	for _, test := range []struct {
		campaign, who string
		live          bool
		section, row  string
	}{
		{"saltmarket", "kira", false, "weapons", "Sabre|Sword|90.4%|7|2d6+4|11|3|2"},
		{"saltmarket", "kira", false, "attacks", "Sabre|Sword|7|90.4%|65.4%|75.4%|70.4%|126.4%|105.9%"},
		{"saltmarket", "kira", false, "defences", "Dodge||20|62.5%|62.5%|62.5%|62.5%|62.5%"},
		{"saltmarket", "kira", false, "defences", "Crouch||5|yes|yes|yes|yes|"},
		{"saltmarket", "kira", false, "skills", "Sword|8|PCA|15|3|−1|90.4%||4|10|"},
		{"saltmarket", "kira", false, "rolls", "Sword|1–9|10–22|23–45|46–90"},
		{"saltmarket", "kira", false, "skill_pools", "Blades|+4.6|Sword, Knife, Axe"},
		{"saltmarket", "kira", false, "stats", "Mental combat ability|9.3"},
		{"saltmarket", "kira", false, "armour", "chest|7-30|Chain on leather|3|2|5|0|3|2|1"},
		{"saltmarket", "kira", false, "armour", "hand|99-100||||||||"},
		{"saltmarket", "kira", true, "worn", "Chain on leather|chest, abdomen"},
		{"saltmarket", "kira", true, "weapons", "Sabre|7|90.4%|81.4%"},
		{"saltmarket", "kira", true, "weapons", "Dagger|18|82.4%|"},
		{"saltmarket", "kira", true, "skills", "Sword|8|90.4%"},
		{"saltmarket", "kira", true, "gear", "Sabre|in hand"},
		{"saltmarket", "kira", true, "movement", "Dashing|5.8"},
		{"catacombs", "klavien", false, "weapons", "Sword|||5"},
		{"catacombs", "klavien", true, "worn", "Plate|Chest"},
		{"two_tribes", "prince", false, "stats", "Attack|3"},
	} {
		got := sheetOf(t, test.campaign, test.who, test.live).Section(test.section)
		label, _, _ := strings.Cut(test.row, "|")
		if line := lineOf(got, label); line != test.row {
			t.Errorf("%s, %s: got %q, want %q", test.who, test.section, line, test.row)
		}
	}
}

// A live sheet and a printed one have what both show in the same order, with the same labels and chances.
func TestLiveAndPaperAgree(t *testing.T) {
	for _, who := range []string{"kira", "bram", "dov"} {
		paper, live := sheetOf(t, "saltmarket", who, false), sheetOf(t, "saltmarket", who, true)
		at := -1
		for _, section := range live.Sections {
			i := slices.IndexFunc(paper.Sections, func(other sheet.Section) bool { return other.Key == section.Key })
			if i <= at && i >= 0 {
				t.Errorf("%s: %s stands elsewhere", who, section.Key)
			}
			at = max(at, i)
			if section.Key != "skills" && section.Key != "stats" && section.Key != "worn" {
				continue
			}
			for j, row := range section.Rows {
				other := paper.Section(section.Key).Without("basis", "basis_value", "cost", "df", "target", "points", "counts", "rolls").Rows[j]
				for k, cell := range row.Cells {
					if row.Label != other.Label || cell.Text != other.Cells[k].Text {
						t.Errorf("%s: %s has %s %v, on paper %s %v", who, section.Key, row.Label, cell.Text, other.Label, other.Cells[k].Text)
					}
				}
			}
		}
	}
}

// No other combatant is in a chance of a sheet.
func TestOthersAreInNoChance(t *testing.T) {
	rs, s := actorOf(t, "saltmarket", "kira")
	alone, err := sheet.New(rs, s, s.Actors[0], true)
	if err != nil {
		t.Fatal(err)
	}
	foe := rs.NewActor("foe", s.Actors[0].Sheet)
	s.Actors = []*rules.Actor{foe, s.Actors[0]}
	if crowd, _ := sheet.New(rs, s, s.Actors[1], true); lineOf(crowd.Section("weapons"), "Sabre") != lineOf(alone.Section("weapons"), "Sabre") {
		t.Error("another combatant changes the chance of an attack")
	}
}

func TestGuardsAreByTool(t *testing.T) {
	got := sheetOf(t, "saltmarket", "kira", false).Guards()
	var heads []string
	for _, column := range got.Columns {
		heads = append(heads, column.Head)
	}
	if want := "Fend, Fend and give ground, Parry (melee, unarmed), Parry (thrown), Block"; strings.Join(heads, ", ") != want {
		t.Errorf("the columns are %q, want %q", heads, want)
	}
	for _, want := range []string{"Sabre|90.4%|120.4%|81.4%|71.4%|80.4%", "Dagger|82.4%|112.4%|67.4%|57.4%|72.4%", "Close fist|||54%|44%|"} {
		label, _, _ := strings.Cut(want, "|")
		if line := lineOf(got, label); line != want {
			t.Errorf("got %q, want %q", line, want)
		}
	}
	if line := lineOf(sheetOf(t, "saltmarket", "bram", false).Guards(), "Front kick, Roundhouse kick, Side kick"); line == "" {
		t.Error("weapons with the same defences have rows of their own")
	}
}

func TestTables(t *testing.T) {
	row := func(label string, texts ...string) (r sheet.Row) {
		r.Label = label
		for _, text := range texts {
			r.Cells = append(r.Cells, sheet.Cell{Text: text})
		}
		return r
	}
	a := sheet.Section{Columns: []sheet.Column{{Key: "x"}, {Key: "y"}}, Rows: []sheet.Row{row("one", "1", ""), row("two", "2", "")}}
	b := sheet.Section{Columns: []sheet.Column{{Key: "z"}}, Rows: []sheet.Row{row("two", "22"), row("three", "33")}}
	joined := a.WithoutEmptyColumns().Join(b)
	for _, want := range []string{"one|1|", "two|2|22", "three||33"} {
		label, _, _ := strings.Cut(want, "|")
		if got := lineOf(joined, label); got != want {
			t.Errorf("joined: got %q, want %q", got, want)
		}
	}
	if got := a.WithoutEmptyColumns("y"); len(got.Columns) != 2 {
		t.Errorf("an empty column that is kept is gone: %v", got.Columns)
	}
	if len(a.Columns) != 2 || len(a.Rows[0].Cells) != 2 {
		t.Errorf("a section that was copied has changed: %v", a)
	}
	groups := sheet.Section{Title: "All", Rows: []sheet.Row{{Label: "a"}, {Label: "b", Group: "few"}, {Label: "c", Group: "few"}}}.Groups()
	if len(groups) != 2 || groups[0].Title != "All" || groups[1].Title != "Few" || len(groups[1].Rows) != 2 {
		t.Errorf("the groups are %v", groups)
	}
}

func TestBoxes(t *testing.T) {
	boxes := sheet.Pool{Now: 9.5, Max: 12}.Boxes()
	if len(boxes) != 2 || len(boxes[1]) != 2 || !boxes[0][2] || boxes[0][3] {
		t.Errorf("the boxes are %v", boxes)
	}
	for _, pool := range []sheet.Pool{{Now: 3}, {Now: 3, Max: 500}} {
		if got := pool.Boxes(); len(got) != 0 {
			t.Errorf("%v has boxes: %v", pool, got)
		}
	}
}

func TestPage(t *testing.T) {
	for _, test := range []struct {
		campaign, who string
		has, lacks    []string
	}{
		{"saltmarket", "kira", []string{"<h1>Kira Vance</h1>", "Played by Ana", "Dodge: 62.5%", "Roll with the blow: shock", "the highest roll of each degree · before circumstances · Blades: rank &#43;4.6", "Saltmarket"}, nil},
		{"catacombs", "klavien", []string{"<th>Weapon</th><th class=\"n\">damage</th>", "Plate"}, []string{">Skills", ">Defences", ">roll<"}},
	} {
		var out bytes.Buffer
		if err := sheetOf(t, test.campaign, test.who, false).WriteHTML(&out, "Saltmarket"); err != nil {
			t.Fatal(err)
		}
		for _, words := range test.has {
			if !strings.Contains(out.String(), words) {
				t.Errorf("the page of %s lacks %q", test.who, words)
			}
		}
		for _, words := range test.lacks {
			if strings.Contains(out.String(), words) {
				t.Errorf("the page of %s has %q", test.who, words)
			}
		}
	}
}
