package draw

// Grid is a table of numbers, by row and column. The first row contains the headings, the first column the names of the rows. All rows have
// the same length.
type Grid [][]string

// Grid adds a table to the page, with its numbers aligned to the right. It omits columns that are empty or all zero; if only the names are
// left, it adds nothing. g has at least one row.
func (p *Page) Grid(g Grid) {
	rights := make([]string, len(g)) // numbers of each row, joined
	for i := 1; i < len(g[0]); i++ {
		width, hasValue := 0, false
		for y, row := range g {
			width = max(width, Width(row[i]))
			hasValue = hasValue || y > 0 && row[i] != "0" && row[i] != ""
		}
		for y := range g {
			if hasValue && rights[y] == "" {
				rights[y] = PadLeft(g[y][i], width)
			} else if hasValue {
				rights[y] += " " + PadLeft(g[y][i], width)
			}
		}
	}
	if rights[0] == "" {
		return
	}
	p.Gap()
	for y, row := range g {
		if y == 0 {
			p.Add(PageLine{Left: row[0], Right: rights[y], Role: RoleTitle})
		} else {
			p.Add(PageLine{Left: row[0], Right: rights[y], Indent: 1})
		}
	}
}
