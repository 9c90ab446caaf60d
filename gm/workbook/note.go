package workbook

import (
	"fmt"
	"slices"
	"strings"

	"hybrid/rules/collect"
)

// Notes on an import: each combines the remarks of one kind in one sentence. A remark is about one cell or row; a note is for the user.
//
// The main sheet of the workbook shows the character's numbers. Another sheet has the raw value of each statistic and the change that it
// has undergone, an amount added to it or a factor; the two should give the number shown. Numbers derived from statistics have a change,
// too, but no raw value. In a character file, such a change is an adjustment of the number that the rules compute. The chance of a skill
// starts from its basis, a statistic or the mean of several, and depends on its difficulty factor (DF), which the rules compute from its
// aspects: properties, such as the need for tools, that the workbook gives by codes.

// Note is a message about an import, with the sheet, row or cell that it is about.
type Note struct {
	Where string `json:"where"` // sheet, row or cell
	Text  string `json:"text"`  // sentences that say what was found and done
}

// String returns the note as a line.
func (n Note) String() string { return n.Where + ": " + n.Text }

// remarkKind is a kind of remark. Remarks of one kind form one note.
type remarkKind int

// The kinds of remarks. phrases has the sentences for each.
const (
	remarkNoName         remarkKind = iota // the character has no name
	remarkNoValue                          // a formula has no stored value
	remarkStrayCell                        // a cell has a text in place of a number, and is ignored
	remarkOnlyRaw                          // the main sheet lacks a statistic; its raw value with its change is used
	remarkTypedOver                        // the number shown for a statistic isn't its raw value with its change, and is kept
	remarkNoRaw                            // a statistic has a change but no raw value; the change is ignored
	remarkAdjusted                         // a change becomes an adjustment
	remarkChangeNotShown                   // the number shown doesn't include its change, which is ignored
	remarkOverruledRules                   // a number differs from the rules, and becomes an adjustment
	remarkFollowedRules                    // a number differs from the rules, which are followed; not used any more
	remarkNewSkill                         // the campaign lacks a skill
	remarkOtherSkillName                   // a skill is spelled differently in the campaign
	remarkRepeatedSkill                    // a skill is listed twice
	remarkNoSkillName                      // a row has a rank, but no skill
	remarkNoLetters                        // the name of a skill has no letters
	remarkBadRank                          // a rank isn't a number from 0 up
	remarkRankZero                         // skills have rank 0
	remarkRankCut                          // a rank is changed to fit the rules
	remarkOtherStatName                    // a statistic is spelled differently in the campaign
	remarkNoStat                           // a skill names no statistic
	remarkUnknownStat                      // the campaign lacks a statistic
	remarkBadCode                          // the code of an aspect is unknown
	remarkStrayBonus                       // a chance counts the rank of a row without a skill
	remarkNotCompared                      // a skill can't be compared with the rules
	remarkOtherMean                        // the basis shown for a skill isn't the mean of its statistics; the statistics are used
	remarkOtherDF                          // a difficulty factor differs from the skill's aspects, and is kept
	remarkOtherCost                        // a cost differs from the rules, which are followed
	remarkOtherSpeed                       // a speed differs from the rules, which are followed
	remarkOtherChance                      // a chance differs from the rules, which are followed
	remarkKeptCost                         // a cost differs from the rules, and is kept
	remarkKeptSpeed                        // a speed differs from the rules, and is kept
	remarkKeptChance                       // a chance differs from the rules, and is kept
	remarkKindCount                        // number of kinds
)

// phrases holds the sentences for each kind: one for a single remark, whose text replaces %s, and many for several, with their number and
// texts. Without many, one is used with the text of the first remark.
var phrases = [remarkKindCount]struct{ one, many string }{
	remarkNoName: {one: "%s has no name. The file's name is used."},
	remarkNoValue: {"This formula has no stored value and is ignored. Save the workbook in a spreadsheet program: %s.",
		"%d formulas have no stored value and are ignored. Save the workbook in a spreadsheet program: %s."},
	remarkStrayCell:      {"This cell isn't a number and is ignored: %s.", "%d cells aren't numbers and are ignored: %s."},
	remarkOnlyRaw:        {"The main sheet lacks %s. The raw value is used.", "The main sheet lacks %d numbers. The raw values are used: %s."},
	remarkTypedOver:      {"This number isn't its raw value with changes, and is kept: %s.", "%d numbers aren't their raw values with changes, and are kept: %s."},
	remarkNoRaw:          {"This change has no raw value and is ignored: %s.", "%d changes have no raw value and are ignored: %s."},
	remarkAdjusted:       {"This change becomes an adjustment: %s.", "%d changes become adjustments: %s."},
	remarkChangeNotShown: {"This change isn't in the number shown, and is ignored: %s.", "%d changes aren't in the numbers shown, and are ignored: %s."},
	remarkOverruledRules: {"This number doesn't match the rules and becomes an adjustment: %s.", "%d numbers don't match the rules and become adjustments: %s."},
	remarkFollowedRules:  {"This typed-in number doesn't match the rules, which are followed: %s.", "%d typed-in numbers don't match the rules, which are followed: %s."},
	remarkNewSkill:       {"This skill isn't in the campaign and is added to its tables: %s.", "%d skills aren't in the campaign and are added to its tables: %s."},
	remarkOtherSkillName: {"This skill has another spelling: %s.", "%d skills have another spelling: %s."},
	remarkRepeatedSkill:  {"This skill is listed twice. The first row counts: %s.", "%d skills are listed twice. The first row counts: %s."},
	remarkNoSkillName:    {"This row has a rank without a skill and is ignored: %s.", "%d rows have a rank without a skill and are ignored: %s."},
	remarkNoLetters:      {"This skill's name has no letter a–z and is ignored: %s.", "%d skills' names have no letter a–z and are ignored: %s."},
	remarkBadRank:        {"This rank isn't a number from 0 up, and the skill is ignored: %s.", "%d ranks aren't numbers from 0 up, and the skills are ignored: %s."},
	remarkRankZero:       {one: "Skills of rank 0 aren't imported (%s)."},
	remarkRankCut:        {"This rank is changed to fit the rules: %s.", "%d ranks are changed to fit the rules: %s."},
	remarkOtherStatName:  {"This statistic has another spelling: %s.", "%d statistics have another spelling: %s."},
	remarkNoStat:         {"This skill names no statistic. Correct its basis in the tables: %s.", "%d skills name no statistic. Correct their basis in the tables: %s."},
	remarkUnknownStat:    {"The campaign lacks this statistic, so the skill's basis omits it: %s.", "The campaign lacks %d statistics, so the skills' bases omit them: %s."},
	remarkBadCode:        {"This code is unknown and ignored: %s.", "%d codes are unknown and ignored: %s."},
	remarkStrayBonus:     {"This chance counts the rank of a row without a skill, which is ignored: %s.", "%d chances count the rank of rows without a skill, which is ignored: %s."},
	remarkNotCompared:    {"This skill can't be compared with the rules: %s.", "%d skills can't be compared with the rules: %s."},
	remarkOtherMean:      {"This basis doesn't match its statistics, which are used: %s.", "%d bases don't match their statistics, which are used: %s."},
	remarkOtherDF:        {"This DF doesn't match the skill's aspects and is kept: %s.", "%d DFs don't match the skills' aspects and are kept: %s."},
	remarkOtherCost:      {"This cost doesn't match the rules, which are followed (--keep keeps the sheet's): %s.", "%d costs don't match the rules, which are followed (--keep keeps the sheet's): %s."},
	remarkOtherSpeed:     {"This speed doesn't match the rules, which are followed (--keep keeps the sheet's): %s.", "%d speeds don't match the rules, which are followed (--keep keeps the sheet's): %s."},
	remarkOtherChance:    {"This chance doesn't match the rules, which are followed (--keep keeps the sheet's): %s.", "%d chances don't match the rules, which are followed (--keep keeps the sheet's): %s."},
	remarkKeptCost:       {"This cost doesn't match the rules. The sheet's is kept: %s.", "%d costs don't match the rules. The sheet's are kept: %s."},
	remarkKeptSpeed:      {"This speed doesn't match the rules. The sheet's is kept: %s.", "%d speeds don't match the rules. The sheet's are kept: %s."},
	remarkKeptChance:     {"This chance doesn't match the rules. The sheet's is kept: %s.", "%d chances don't match the rules. The sheet's are kept: %s."},
}

// remark is a difference or a problem that was found in one place of a workbook.
type remark struct {
	kind  remarkKind // kind, which determines the note that lists it
	where string     // sheet, row or cell
	row   int        // row in the list of skills; 0 elsewhere
	item  string     // text for the note, which can list several
}

// groupRemarks combines remarks into notes, one per kind, in the order of the kinds; the remarks of a note are sorted by row.
func groupRemarks(remarks []remark) (list []Note) {
	byKind := [remarkKindCount][]remark{}
	for _, r := range remarks {
		byKind[r.kind] = append(byKind[r.kind], r)
	}
	for k, same := range byKind {
		slices.SortStableFunc(same, func(a, b remark) int { return a.row - b.row })
		items := collect.Map(same, func(r remark) string { return r.item })
		switch {
		case len(same) == 0:
		case len(same) == 1 || phrases[k].many == "":
			list = append(list, Note{same[0].where, fmt.Sprintf(phrases[k].one, items[0])})
		default:
			list = append(list, Note{remarkSheetsText(same), fmt.Sprintf(phrases[k].many, len(same), joinLimited(remarkKind(k), items))})
		}
	}
	return list
}

// joinLimited joins items. For missing skills and formulas without values, which can be numerous, only the first twelve are listed.
func joinLimited(k remarkKind, items []string) string {
	const maxItems = 12
	if (k == remarkNewSkill || k == remarkNoValue) && len(items) > maxItems {
		return strings.Join(items[:maxItems], ", ") + ", …"
	}
	return strings.Join(items, ", ")
}

// remarkSheetsText returns the names of the sheets that remarks are about, as text.
func remarkSheetsText(remarks []remark) string {
	var sheets []string
	for _, r := range remarks {
		sheet := r.where
		if i := strings.LastIndex(sheet, " row "); i >= 0 {
			sheet = sheet[:i]
		} else if i := strings.LastIndex(sheet, " "); i >= 0 {
			if _, ok := readCell(sheet[i+1:]); ok {
				sheet = sheet[:i]
			}
		}
		if !slices.Contains(sheets, sheet) {
			sheets = append(sheets, sheet)
		}
	}
	return strings.Join(sheets, ", ")
}
