package workbook

import (
	_ "embed"

	"hybrid/rules/source"
)

// Layout describes the cells of a workbook. Cells are given by their position, such as B4, columns by their letters, sheets by their names.
// A number is one of the character's values, such as a statistic or a pool, known by its name in the layout.
type Layout struct {
	Main struct { // sheet with the character's numbers and texts
		Named   []string             `yaml:"named"`   // labels of the cell with the character's name
		Sheet   string               `yaml:"sheet"`   // name of the sheet
		Name    string               `yaml:"name"`    // cell of the character's name
		About   source.Map[[]string] `yaml:"about"`   // labels of the free text about a character
		Notes   columns              `yaml:"notes"`   // columns whose texts are notes
		Stats   source.Map[string]   `yaml:"stats"`   // cells of the statistics
		Pools   source.Map[string]   `yaml:"pools"`   // cells of the pools
		Labels  source.Map[string]   `yaml:"labels"`  // labels left of the numbers
		Also    source.Map[[]string] `yaml:"also"`    // other words for a number: in cell names, labels, and headings of the list of skills
		Factors []string             `yaml:"factors"` // names of the numbers that a change multiplies instead of adding to
	} `yaml:"main"`
	Statistics struct { // sheet with the raw values of statistics, before changes, and their changes
		Sheet string   `yaml:"sheet"` // name of the sheet
		Names struct { // patterns of the names of its cells, with * for the name of a number
			Raw    string `yaml:"raw"`    // cell of the raw value
			Change string `yaml:"change"` // cell of the change
		} `yaml:"names"`
		Raw     string          `yaml:"raw"`     // column of the raw values
		Changes []string        `yaml:"changes"` // columns of the changes
		Rows    source.Map[int] `yaml:"rows"`    // rows of the raw values and their changes
		Derived source.Map[int] `yaml:"derived"` // rows of the changes to derived numbers
	} `yaml:"statistics"`
	Skills struct { // list of skills: its sheet and its columns
		Sheet   string               `yaml:"sheet"`   // name of the sheet
		Name    string               `yaml:"name"`    // column of the skill's name
		Rank    string               `yaml:"rank"`    // column of the rank
		Mean    string               `yaml:"mean"`    // column of the mean of the statistics
		Chance  string               `yaml:"chance"`  // column of the chance in per cent
		Speed   string               `yaml:"speed"`   // column of the points that one use adds, to be spent on speed
		Cost    string               `yaml:"cost"`    // column of the price of the next rank
		DF      string               `yaml:"df"`      // column of the difficulty factor
		Stats   []string             `yaml:"stats"`   // columns of the statistics that a skill is based on
		Heads   source.Map[[]string] `yaml:"heads"`   // headings of each column, by its name here
		Aspects source.Map[aspect]   `yaml:"aspects"` // columns of codes, by name of the aspect in the campaign
		Tags    []string             `yaml:"tags"`    // default tags for a skill that the campaign lacks
	} `yaml:"skills"`
}

// columns is a range of columns.
type columns struct {
	From string `yaml:"from"` // letters of the first column
	To   string `yaml:"to"`   // letters of the last column
}

// aspect is an aspect of a skill, such as its difficulty, which a column gives by codes.
type aspect struct {
	At    string             `yaml:"at"`    // letters of the column with the codes
	Usual string             `yaml:"usual"` // value if there is no known code
	Codes source.Map[string] `yaml:"codes"` // value for each code
}

// layoutYAML is the built-in layout.
//
//go:embed layout.yaml
var layoutYAML []byte

// UsualLayout returns the built-in layout, which describes the workbooks that players of the guide use.
func UsualLayout() (*Layout, error) { return ReadLayout("layout.yaml", layoutYAML) }

// ReadLayout parses a layout. Its errors are source.Mistakes.
func ReadLayout(name string, data []byte) (*Layout, error) {
	var report source.Report
	layout := &Layout{}
	source.Decode(source.Parse(name, data, &report), layout, &report)
	return layout, report.Err()
}
