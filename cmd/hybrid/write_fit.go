package main

import (
	"regexp"
	"slices"
	"strings"

	"github.com/rivo/uniseg"
)

// Fitting text and tables into the width of the terminal.

// reflowText returns text with its paragraphs wrapped at a width, in terminal columns (cells). Indented and empty lines are unchanged.
func reflowText(text string, width int) string {
	var lines, words []string
	flush := func() {
		lines = append(lines, fillLines(words, width, width)...)
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

// fillLines joins words into lines that are at most width cells wide; the first line is at most first cells wide. A longer word gets a line
// of its own.
func fillLines(words []string, first, width int) (lines []string) {
	line, room := "", first
	for _, word := range words {
		if line != "" && uniseg.StringWidth(line)+1+uniseg.StringWidth(word) > room {
			lines, line, room = append(lines, line), "", width
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// minColumn is the minimum width of the last column of a list, in cells, so that words still fit.
const minColumn = 24

// wrapLastColumn returns text with the long meanings in its lists wrapped, so that the lines fit into width cells. A list has names with
// their meanings, such as flags with their usage. Other lines are unchanged.
func wrapLastColumn(text string, width int) string {
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		at := lastColumnPattern.FindStringIndex(line)
		if uniseg.StringWidth(line) <= width || at == nil {
			lines = append(lines, line)
			continue
		}
		lead := line[:at[1]]
		column := min(uniseg.StringWidth(lead), width-minColumn)
		for _, part := range fillLines(strings.Fields(line[at[1]:]), width-column, width-column) {
			lines = append(lines, lead+part)
			lead = strings.Repeat(" ", column)
		}
	}
	return strings.Join(lines, "\n")
}

// lastColumnPattern matches the part of a list's line before the meaning: the name, and at least two spaces.
var lastColumnPattern = regexp.MustCompile(`^ +\S.*?\S {2,}`)

// placePattern matches the position of a rule in a file with a folder, such as tables/house.yaml:12, and captures it without the folder.
var placePattern = regexp.MustCompile(`^.+/([^/]+\.yaml:\d+)$`)

// placeColumn returns the index of the column with the positions of rules (cell.place), or -1 if there is none.
func placeColumn(rows [][]cell) int {
	for _, row := range rows {
		if i := slices.IndexFunc(row, func(c cell) bool { return c.place }); i >= 0 {
			return i
		}
	}
	return -1
}

// shortenPlaces replaces the folders of the positions of rules, in the column with index at, with “…”. It updates widths, the widths of the
// columns, and returns the number of terminal columns by which the column became narrower.
func shortenPlaces(rows [][]cell, widths []int, at int) int {
	oldWidth := widths[at]
	widths[at] = 0
	for _, row := range rows {
		if at >= len(row) {
			continue
		}
		row[at].text = placePattern.ReplaceAllString(row[at].text, "…/$1")
		widths[at] = max(widths[at], uniseg.StringWidth(row[at].text))
	}
	return oldWidth - widths[at]
}
