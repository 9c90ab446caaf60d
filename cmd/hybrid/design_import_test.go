package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"hybrid/gm/gmtest"
)

// writeWorkbook writes a small spreadsheet of a character.
func writeWorkbook(t *testing.T, path string) {
	t.Helper()
	f := excelize.NewFile()
	for _, name := range []string{"Main", "Skills"} {
		if _, err := f.NewSheet(name); err != nil {
			t.Fatal(err)
		}
	}
	set := func(sheet, cell string, value any) {
		if err := f.SetCellValue(sheet, cell, value); err != nil {
			t.Fatal(err)
		}
	}
	set("Main", "B1", " Wren ")
	for _, cell := range []string{"B4", "B5", "B6", "B7", "B8", "D4", "D5", "D6", "D7", "D8"} {
		set("Main", cell, 10)
	}
	set("Main", "B11", 33)
	for k, row := range [][]any{{"Knot tying", "CRAFT", "U", "ST", -2, "DEX", "", "", 4, 10, 40, 2, 5}, {"Sword", "PDISC", "U", "ST", -1, "PCA", "", "", 4, 10, 41, 2, 3}} {
		for i, value := range row {
			cell, _ := excelize.CoordinatesToCellName(i+1, 2+k)
			set("Skills", cell, value)
		}
	}
	if err := f.SaveAs(path); err != nil {
		t.Fatal(err)
	}
}

func TestImport(t *testing.T) {
	gmtest.SkipIfShort(t)
	t.Chdir(t.TempDir())
	writeWorkbook(t, "wren.xlsx")
	do := func(line string, code int) string {
		t.Helper()
		var out bytes.Buffer
		if got := run(strings.Fields(line), strings.NewReader(""), &out, &out); got != code {
			t.Fatalf("%s: code %d\n%s", line, got, out.String())
		}
		return out.String()
	}
	if said := do("import wren.xlsx", exitBad); !strings.Contains(said, "Create your own with `hybrid new campaign NAME`") {
		t.Error(said)
	}
	do("new campaign mine", exitDone)
	said := do("import wren.xlsx --campaign mine", exitDone)
	for _, want := range []string{"note: Skills row 2: This skill isn't in the campaign and is added to its tables: Knot tying.\n",
		"note: Main B11: This number doesn't match the rules and becomes an adjustment: PFT 33 (30 by the rules, typed in).\n",
		filepath.Join("mine", "tables", "wren_skills.yaml") + "\n", filepath.Join("mine", "characters", "wren.yaml") + "\n"} {
		if !strings.Contains(said, want) {
			t.Errorf("nothing says %q:\n%s", want, said)
		}
	}
	if said := do("vet mine", exitDone); !strings.Contains(said, "no mistakes") {
		t.Error(said)
	}
	if said := do("check wren knot_tying --campaign mine --dice 20", exitDone); !strings.Contains(said, "rolled 20") {
		t.Error(said)
	}
	if said := do("import wren.xlsx --campaign mine", exitBad); !strings.Contains(said, "already exists; nothing was changed") {
		t.Error(said)
	}
	if err := os.WriteFile("old.xls", []byte("x"), 0o644); err != nil {
		t.Fatal(err)
	}
	if said := do("import old.xls --campaign mine", exitBad); !strings.Contains(said, "Convert it with `libreoffice --headless --convert-to xlsx old.xls`.") {
		t.Error(said)
	}
}
