package draw

// Grid is a table of numbers: a row of headings, then rows, each with a name in its first column.
type Grid [][]string

// Grid adds a table with its numbers aligned to the right. Columns that are empty or all zero are omitted; if no other column remains, no
// table is added.
func (p *Page) Grid(g Grid) {
	rights := make([]string, len(g))
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
