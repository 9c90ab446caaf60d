package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"hybrid/gm/campaign"
	"hybrid/gm/workbook"
	"hybrid/rules/message"
)

// `hybrid import`: a character from a spreadsheet. Package gm/workbook reads its cells and compares their values with the campaign's rules.
// The import creates up to two files: the character's, and a table of the skills that the campaign lacks.

// importCommand returns the command `import`.
func importCommand(p *program) *cobra.Command {
	var keep []string
	var as, layout string
	cmd := &cobra.Command{
		Use:   "import FILE.xlsx",
		Short: "Import a character from a spreadsheet",
		Long: "Make a character file from a spreadsheet: statistics, pools, skills, notes. Cells are found by their defined names,\n" +
			"then by the labels left of them, then by their positions. The values in the cells count. Where the rules give another\n" +
			"value, a note lists it with the reason. Skills that the campaign lacks are added to its tables.",
		Args: wantArgs("FILE.xlsx"),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return []string{"xlsx"}, cobra.ShellCompDirectiveFilterFileExt
		},
		RunE: func(_ *cobra.Command, args []string) error { return importCharacter(p, args[0], as, layout, keep) },
	}
	cmd.Flags().StringSliceVar(&keep, "keep", nil, "spreadsheet values for costs, speeds and chances that the rules disagree with: of all skills, or --keep=`skills`")
	cmd.Flags().Lookup("keep").NoOptDefVal = everySkill
	cmd.Flags().StringVar(&as, "as", "", "`name` of the file (default the character's name)")
	cmd.Flags().StringVar(&layout, "layout", "", "`file` with the positions of the cells (default the layout of the usual spreadsheet)")
	return cmd
}

// everySkill is the value of --keep if it is given without a name.
const everySkill = "all"

// importCharacter imports the spreadsheet at a path as a character. asName is the name of the character's file, or "" to name it after the
// character. layoutPath is the path of a file with the position of each value, or "" for the default layout. keep lists the skills whose
// numbers in the spreadsheet are kept even if the rules give different ones. If a step fails, no file is left behind.
func importCharacter(p *program, spreadsheetPath, asName, layoutPath string, keep []string) error {
	c, err := p.editableCampaign()
	if err != nil {
		return err
	}
	sheet, err := readSpreadsheet(p, spreadsheetPath, layoutPath)
	if err != nil {
		return err
	}
	base := strings.TrimSuffix(filepath.Base(spreadsheetPath), filepath.Ext(spreadsheetPath))
	label := cmp.Or(sheet.Name, base)
	key := campaign.FileName(cmp.Or(asName, label))
	if key == "" {
		return fmt.Errorf("“%s” has no letter from a to z for a file name. Name the file with --as.", label)
	}
	home := c.Home()
	file, tables := filepath.Join(home, "characters", key+".yaml"), filepath.Join(home, "tables", key+"_skills.yaml")
	for _, path := range []string{file, tables} {
		if _, err := os.Stat(path); err == nil {
			return message.Exists(path, "Choose another name with --as")
		}
	}
	comparison, written := sheet.CompareWith(c), []string{}
	if err := keepSkills(comparison, keep); err != nil {
		return err
	}
	if comparison.LackingSkillsText != "" { // the missing skills must be in the campaign's rules before the character can be read
		if err := createFile(tables, schemaComment("pack", 1)+comparison.LackingSkillsText); err != nil {
			return err
		}
		written = append(written, tables)
		if c, err = openCampaign(home, nil); err != nil {
			return errors.Join(err, os.Remove(tables))
		}
	}
	text, notes, err := comparison.Character(c, label)
	if err == nil {
		err = createFile(file, schemaComment("character", 1)+"# From "+filepath.Base(spreadsheetPath)+".\n"+text)
	}
	if err != nil {
		for _, path := range written {
			err = errors.Join(err, os.Remove(path))
		}
		return err
	}
	written = append(written, file)
	if p.isReadByPrograms() {
		return p.write(report{facts: object{{"files", written}, {"notes", append([]workbook.Note{}, notes...)}}})
	}
	for _, note := range notes {
		p.writeNote("%s", note)
	}
	return finishNewFiles(p, home, written...)
}

// readSpreadsheet reads the spreadsheet at a path by the layout in the file at layoutPath, or by the default layout if that is "".
func readSpreadsheet(p *program, spreadsheetPath, layoutPath string) (sheet *workbook.Contents, err error) {
	layout, err := workbook.UsualLayout()
	if layoutPath != "" {
		var data []byte
		if data, err = os.ReadFile(layoutPath); err == nil {
			layout, err = workbook.ReadLayout(layoutPath, data)
		}
	}
	if err != nil {
		return nil, err
	}
	newProgress(p.stderr).showWhile("reading "+spreadsheetPath, func() { sheet, err = workbook.Read(spreadsheetPath, layout) })
	return sheet, err
}

// keepSkills marks the skills of --keep, so that the spreadsheet's numbers for them are kept. It marks none if skills is empty.
func keepSkills(comparison *workbook.ConvertedCharacter, skills []string) error {
	switch {
	case len(skills) == 0:
		return nil
	case slices.Contains(skills, everySkill):
		return comparison.Keep() // without names, it keeps all skills
	}
	return comparison.Keep(skills...)
}
