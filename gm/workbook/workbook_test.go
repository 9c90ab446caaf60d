package workbook

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"hybrid/gm/campaign"
	"hybrid/gm/gmtest"
	"hybrid/rules"
)

// cells are written into a new workbook: "Main!B1" and what it holds; what begins with = is a formula, behind which the value
// that was kept with it stands after a semicolon.
type cells map[string]any

// book writes a workbook into a folder, and returns its path.
func book(t testing.TB, folder string, sheets []string, content cells) string {
	t.Helper()
	f := excelize.NewFile()
	for _, name := range sheets {
		if _, err := f.NewSheet(name); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.DeleteSheet("Sheet1"); err != nil {
		t.Fatal(err)
	}
	for at, value := range content {
		sheet, cell, _ := strings.Cut(at, "!")
		formula, isText := value.(string)
		var err error
		if kept, found := strings.CutPrefix(formula, "="); isText && found {
			by, shown, _ := strings.Cut(kept, ";")
			x, ok := number(shown)
			if !ok {
				t.Fatalf("%s: %s", at, formula)
			}
			if err = f.SetCellFloat(sheet, cell, x, -1, 64); err == nil {
				err = f.SetCellFormula(sheet, cell, by)
			}
		} else {
			err = f.SetCellValue(sheet, cell, value)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(folder, "wren.xlsx")
	if err := f.SaveAs(path); err != nil {
		t.Fatal(err)
	}
	return path
}

// wren is a spreadsheet with everything in it that players do to one.
func wren() cells {
	content := cells{
		"Main!B1": "  Wren Alder ", "Main!B22": 5, "Main!C22": 11, "Main!B23": "70 kg", "Main!B24": "a scar over\none eye", "Main!F3": "owes Orlo", "Main!N9": 12,
		"Main!B4": 10, "Main!B5": 11, "Main!B6": "=Statistics!B4+1;12", "Main!B7": 13, "Main!B8": 14, "Main!D4": 9, "Main!D5": 8, "Main!D6": 11, "Main!D7": 5, "Main!D8": 10,
		"Main!C8": "MAW", "Main!A4": "PST",
		"Main!B10": 24, "Main!D10": 17, "Main!B11": 35, "Main!D11": 27, "Main!B12": 57, "Main!D12": 43,
		"Main!B13": 9.2, "Main!D13": 4, "Main!B15": 11, "Main!D15": "n/a", "Main!B16": 11.666666666, "Main!D16": 8.3333333, "Main!B17": 14.5, "Main!D17": 8,
		"Main!B19": 4, "Main!D19": 3,
		"Statistics!A2": "PST", "Statistics!B2": 99, "Statistics!C2": 1, "Statistics!B16": 2,
		"Inventory!A1": "rope", "Form Responses 1!A1": "yes", "Sheet5!C3": "?",
		"Skills!A1": "Name", "Skills!I1": "Rank",
	}
	rows := map[int][]any{ // A B C D E F G H I J K L M
		2:  {"Sword", "PDISC", "U", "ST", -1, "PCA", "", "", 6, 11.6666667, 54, 3, 3},
		3:  {"\tSerching ", "MDISC", "U", "NT", -4, "PAW", "MAW", "", 5, 12, "=3*J3+4*I3+5*E3;36", 2.5, 3},
		4:  {"", "", "", "", "", "", "", "", "", "", "", "", ""},
		5:  {"Tracking", "CRAFT", "U", "ST", -2, "PAW", "PAW", "MAW", 4, 12.6666667, "=3*J5+4*I5+5*E5+I3+$I$2*2;61", 2, 5},
		6:  {"Knot tying", "CRAFT", "ST", "ST", -3, "DEX", "", "", 3, 12, 33, 1.5, 6},
		13: {"Poison lore", "SCI", "U", "NT", 0, "MAW", "", "", 2, 10, 38, 1, 7},
		7:  {"Climbing", "PDISC", "U", "ST", -1, "PST", "PAG", "", 4, 11.5, 50, 2, 9},
		8:  {"Diving", "PDSC", "U", "NT", 0, "PEN", "", "", "lots", 11, 33, 1, 2},
		9:  {"Swimming", "PDISC", "U", "NT", 0, "PST", "PEN", "PAG", 2.5, 11.3333333, 42, 1, 2},
		10: {"Sword ", "PDISC", "U", "ST", -1, "PCA", "", "", 1, 12, 38, 1, 3},
		11: {"", "", "", "", "", "", "", "", 3, "", "", "", ""},
		12: {"Balance", "PDISC", "U", "XX", 0, "PAGG", "", "", 3, 13, 51, 1, 2},
	}
	for at, row := range rows {
		for i, value := range row {
			if value == "" {
				continue
			}
			name, _ := excelize.CoordinatesToCellName(i+1, at)
			content["Skills!"+name] = value
		}
	}
	return content
}

var sheetNames = []string{"Skills", "Inventory", "Tables", "Main", "Form Responses 1", "Sheet5", "Statistics"}

// imported is what the spreadsheet comes to in a campaign of its own.
func imported(t *testing.T, content cells, keep bool) (text string, made *Made, notes string, c *campaign.Campaign) {
	t.Helper()
	layout, err := UsualLayout()
	if err != nil {
		t.Fatal(err)
	}
	sheet, err := Read(book(t, t.TempDir(), sheetNames, content), layout)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{"campaign.yaml": "campaign: {label: Mine}\n"}
	if c, err = campaign.Open(gmtest.Folder(t, files), nil); err != nil {
		t.Fatal(err)
	}
	made = sheet.Against(c)
	if made.Skills != "" {
		files["tables/more.yaml"] = made.Skills
		if c, err = campaign.Open(gmtest.Folder(t, files), nil); err != nil {
			t.Fatal(err)
		}
	}
	if keep {
		if err := made.Keep(); err != nil {
			t.Fatal(err)
		}
	}
	text, list, err := made.Character(c, "Wren Alder")
	if err != nil {
		t.Fatal(err)
	}
	for _, note := range list {
		notes += note.String() + "\n"
	}
	return text, made, notes, c
}

const wantFile = `character:
  name: Wren Alder
  notes: >-
    Height: 5 ft 11 in

    Weight: 70 kg

    Appearance: a scar over one eye

    owes Orlo

    12
stats: {PST: 10, PEN: 11, DEX: 12, PAG: 13, PAW: 14, MST: 9, MEN: 8, MAG: 11, MAW: 10, PSI: 5}
adjust: {PBD: {plus: 3}, PDF: {plus: 2}, PMV: {times: 2}}
skills:
  sword: 6
  searching: 5
  tracking: {rank: 4, basis: (PAW + PAW + MAW) / 3, tools: simple, bonus: {sword: 2, searching: 1}}
  knot_tying: 3
  climbing: 4
  swimming: 2
  balance: 3
  poison_lore: 2
`

func TestSpreadsheet(t *testing.T) {
	text, made, notes, _ := imported(t, wren(), false)
	if text != wantFile {
		t.Errorf("got\n%swant\n%s", text, wantFile)
	}
	if want := "  knot_tying: {label: Knot tying, type: craft, interaction: single_assisted, tools: simple, scope: specific, basis: DEX, tags: [physical]}\n" +
		"  poison_lore: {label: Poison lore, type: science, interaction: unassisted, tools: bare_handed, scope: specific, basis: MAW, tags: [mental]}\n"; !strings.HasSuffix(made.Skills, want) {
		t.Errorf("the skills are\n%s", made.Skills)
	}
	for _, want := range []string{
		"Main D15: n/a is no number, and is left out",
		"Main: PBD is 24 there, and 21 by the rules; the former counts, by an adjustment",
		"Skills row 3: Serching is taken for Searching",
		"Skills row 6: the campaign has no skill Knot tying; it is written beside the character",
		`Skills row 8: Diving has the rank "lots", which is no number, and is left out`,
		"Skills row 9: Swimming has the rank 2.5; it is written as 2",
		"Skills row 10: Sword stands in row 2 already; this one is left out",
		"Skills row 11: a rank without a name is left out",
		"Skills row 12: Balance: XX is none of the codes for tools",
		"Skills row 12: Balance rests on PAGG; it is taken for PAG",
		"Skills row 7: Climbing costs 9 by the sheet, and 3 by its parts; the rules' counts (--keep=climbing keeps the sheet's)",
		"Skills row 7: Climbing has a chance of 50% by the sheet, and of 45.5% by the rules; the rules' counts (--keep=climbing keeps the sheet's)",
		"Skills row 12: Balance has the speed 1 by the sheet, and 2 by its rank; the rules' counts (--keep=balance keeps the sheet's)",
	} {
		if !strings.Contains(notes, want) {
			t.Errorf("nothing says %q", want)
		}
	}
	for _, never := range []string{"row 2: Sword has a chance", "row 5: Tracking has a chance", "row 3: Serching has"} {
		if strings.Contains(notes, never) {
			t.Errorf("what adds up is told: %s", never)
		}
	}
	if t.Failed() {
		t.Logf("told:\n%s", notes)
	}
}

// Kept, a skill costs what the sheet says, and its chance is the sheet's.
func TestKeptSpreadsheet(t *testing.T) {
	text, _, _, c := imported(t, wren(), true)
	sheet, err := c.Rules.ReadSheet("wren", []byte(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	climbing, _ := c.Rules.Skills.Get("climbing")
	if own := sheet.Own(climbing); own.Cost != 9 {
		t.Errorf("climbing costs %g", own.Cost)
	}
	for name, want := range map[string][2]float64{"climbing": {50, 2}, "tracking": {61, 2}, "swimming": {42, 1}, "balance": {51, 1}, "searching": {36, 3}} {
		skill, _ := c.Rules.Skills.Get(name)
		worth, err := skill.Worth(c.Rules, &rules.State{Actors: []*rules.Actor{c.Rules.NewActor("wren", sheet)}}, "wren")
		if err != nil || !rounded(worth.Chance, want[0]) || worth.Points != want[1] {
			t.Errorf("%s has a chance of %g and %g points, %v", name, worth.Chance, worth.Points, err)
		}
	}
	_, made, _, _ := imported(t, wren(), false)
	if err := made.Keep("Climbing", "balance"); err != nil {
		t.Fatal(err)
	}
	if text, _, err = made.Character(c, "Wren"); err != nil || !strings.Contains(text, "climbing: {rank: 4, cost: 9") || !strings.Contains(text, "swimming: 2\n") {
		t.Errorf("two are kept: %v\n%s", err, text)
	}
	if err := made.Keep("climbin"); err == nil || err.Error() != "the spreadsheet has no skill climbin. Did you mean climbing?" {
		t.Error(err)
	}
}

// What the sheet of statistics changes a number by is an adjustment with its row; what is shown counts where it is otherwise.
func TestChangedStatistics(t *testing.T) {
	content := wren()
	for at, value := range map[string]any{
		"Statistics!B2": 9, "Statistics!C2": 2, "Statistics!D2": -1, "Main!B4": 10, // PST
		"Statistics!B3": 11,                                    // PEN, unchanged
		"Statistics!B4": 12, "Statistics!C4": 3, "Main!B6": 12, // DEX is typed over
		"Statistics!D5":  2,                      // PAG has no raw value
		"Statistics!C13": 2, "Statistics!D13": 1, // PBD: as shown
		"Statistics!C15": 4,                                           // PFT: the sheet shows what the rules make
		"Statistics!C16": 2, "Statistics!D16": 1, "Statistics!C20": 0, // PMV, MMV
		"Statistics!C18": "2", "Statistics!C23": 1, // MEX; PDF is shown with 2 more
		"Statistics!C28": -1, // MSPD
	} {
		content[at] = value
	}
	delete(content, "Main!D12")
	delete(content, "Main!D19")
	delete(content, "Main!D13")
	text, _, notes, c := imported(t, content, false)
	for _, want := range []string{
		"stats: {PST: 9, PEN: 11, DEX: 12, PAG: 13,",
		"adjust: {PST: {plus: 1, src: Statistics row 2}, PBD: {plus: 3, src: Statistics row 13}, MEX: {plus: 2, src: Statistics row 18}, PDF: {plus: 2}, MSPD: {plus: -1, src: Statistics row 28}, PMV: {times: 2, src: Statistics row 16}}\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the file has no %s\n%s", want, text)
		}
	}
	for _, want := range []string{
		"Statistics row 2: PST is 9, changed by +1; that is an adjustment",
		"Main: DEX is 12 there, and 15 in Statistics; the former counts",
		"Statistics row 5: PAG is changed by +2, but its raw value is not there; 13 of Main counts",
		"Statistics row 13: PBD is 21 by the rules, changed by +3; that is an adjustment",
		"Main: PFT is 35 there, and 39 (35 by the rules, changed by +4 in Statistics row 15); the former counts",
		"Statistics row 16: PMV is 4.6 by the rules, changed by × 2; that is an adjustment",
		"Statistics row 20: MMV × 0 is no factor, and is left out",
		"Main: PDF is 14.5 there, and 13.5 (12.5 by the rules, changed by +1 in Statistics row 23); the former counts, by an adjustment",
	} {
		if !strings.Contains(notes, want) {
			t.Errorf("nothing says %q", want)
		}
	}
	if t.Failed() {
		t.Logf("told:\n%s", notes)
	}
	sheet, err := c.Rules.ReadSheet("wren", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]float64{"PST": 10, "PMV": 9.2, "PDF": 14.5, "MSPD": 2} {
		if stat, _ := c.Rules.Stats.Get(name); sheet.Stat(stat) != want {
			t.Errorf("%s is %g, want %g", name, sheet.Stat(stat), want)
		}
	}
}

func TestWhatIsNoSpreadsheet(t *testing.T) {
	layout, err := UsualLayout()
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	for _, row := range []struct{ name, text, want string }{
		{"old.xls", "", "save it as .xlsx"},
		{"locked.xlsx", "\xd0\xcf\x11\xe0\xa1\xb1", "save it as .xlsx without a password"},
		{"plain.xlsx", "a,b,c", "is no .xlsx workbook"},
	} {
		path := filepath.Join(folder, row.name)
		if err := os.WriteFile(path, []byte(row.text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(path, layout); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: %v", row.name, err)
		}
	}
	if _, err := Read(filepath.Join(folder, "none.xlsx"), layout); err == nil || !strings.Contains(err.Error(), "cannot be read: no such file") {
		t.Error(err)
	}
	if _, err := Read(book(t, folder, []string{"Main", "Other"}, nil), layout); err == nil || !strings.Contains(err.Error(), "has no sheet Skills; it has Main, Other") {
		t.Error(err)
	}
	missing := wren()
	delete(missing, "Main!B4")
	if _, _, notes, _ := imported(t, missing, false); !strings.Contains(notes, "Statistics B2: PST is not on Main; it is taken from here") {
		t.Errorf("told: %s", notes)
	}
}
