package main

import (
	"regexp"
	"slices"
	"strings"

	"github.com/rivo/uniseg"
)

// reflowed is a text whose paragraphs fill lines of a width; lines that are indented stay as they are.
func reflowed(text string, width int) string {
	var lines, words []string
	flush := func() {
		lines = append(lines, filled(words, width)...)
		words = nil
	}
	for line := range strings.SplitSeq(text, "\n") {
		if line == "" || strings.HasPrefix(line, " ") {
			flush()
			lines = append(lines, line)
			continue
		}
		words = append(words, strings.Fields(line)...)
	}
	flush()
	return strings.Join(lines, "\n")
}

// filled is words in lines of a width.
func filled(words []string, width int) (lines []string) {
	line := ""
	for _, word := range words {
		if line != "" && uniseg.StringWidth(line)+1+uniseg.StringWidth(word) > width {
			lines, line = append(lines, line), ""
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// minColumn is how wide the last column of a list is at the least, so that words still fit.
const minColumn = 24

// columned is lists of names and what they mean, with what is too long for a line in more lines of its own column.
func columned(text string, width int) string {
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		at := lastColumn.FindStringIndex(line)
		if uniseg.StringWidth(line) <= width || at == nil {
			lines = append(lines, line)
			continue
		}
		begun := line[:at[1]]
		column := min(uniseg.StringWidth(begun), width-minColumn)
		for _, part := range filled(strings.Fields(line[at[1]:]), width-column) {
			lines = append(lines, begun+part)
			begun = strings.Repeat(" ", column)
		}
	}
	return strings.Join(lines, "\n")
}

// lastColumn is what stands in a line of a list before what it means.
var lastColumn = regexp.MustCompile(`^ +\S.*?\S {2,}`)

// placeOf is the place of a rule in a file, in a folder.
var placeOf = regexp.MustCompile(`^.+/([^/]+\.yaml:\d+)$`)

// placeColumn is the column of the places of rules; -1 for none.
func placeColumn(rows [][]cell) int {
	for _, row := range rows {
		if i := slices.IndexFunc(row, func(c cell) bool { return c.place }); i >= 0 {
			return i
		}
	}
	return -1
}

// shortPlaces leaves out the folders of places in files, where rows are too wide, and returns by how much less they are.
func shortPlaces(rows [][]cell, widths []int, at int) int {
	was := widths[at]
	widths[at] = 0
	for _, row := range rows {
		if at >= len(row) {
			continue
		}
		row[at].text = placeOf.ReplaceAllString(row[at].text, "…/$1")
		widths[at] = max(widths[at], uniseg.StringWidth(row[at].text))
	}
	return was - widths[at]
}
