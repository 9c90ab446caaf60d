package workbook

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"hybrid/gm/campaign"
	"hybrid/gm/gmtest"
	"hybrid/rules"
	"hybrid/rules/purchase"
)

// cells are written into a new workbook: "Main!B1" and what it holds; what begins with = is a formula, behind which the value
// that was kept with it stands after a semicolon.
type cells map[string]any

// writeBook writes a workbook into a folder, after edits, and returns its path. What is under "name" is a defined name: the cell it is of.
func writeBook(t testing.TB, folder string, sheets []string, content cells, edits ...func(*excelize.File) error) string {
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
		sheet, cell, isCell := strings.Cut(at, "!")
		if !isCell {
			if err := f.SetDefinedName(&excelize.DefinedName{Name: at, RefersTo: value.(string)}); err != nil {
				t.Fatal(err)
			}
			continue
		}
		formula, isText := value.(string)
		var err error
		if kept, found := strings.CutPrefix(formula, "="); isText && found {
			by, shown, _ := strings.Cut(kept, ";")
			x, ok := parseNumber(shown)
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
	for _, edit := range edits {
		if err := edit(f); err != nil {
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
func imported(t *testing.T, content cells, keep bool) (text string, made *ConvertedCharacter, notes string, c *campaign.Campaign) {
	t.Helper()
	return importedOf(t, sheetNames, content, keep)
}

func importedOf(t *testing.T, sheetNames []string, content cells, keep bool, edits ...func(*excelize.File) error) (text string, made *ConvertedCharacter, notes string, c *campaign.Campaign) {
	t.Helper()
	layout, err := UsualLayout()
	if err != nil {
		t.Fatal(err)
	}
	sheet, err := Read(writeBook(t, t.TempDir(), sheetNames, content, edits...), layout)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{"campaign.yaml": "campaign: {label: Mine}\n"}
	if c, err = campaign.Open(gmtest.Folder(t, files), nil); err != nil {
		t.Fatal(err)
	}
	made = sheet.CompareWith(c)
	if made.LackingSkillsText != "" {
		files["tables/more.yaml"] = made.LackingSkillsText
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
		"  poison_lore: {label: Poison lore, type: science, interaction: unassisted, tools: bare_handed, scope: specific, basis: MAW, tags: [mental]}\n"; !strings.HasSuffix(made.LackingSkillsText, want) {
		t.Errorf("the skills are\n%s", made.LackingSkillsText)
	}
	wantNotes := `Main D15: This cell isn't a number and is ignored: Main D15 “n/a”.
Main B4: This number isn't its raw value with changes, and is kept: PST 10 (raw 100).
Main: 3 numbers don't match the rules and become adjustments: PBD 24 (21 by the rules, typed in), PDF 14.5 (12.5 by the rules, typed in), PMV 9.2 (4.6 by the rules, typed in).
Skills: 2 skills aren't in the campaign and are added to its tables: Knot tying, Poison lore.
Skills row 3: This skill has another spelling: Serching → Searching.
Skills row 10: This skill is listed twice. The first row counts: Sword (rows 2 and 10).
Skills row 11: This row has a rank without a skill and is ignored: row 11.
Skills row 8: This rank isn't a number from 0 up, and the skill is ignored: Diving “lots”.
Skills row 9: This rank is changed to fit the rules: Swimming 2.5 → 2.
Skills row 12: This statistic has another spelling: PAGG → PAG (Balance).
Skills row 12: This code is unknown and ignored: tools XX (Balance).
Skills row 7: This cost doesn't match the rules, which are followed (--keep keeps the sheet's): Climbing 9 (3 by the rules).
Skills row 12: This speed doesn't match the rules, which are followed (--keep keeps the sheet's): Balance 1 (2 by the rules).
Skills row 7: This chance doesn't match the rules, which are followed (--keep keeps the sheet's): Climbing 50% (45.5% by the rules).
`
	if notes != wantNotes {
		t.Errorf("the notes are\n%swant\n%s", notes, wantNotes)
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
	if own := sheet.SkillOf(climbing); own.Cost != 9 {
		t.Errorf("climbing costs %g", own.Cost)
	}
	for name, want := range map[string][2]float64{"climbing": {50, 2}, "tracking": {61, 2}, "swimming": {42, 1}, "balance": {51, 1}, "searching": {36, 3}} {
		skill, _ := c.Rules.Skills.Get(name)
		worth, err := purchase.SkillWorth(c.Rules, &rules.State{Actors: []*rules.Actor{c.Rules.NewActor("wren", sheet)}}, "wren", skill)
		if err != nil || !equalWhenRounded(worth.Likely.InPercent(), want[0]) || worth.Points != want[1] {
			t.Errorf("%s has a chance of %g and %g points, %v", name, worth.Likely.InPercent(), worth.Points, err)
		}
	}
	_, made, _, _ := imported(t, wren(), false)
	if err := made.Keep("Climbing", "balance"); err != nil {
		t.Fatal(err)
	}
	if text, _, err = made.Character(c, "Wren"); err != nil || !strings.Contains(text, "climbing: {rank: 4, cost: 9") || !strings.Contains(text, "swimming: 2\n") {
		t.Errorf("two are kept: %v\n%s", err, text)
	}
	if err := made.Keep("climbin"); err == nil || err.Error() != "The spreadsheet has no skill “climbin”. Did you mean “climbing”?" {
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
		"Statistics: 5 changes become adjustments: PST +1 (Statistics row 2), PBD +3 (Statistics row 13), MEX +2 (Statistics row 18), MSPD −1 (Statistics row 28), PMV × 2 (Statistics row 16).",
		"Main B6: This number isn't its raw value with changes, and is kept: DEX 12 (raw 15).",
		"Statistics row 5: This change has no raw value and is ignored: PAG +2 (Statistics row 5).",
		"Statistics row 15: This change isn't in the number shown, and is ignored: PFT 35 (35 by the rules, +4 in Statistics row 15).",
		"MMV × 0 (Statistics C20)",
		"PDF 14.5 (12.5 by the rules, +1 in Statistics row 23, typed in)",
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
		{"old.xls", "", "is an old .xls workbook. Convert it with `libreoffice --headless --convert-to xlsx "},
		{"renamed.xlsx", "\xd0\xcf\x11\xe0\xa1\xb1", "is an old .xls workbook. Convert it with"},
		{"locked.xlsx", "\xd0\xcf\x11\xe0\xa1\xb1 E\x00n\x00c\x00r\x00y\x00p\x00t\x00e\x00d\x00P\x00a\x00c\x00k\x00a\x00g\x00e\x00", "is locked with a password. Save it without one"},
		{"plain.xlsx", "a,b,c", "isn't an .xlsx workbook. Convert it with"},
	} {
		path := filepath.Join(folder, row.name)
		if err := os.WriteFile(path, []byte(row.text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(path, layout); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: %v", row.name, err)
		}
	}
	for name, parts := range map[string][]string{"packed.xlsx": {"notes.txt"}, "letter.xlsx": {"[Content_Types].xml", "word/document.xml"}} {
		var b bytes.Buffer
		out := zip.NewWriter(&b)
		for _, part := range parts {
			if _, err := out.Create(part); err != nil {
				t.Fatal(err)
			}
		}
		path := filepath.Join(folder, name)
		if err := errors.Join(out.Close(), os.WriteFile(path, b.Bytes(), 0o644)); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(path, layout); err == nil || !strings.Contains(err.Error(), name+" isn't an .xlsx workbook. Convert it with") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Read(filepath.Join(folder, "none.xlsx"), layout); err == nil || !strings.Contains(err.Error(), ": no such file or directory. Check the path.") {
		t.Error(err)
	}
	if _, err := Read(writeBook(t, folder, []string{"Main", "Other"}, nil), layout); err == nil || !strings.Contains(err.Error(), "has no sheet “Skills”, and no list with the headings Name and Rank. Its sheets: Main, Other") {
		t.Error(err)
	}
	missing := wren()
	delete(missing, "Main!B4")
	if _, _, notes, _ := imported(t, missing, false); !strings.Contains(notes, "Statistics B2: The main sheet lacks PST (Statistics B2). The raw value is used.") {
		t.Errorf("told: %s", notes)
	}
}

// named returns the sheet of a player whose workbook names its cells: the numbers a row higher or lower than usual, and what
// changes them on a sheet of another name. The cell of PSI is called NRG too, which skills rest on.
func named(down int) cells {
	at := func(column string, row int) string { return fmt.Sprintf("%s%d", column, row+down) }
	content := cells{"Main!" + at("A", 2): "Wren Alder", "Inventory!A1": "rope", "Tables!A1": "STAT"}
	set := func(name, column string, row int, value any) {
		content["Main!"+at(column, row)] = value
		content[name] = "Main!$" + column + "$" + strconv.Itoa(row+down)
	}
	for name, value := range map[string]float64{"PST": 4, "PEN": 5, "DEX": 6, "PAG": 7, "PAW": 8} {
		set(name, "B", int(value), 10+value)
	}
	for name, value := range map[string]float64{"MST": 4, "MEN": 5, "MAG": 6, "PSI": 7, "MAW": 8} {
		set(name, "D", int(value), 10+value)
	}
	content["NRG"], content["KI"] = content["PSI"], content["PSI"]
	set("PBD", "B", 10, "=PST+PEN+PBD_Mod;30")
	set("PMV", "B", 13, "=((PAG+PST)/5)+PMV_Mod;7.2")
	set("PDF", "B", 17, "=(PAG+DEX)/2+PAG_Mod;18.5")
	for name, row := range map[string]int{"PST": 2, "PAG": 5, "NRG": 10, "PBD": 13, "PMV": 16} {
		mod := fmt.Sprintf("$D$%d", row)
		content["Racial!C"+strconv.Itoa(row)], content["Racial!D"+strconv.Itoa(row)] = name+" Mod", 0
		content[name+"_Mod"] = "Racial!" + mod
		if name != "PBD" && name != "PMV" {
			content["Racial!A"+strconv.Itoa(row)] = "RAW_" + name
			content["Racial!B"+strconv.Itoa(row)], content["RAW_"+name] = map[string]int{"PST": 14, "PAG": 15, "NRG": 20}[name], fmt.Sprintf("Racial!$B$%d", row)
		}
	}
	content["Racial!D13"], content["Racial!D16"], content["Racial!D5"], content["Racial!D10"] = 1, 1, 2, -3
	for column, head := range map[string]string{"C": "Skill Name", "D": "Type", "E": "SB1", "F": "SB2", "G": "Rank", "H": "SB", "I": "Chance", "J": "Speed"} {
		content["Skills!"+column+"3"] = head
	}
	for i, row := range [][]any{
		{"Perception", "TECH", "PAW", "", 5, 18, "=3*H4+G4*4;74", "=ROUND(G4/2,0);3"},
		{"Deception", "ART", "MAG", "KI", 3, "=(MAG+PSI)/2;16.5", "=3*H5+G5*4+5*-2;51.5", "=ROUND(G5/2,0);2"},
		{"Shadow walk", "MDISC", "NRG", "MST", 4, 15.5, "=3*H6+G6*4+5*-4+(G5);45.5", "=ROUND(G6/2,0);2"},
		{"Juggling", "PDISC", "DEX", "", 0, 16, 48, 0},
		{"Sword", "PDISC", "PCA", "", 4, 15.6667, "=3*H8+G8*4+G6-5;62", 7},
	} {
		for k, value := range row {
			name, _ := excelize.CoordinatesToCellName(k+3, i+4)
			if value != "" {
				content["Skills!"+name] = value
			}
		}
	}
	return content
}

// TestNamedCells imports workbooks that name their cells, with rows a row higher and lower than the layout has them, a list of
// skills that begins elsewhere, and several other sheets: each number is the sheet's, or a note says which is not, and why.
func TestNamedCells(t *testing.T) {
	sheetNames := []string{"Tables", "Main", "Racial", "Skills", "Inventory"}
	var first string
	for _, down := range []int{-1, 0, 1} {
		text, made, notes, c := importedOf(t, sheetNames, named(down), false)
		wantNotes := `Racial: 4 changes become adjustments: PAG +2 (Racial row 5), PSI −3 (Racial row 10), PBD +1 (Racial row 13), PMV +1 (Racial row 16).
Main B` + strconv.Itoa(17+down) + `: This number doesn't match the rules and becomes an adjustment: PDF 18.5 (16.5 by the rules, the sheet has =(PAG+DEX)/2+PAG_Mod).
Skills: 3 skills aren't in the campaign and are added to its tables: Perception, Deception, Shadow walk.
Skills: Skills of rank 0 aren't imported (1).
Skills row 8: This speed doesn't match the rules, which are followed (--keep keeps the sheet's): Sword 7 (2 by the rules, typed in).
`
		if notes != wantNotes {
			t.Errorf("%d rows lower: the notes are\n%swant\n%s", down, notes, wantNotes)
		}
		if first == "" {
			first = text
		}
		if text != first {
			t.Errorf("%d rows lower:\n%swant\n%s", down, text, first)
		}
		if !strings.Contains(made.LackingSkillsText, "shadow_walk: {label: Shadow walk, type: mental_discipline, interaction: unassisted, tools: bare_handed, scope: specific, basis: (PSI + MST) / 2") {
			t.Errorf("the skills are\n%s", made.LackingSkillsText)
		}
		sheet, err := c.Rules.ReadSheet("wren", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if sheet.Person.Name != "Wren Alder" {
			t.Errorf("the name is %s", sheet.Person.Name)
		}
		for name, want := range map[string]float64{"PST": 14, "PAG": 17, "PSI": 17, "MAW": 18, "PMV": 7.2, "PDF": 18.5} {
			if stat, _ := c.Rules.Stats.Get(name); math.Abs(sheet.Stat(stat)-want) > 1e-9 {
				t.Errorf("%s is %g, want %g", name, sheet.Stat(stat), want)
			}
		}
		for name, want := range map[string]float64{"perception": 74, "deception": 51.5, "shadow_walk": 45.5, "sword": 62} {
			skill, _ := c.Rules.Skills.Get(name)
			worth, err := purchase.SkillWorth(c.Rules, &rules.State{Actors: []*rules.Actor{c.Rules.NewActor("wren", sheet)}}, "wren", skill)
			if err != nil || math.Abs(worth.Likely.InPercent()-want) > 0.5 {
				t.Errorf("%s has a chance of %g, want %g, %v", name, worth.Likely.InPercent(), want, err)
			}
		}
	}
}

// TestLabelledCells imports a sheet without names whose labels stand in column C.
func TestLabelledCells(t *testing.T) {
	content := cells{"Sheet 1!C1": "Name:", "Sheet 1!D1": "Wren", "Sheet 1!C2": "Height", "Sheet 1!D2": "180 cm", "Sheet 1!K5": "owes Orlo",
		"Skills!A1": "Name", "Skills!B1": "Rank", "Skills!C1": "SB", "Skills!A2": "Sword", "Skills!B2": 4, "Skills!C2": "=ROUND(PCA,0);14"}
	for i, text := range []string{"Physical Strength   (PST)", "physical endurance", "Dexterity:", "Physical Agility", "Physical  Awareness"} {
		content[fmt.Sprintf("Sheet 1!C%d", 5+i)], content[fmt.Sprintf("Sheet 1!D%d", 5+i)] = text, 11+i
	}
	for i, text := range []string{"Mental Strength (MST)", "Mental Endurance", "Mental Agility", "Power (PWR)", "MAW"} {
		content[fmt.Sprintf("Sheet 1!F%d", 5+i)], content[fmt.Sprintf("Sheet 1!H%d", 5+i)] = text, 11+i
	}
	text, _, notes, _ := importedOf(t, []string{"Sheet 1", "Skills"}, content, false)
	want := `character:
  name: Wren Alder
  notes: >-
    Height: 180 cm

    owes Orlo
stats: {PST: 11, PEN: 12, DEX: 13, PAG: 14, PAW: 15, MST: 11, MEN: 12, MAG: 13, MAW: 15, PSI: 14}
skills:
  sword: 4
`
	if text != want || notes != "Skills row 2: This basis doesn't match its statistics, which are used: Sword 14 (12.67 by the rules).\n" {
		t.Errorf("got\n%s%s", text, notes)
	}
}

// TestDamagedWorkbook holds that a workbook of which a part is missing, or whose numbers cannot be, is refused.
func TestDamagedWorkbook(t *testing.T) {
	layout, err := UsualLayout()
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	whole, err := os.ReadFile(writeBook(t, folder, sheetNames, wren()))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(folder, "cut.xlsx")
	for part, want := range map[string]string{"xl/worksheets/sheet4.xml": "Tables: ", "xl/sharedStrings.xml": "", "xl/workbook.xml": ""} {
		cut := editParts(t, whole, func(name, text string) (string, string) {
			if name == part {
				text = text[:len(text)/2]
			}
			return name, text
		})
		if err := os.WriteFile(path, cut, 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(path, layout); err == nil || !strings.Contains(err.Error(), "is damaged: "+want) {
			t.Errorf("%s: %v", part, err)
		}
	}
	if err := os.WriteFile(path, whole[:len(whole)/2], 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(path, layout); err == nil || !strings.Contains(err.Error(), "isn't an .xlsx workbook") {
		t.Error(err)
	}
	for cell, want := range map[string]string{
		"Main!B4":  "PST in Main B4 is 1000000000. A statistic is above 0 and at most 100. Correct the cell.",
		"Main!B10": "PBD in Main B10 is 1000000000, and 21 by the rules. Correct the cell.",
	} {
		content := wren()
		content[cell] = 1e9
		sheet, err := Read(writeBook(t, folder, sheetNames, content), layout)
		if err != nil {
			t.Fatal(err)
		}
		c, err := campaign.Open(gmtest.Folder(t, map[string]string{"campaign.yaml": "campaign: {label: Mine}\n"}), nil)
		if err != nil {
			t.Fatal(err)
		}
		made := sheet.CompareWith(c)
		made.rows = nil
		if _, _, err := made.Character(c, "Wren"); err == nil || err.Error() != want {
			t.Errorf("%s: %v", cell, err)
		}
	}
}

// TestCellsOfOtherPrograms imports what other programs write: formulas without values, numbers in percent, with points between their
// thousands or with fifteen digits, escaped characters, and labels merged over several columns.
func TestCellsOfOtherPrograms(t *testing.T) {
	content := wren()
	for at, value := range map[string]any{
		"Main!F3": "owes_x000D_\nOrlo & Co", "Main!N9": 13.299999999999999, "Main!B13": "9,20",
		"Main!F12": "PCA", "Main!I12": 12.5, "Skills!A6": "Knots & <hitches>, fast", "Skills!K2": 0.565,
		"Statistics!B16": nil, "Statistics!C16": 2, "Skills!I14": 2,
	} {
		content[at] = value
	}
	delete(content, "Main!B16")
	edit := func(f *excelize.File) error {
		own := `0.0" of 100 "\%;0.0%`
		percent, err1 := f.NewStyle(&excelize.Style{NumFmt: 9})
		custom, err2 := f.NewStyle(&excelize.Style{CustomNumFmt: &own})
		text := `0.0" %"\%`
		plain, err3 := f.NewStyle(&excelize.Style{CustomNumFmt: &text})
		return errors.Join(err1, err2, err3, f.SetCellStyle("Main", "N9", "N9", plain),
			f.SetCellStyle("Skills", "K2", "K2", percent), f.SetCellStyle("Statistics", "C16", "C16", custom),
			f.SetCellValue("Skills", "I7", nil), f.SetCellFormula("Skills", "I7", "2+2"), f.SetCellFormula("Skills", "A14", `"Box"&"ing"`),
			f.SetCellValue("Skills", "M3", nil), f.SetCellFormula("Skills", "M3", "1+2"),
			f.MergeCell("Main", "F12", "H12"))
	}
	text, made, notes, _ := importedOf(t, sheetNames, content, false, edit)
	for _, want := range []string{"owes Orlo & Co\n", "\n    13.3\n", "PMV: {times: 2, src: Statistics row 16}", "PCA: {plus: 0.8333}", "  sword: 6\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("the file lacks %q", want)
		}
	}
	if want := `label: "Knots & <hitches>, fast"`; !strings.Contains(made.LackingSkillsText, want) {
		t.Errorf("the skills lack %s", want)
	}
	if want := "Skills: 3 formulas have no stored value and are ignored. Save the workbook in a spreadsheet program: Skills M3, Skills I7 (Climbing), Skills A14.\n"; !strings.Contains(notes, want) {
		t.Errorf("no note says %s", want)
	}
	if strings.Contains(notes, "Sword 56") || t.Failed() {
		t.Errorf("%s%s%s", text, made.LackingSkillsText, notes)
	}
	layout, err := UsualLayout()
	if err != nil {
		t.Fatal(err)
	}
	for want, edit := range map[string]func(f *excelize.File) error{
		"PST in Main B4 is a formula without a stored value. Open the workbook in a spreadsheet program and save it again.": func(f *excelize.File) error {
			return errors.Join(f.SetCellValue("Main", "B4", nil), f.SetCellFormula("Main", "B4", "5+5"))
		},
		"PST in Main B4 is “ten”. Correct the cell to a number.": func(f *excelize.File) error { return f.SetCellValue("Main", "B4", "ten") },
	} {
		content := wren()
		delete(content, "Statistics!B2")
		sheet, err := Read(writeBook(t, t.TempDir(), sheetNames, content, edit), layout)
		if err != nil {
			t.Fatal(err)
		}
		c, err := campaign.Open(gmtest.Folder(t, map[string]string{"campaign.yaml": "campaign: {label: Mine}\n"}), nil)
		if err != nil {
			t.Fatal(err)
		}
		made := sheet.CompareWith(c)
		made.rows = nil
		if _, _, err := made.Character(c, "Wren"); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// TestPackagesOfOtherPrograms reads a workbook as Strict Open XML, and one whose parts are named with backslashes.
func TestPackagesOfOtherPrograms(t *testing.T) {
	layout, err := UsualLayout()
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	whole, err := os.ReadFile(writeBook(t, folder, sheetNames, wren()))
	if err != nil {
		t.Fatal(err)
	}
	strict := strings.NewReplacer("http://schemas.openxmlformats.org/officeDocument/2006/relationships", "http://purl.oclc.org/ooxml/officeDocument/relationships",
		"http://schemas.openxmlformats.org/spreadsheetml/2006/main", "http://purl.oclc.org/ooxml/spreadsheetml/main")
	for name, edit := range map[string]func(string, string) (string, string){
		"strict":      func(name, data string) (string, string) { return name, strict.Replace(data) },
		"backslashes": func(name, data string) (string, string) { return strings.ReplaceAll(name, "/", `\`), data },
	} {
		path := filepath.Join(folder, name+".xlsx")
		if err := os.WriteFile(path, editParts(t, whole, edit), 0o644); err != nil {
			t.Fatal(err)
		}
		if sheet, err := Read(path, layout); err != nil || sheet.Stats["PST"] != 10 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestNumbers holds how the numbers in texts are read.
func TestNumbers(t *testing.T) {
	for text, want := range map[string]float64{
		"1.012,5": 1012.5, "1,012.5": 1012.5, "1.234.567,25": 1234567.25, "-1.012,5": -1012.5, "2,5": 2.5, ",5": .5, "1012,5": 1012.5, "2.5": 2.5, "1,012": 1.012,
		"45%": 45, "45,5 %": 45.5, "−3": -3,
	} {
		if got, ok := parseNumber(text); !ok || got != want {
			t.Errorf("%s is %g, %v; want %g", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "1,2,3", "1.2.3", "1,02.5", "1/2", "ten", "%"} {
		if got, ok := parseNumber(text); ok {
			t.Errorf("%q is %g, want no number", text, got)
		}
	}
}

// editParts returns a workbook with each part's name and text as edit returns them.
func editParts(t *testing.T, whole []byte, edit func(name, text string) (string, string)) []byte {
	t.Helper()
	in, err := zip.NewReader(bytes.NewReader(whole), int64(len(whole)))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	out := zip.NewWriter(&b)
	for _, file := range in.File {
		open, err := file.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(open)
		if err != nil {
			t.Fatal(err)
		}
		name, text := edit(file.Name, string(data))
		w, err := out.Create(name)
		if err == nil {
			_, err = io.WriteString(w, text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestSharedFormula holds that a formula which cells share reads in each as it stands there.
func TestSharedFormula(t *testing.T) {
	kind, whole := excelize.STCellFormulaTypeShared, "B2:B5"
	data, err := os.ReadFile(writeBook(t, t.TempDir(), []string{"Sheet"}, cells{"Sheet!B5": 1}, func(f *excelize.File) error {
		return f.SetCellFormula("Sheet", "B2", "3*J2+$I$2*4+E$2*5", excelize.FormulaOpts{Type: &kind, Ref: &whole})
	}))
	if err != nil {
		t.Fatal(err)
	}
	b, err := openBook(data)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := b.cells["Sheet"][cellPosition{5, 2}].formula, "3*J5+$I$2*4+E$2*5"; got != want {
		t.Errorf("the formula is %s, want %s", got, want)
	}
}
