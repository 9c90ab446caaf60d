package source

import (
	"bytes"
	"fmt"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Explanations of yaml.v3 errors in plain words, at the position where the mistake begins. The errors of yaml.v3 give at most a line, often
// a later one, so the text of the file is searched for the likely cause. Flow style is YAML's syntax with brackets, as in
// {a: 1, b: [2, 3]}.

// checkReadable reports whether data is text. If not, it adds a mistake for the first offending character.
func (p *parser) checkReadable(data []byte) bool {
	for i := 0; i < len(data); {
		if c := data[i]; c >= ' ' && c < 0x7F || c == '\n' {
			i++
			continue
		}
		c, size := utf8.DecodeRune(data[i:])
		if c == '\r' && i+1 < len(data) && data[i+1] == '\n' {
			c = '\n'
		}
		text := unreadableReason(c, size, data[i])
		if c == noBreakSpace && (i == 0 || data[i-1] == '\n') { // YAML would read it as part of a name
			text = "A no-break space comes before the text. Indent with ordinary spaces."
		}
		if text != "" {
			p.report.Add(NotYAML, p.positionAfter(data[:i]), "%s", text)
			return false
		}
		i += size
	}
	return true
}

// noBreakSpace is the space that text processors and web pages put where a line must not end.
const noBreakSpace = '\u00A0'

// unreadableReason returns the problem with a character, which has the given size and first byte in UTF-8; "" for none. Line ends that
// editors do not count are mistakes, since positions would be wrong.
func unreadableReason(c rune, size int, first byte) string {
	switch {
	case c == utf8.RuneError && size == 1:
		return fmt.Sprintf("Byte %02X isn't UTF-8. Save the file as UTF-8.", first)
	case c == 0:
		return "The file has a NUL byte. It isn't a text file, or wasn't saved completely."
	case c == '\n', c == '\t':
		return ""
	case unicode.IsControl(c), c == 0x2028, c == 0x2029, c == 0xFEFF, c == 0xFFFE, c == 0xFFFF:
		return fmt.Sprintf("Control character U+%04X. Remove it.", c)
	}
	return ""
}

// positionAfter returns the position just after before, a prefix of the file.
func (p *parser) positionAfter(before []byte) Pos {
	last := before[bytes.LastIndexByte(before, '\n')+1:]
	return Pos{p.file, bytes.Count(before, []byte("\n")) + 1, utf8.RuneCount(last) + 1}
}

// reportSyntaxError reports an error of yaml.v3 in plain words.
func (p *parser) reportSyntaxError(data []byte, err error) {
	_, message := splitError(err)
	line := errorLine(data, message)
	if pos, ok := p.findIndentTab(data, line, message); ok {
		p.report.Add(NotYAML, pos, "A tab comes before the text. Indent with spaces.")
		return
	}
	if pos, text := p.findMissingColon(data, line); text != "" {
		p.report.Add(NotYAML, pos, "%s", text)
		return
	}
	if pos, text := p.findFlowMistake(data, line); text != "" && isFlowError(message) {
		p.report.Add(NotYAML, pos, "%s", text)
		return
	}
	if pos, text := p.findOpenAtEnd(data, line); text != "" && message == contentMessage {
		p.report.Add(NotYAML, pos, "%s", text)
		return
	}
	if pos, text := p.findTightColon(data, line); text != "" && message == colonMessage {
		p.report.Add(NotYAML, pos, "%s", text)
		return
	}
	if above, name := nameAbove(data, line); name != "" && message == colonMessage {
		p.report.Add(NotYAML, Pos{p.file, above, 1}, "%s needs a colon after it: `%s:`.", name, name)
		return
	}
	if anchor, ok := strings.CutPrefix(message, "unknown anchor "); ok {
		p.report.Add(NotYAML, p.findAlias(data, line, strings.Trim(strings.TrimSuffix(anchor, " referenced"), "'")), "%s", plainWords(message))
		return
	}
	column := 1
	if message == startMessage {
		column = startColumn(data, line)
	}
	p.report.Add(NotYAML, Pos{p.file, line, column}, "%s", plainWords(message))
}

// Beginnings of values: a name without a colon before a bracket, and a bracket right after a colon.
var (
	nameBeforeBracket = regexp.MustCompile(`^( *)([A-Za-z_][A-Za-z0-9_]*) *[{\[]`)
	colonAtBracket    = regexp.MustCompile(`(?:^|[ {,\[])([A-Za-z_][A-Za-z0-9_]*):[{\[]`)
	colonAtText       = regexp.MustCompile(`^( *)([A-Za-z_][A-Za-z0-9_]*):[^ \r]`)
	valueAtSign       = regexp.MustCompile("(?:^|[:,\\[{-]) *([@`%])")
)

// findTightColon finds a name before the given line whose colon has no space after it, in the nearest line with the same indentation.
func (p *parser) findTightColon(data []byte, line int) (pos Pos, text string) {
	lines := bytes.Split(data, []byte("\n"))
	for above := min(line, len(lines)) - 1; above > 0; above-- {
		if len(bytes.TrimSpace(lines[above-1])) == 0 {
			continue
		}
		at := colonAtText.FindSubmatchIndex(lines[above-1])
		if at == nil || indentation(lines[above-1]) != indentation(lines[line-1]) {
			break
		}
		name := string(lines[above-1][at[4]:at[5]])
		return Pos{p.file, above, at[4] + 1}, fmt.Sprintf("The colon of %s needs a space after it: `%s: …`.", name, name)
	}
	return Pos{}, ""
}

// startColumn returns the column of the first value in a line that starts with a character that YAML reserves, or 1 if it finds none.
func startColumn(data []byte, line int) int {
	text := bytes.Split(data, []byte("\n"))[line-1]
	if at := valueAtSign.FindSubmatchIndex(text); at != nil {
		return utf8.RuneCount(text[:at[2]]) + 1
	}
	return 1
}

// indentation returns the number of spaces at the beginning of a line.
func indentation(line []byte) int { return len(line) - len(bytes.TrimLeft(line, " ")) }

// findMissingColon finds a name in a line whose colon, or the space after it, is missing before a bracket.
func (p *parser) findMissingColon(data []byte, line int) (pos Pos, text string) {
	lines := bytes.Split(data, []byte("\n"))
	if line < 1 || line > len(lines) {
		return Pos{}, ""
	}
	if at := nameBeforeBracket.FindSubmatchIndex(lines[line-1]); at != nil {
		name := string(lines[line-1][at[4]:at[5]])
		return Pos{p.file, line, at[4] + 1}, fmt.Sprintf("%s needs a colon and a space after it: `%s: …`.", name, name)
	}
	if at := colonAtBracket.FindSubmatchIndex(lines[line-1]); at != nil {
		name := string(lines[line-1][at[2]:at[3]])
		return Pos{p.file, line, utf8.RuneCount(lines[line-1][:at[2]]) + 1}, fmt.Sprintf("The colon of %s needs a space after it: `%s: …`.", name, name)
	}
	return Pos{}, ""
}

// findAlias returns the position of the first alias of an anchor, such as *name, in a line, or the beginning of the line.
func (p *parser) findAlias(data []byte, line int, name string) Pos {
	lines := bytes.SplitAfter(data, []byte("\n"))
	begin := len(bytes.Join(lines[:line-1], nil))
	for i := begin; i < begin+len(lines[line-1]); i++ {
		after, ok := bytes.CutPrefix(data[i:], []byte("*"+name))
		startsValue := i == begin || bytes.IndexByte([]byte(" \t:,[{-?"), data[i-1]) >= 0
		endsValue := len(after) == 0 || bytes.IndexByte([]byte(" \t\r\n,]}:"), after[0]) >= 0
		if ok && startsValue && endsValue {
			return p.positionAfter(data[:i])
		}
	}
	return Pos{p.file, line, 1}
}

// isFlowError reports whether an error can be caused by brackets or quotation marks.
func isFlowError(message string) bool {
	switch message {
	case "did not find expected ',' or '}'", "did not find expected ',' or ']'", "found unexpected end of stream", "did not find expected key":
		return true
	}
	return false
}

// findFlowMistake searches from the given line on for a mistake with brackets or quotation marks, and returns its position and a message.
// It stops at the end of the first line on which no bracket is open; text is "" if it finds no mistake.
func (p *parser) findFlowMistake(data []byte, line int) (pos Pos, text string) {
	first := 0 // index of the first character of the line
	for ; line > 1; line-- {
		first += bytes.IndexByte(data[first:], '\n') + 1
	}
	var open []int   // indexes of the open brackets
	valueStart := -1 // index of the current value after `name: ` within brackets; -1 for none
	for i := first; i < len(data); i++ {
		c := data[i]
		// canBegin is whether a value can begin at i, and endsName whether c is the colon after a name within brackets.
		canBegin := bytes.IndexByte([]byte("{[,:-\n"), lastNonSpace(data[first:i])) >= 0
		endsName := c == ':' && len(open) > 0 && i+1 < len(data) && data[i+1] == ' '
		switch {
		case c == '\n' && len(open) == 0:
			return Pos{}, ""
		case c == '#' && (i == 0 || bytes.IndexByte([]byte(" \t\n"), data[i-1]) >= 0):
			comment, _, _ := bytes.Cut(data[i:], []byte("\n"))
			i += len(comment) - 1
		case (c == '"' || c == '\'') && canBegin:
			if pos, text = p.quoteMistake(data, i); text != "" {
				return pos, text
			}
			i = closingQuote(data, i)
		case (c == '{' || c == '[') && canBegin:
			open, valueStart = append(open, i), -1
		case (c == '}' || c == ']') && len(open) > 0:
			if last := open[len(open)-1]; data[last]+2 != c { // '}' is '{' + 2, and ']' is '[' + 2
				return p.unclosedMistake(data, last)
			}
			if next := firstNonSpace(data[i+1:]); canFollow(next) {
				open, valueStart = open[:len(open)-1], -1
			} else {
				return p.positionAfter(data[:open[len(open)-1]]), fmt.Sprintf("More follows the %c of this value. Put the whole value in quotes.", c)
			}
		case c == ',':
			valueStart = -1
		case endsName && valueStart >= 0: // a second name before the end of the value
			if bytes.IndexByte(data[valueStart:i], '\n') >= 0 {
				return p.unclosedMistake(data, open[len(open)-1])
			}
			return p.positionAfter(data[:valueStart]), "This value has `: ` in it. Put it in quotes."
		case endsName:
			valueStart = i + 2
		}
	}
	if len(open) > 0 {
		return p.unclosedMistake(data, open[0])
	}
	return Pos{}, ""
}

// quoteMistake returns the position and the message of a mistake in the quoted text whose quotation mark opens at index start; text is ""
// if there is none.
func (p *parser) quoteMistake(data []byte, start int) (pos Pos, text string) {
	end := closingQuote(data, start)
	if end < 0 {
		return p.positionAfter(data[:start]), "This quotation mark is never closed."
	}
	if next := firstNonSpace(data[end+1:]); !canFollow(next) {
		return p.positionAfter(data[:end]), `The quoted text ends here, but more follows. Double the quotation mark within ' ', or use " " around all.`
	}
	return Pos{}, ""
}

// findOpenAtEnd searches for the last bracket that is still open at the end of the file, if line and all lines after it are blank; text is
// "" if it finds none.
func (p *parser) findOpenAtEnd(data []byte, line int) (pos Pos, text string) {
	lines := bytes.Split(data, []byte("\n"))
	if len(bytes.TrimSpace(bytes.Join(lines[min(line, len(lines))-1:], nil))) > 0 {
		return Pos{}, ""
	}
	for line--; line > 0 && text == ""; line-- {
		pos, text = p.findFlowMistake(data, line)
	}
	return pos, text
}

// unclosedMistake returns the position of the bracket with the given index in data, and the message that it is never closed.
func (p *parser) unclosedMistake(data []byte, bracket int) (Pos, string) {
	return p.positionAfter(data[:bracket]), fmt.Sprintf("This %c is never closed.", data[bracket])
}

// lastNonSpace returns the last character that is not a space, or a line break if there is none.
func lastNonSpace(data []byte) byte {
	if data = bytes.TrimRight(data, " "); len(data) > 0 {
		return data[len(data)-1]
	}
	return '\n'
}

// canFollow reports whether c, the next character that is not a space, can follow a value in quotes or brackets.
func canFollow(c byte) bool { return bytes.IndexByte([]byte("\n,:#]}"), c) >= 0 }

// firstNonSpace returns the first character that is not a space or a carriage return, or a line break if there is none.
func firstNonSpace(data []byte) byte {
	if data = bytes.TrimLeft(data, " \r"); len(data) > 0 {
		return data[0]
	}
	return '\n'
}

// closingQuote returns the index of the quotation mark that closes the one at i, or -1.
func closingQuote(data []byte, i int) int {
	for j := i + 1; j < len(data); j++ {
		switch {
		case data[j] == '\\' && data[i] == '"':
			j++
		case data[j] == '\'' && data[i] == '\'' && j+1 < len(data) && data[j+1] == '\'':
			j++
		case data[j] == data[i]:
			return j
		}
	}
	return -1
}

// splitError splits an error of yaml.v3 into its line and message; line is 0 if it has none.
func splitError(err error) (line int, message string) {
	message = strings.TrimPrefix(err.Error(), "yaml: ")
	number, rest, ok := strings.Cut(message, ": ")
	if !ok || !strings.HasPrefix(number, "line ") {
		return 0, message
	}
	line, _ = strconv.Atoi(number[len("line "):])
	return line, rest
}

// errorLine returns the line of the mistake for which yaml.v3 gives message, as precisely as yaml.v3 reports it.
func errorLine(data []byte, message string) int {
	if isLateError(message) {
		return firstFailing(data, message)
	}
	// An empty first line is added, so that no error can be in line 1, for which yaml.v3 omits the number.
	_, _, err := readDocuments(bytes.NewReader(append([]byte("\n"), data...)))
	if err == nil {
		return 1
	}
	line, _ := splitError(err)
	if !isParserError(message) {
		line-- // doesn't count the added line; a line of the parser, counted from 0, is already right
	}
	return max(1, min(line, bytes.Count(data, []byte("\n"))+1))
}

// isLateError reports whether yaml.v3 notices an error too late to know its line: it gives none, or the first line of the map or list.
func isLateError(message string) bool {
	switch message {
	case "did not find expected key", "did not find expected '-' indicator":
		return true
	}
	return strings.HasPrefix(message, "unknown anchor")
}

// isParserError reports whether an error is from the parser of yaml.v3, which counts lines from 0; the scanner counts from 1.
func isParserError(message string) bool {
	switch message {
	case "did not find expected ',' or ']'", "did not find expected ',' or '}'", contentMessage,
		"did not find expected <document start>", "found undefined tag handle", "found duplicate %YAML directive",
		"found incompatible YAML document", "found duplicate %TAG directive":
		return true
	}
	return false
}

// firstFailing returns the number of lines in the shortest beginning of the file that causes the error on its own, found by binary search.
func firstFailing(data []byte, message string) int {
	lines := bytes.SplitAfter(data, []byte("\n"))
	ends := make([]int, len(lines))
	end := 0
	for i, l := range lines {
		end += len(l)
		ends[i] = end
	}
	n := sort.Search(len(lines)-1, func(i int) bool {
		_, _, err := readDocuments(bytes.NewReader(data[:ends[i]]))
		if err == nil {
			return false
		}
		_, m := splitError(err)
		return m == message
	})
	return n + 1
}

// findIndentTab returns the position of a tab in the indentation, if a tab can cause the error.
func (p *parser) findIndentTab(data []byte, line int, message string) (Pos, bool) {
	lines := bytes.Split(data, []byte("\n"))
	last := line
	switch message {
	case startMessage: // in this line
	case "found a tab character that violates indentation", "found a tab character where an indentation space is expected":
		last = len(lines)
	default:
		return Pos{}, false
	}
	for i := line; i <= min(last, len(lines)); i++ {
		text := lines[i-1]
		indent := text[:len(text)-len(bytes.TrimLeft(text, " \t"))]
		if col := bytes.IndexByte(indent, '\t'); col >= 0 {
			return Pos{p.file, i, col + 1}, true
		}
	}
	return Pos{}, false
}

// colonMessage is the error of yaml.v3 for a colon in a wrong place.
const colonMessage = "mapping values are not allowed in this context"

// startMessage is the error of yaml.v3 for a value that starts with a character that YAML reserves.
const startMessage = "found character that cannot start any token"

// contentMessage is the error of yaml.v3 for a missing value in brackets.
const contentMessage = "did not find expected node content"

// nameAbove returns the nearest less indented line above line, and the name on it; 0 and "" unless that line consists only of a name.
func nameAbove(data []byte, line int) (above int, name string) {
	lines := bytes.Split(data, []byte("\n"))
	for above = min(line, len(lines)) - 1; above > 0; above-- {
		text, _, _ := bytes.Cut(lines[above-1], []byte(" #"))
		if len(bytes.TrimSpace(text)) == 0 || text[0] == '#' || indentation(text) >= indentation(lines[line-1]) {
			continue
		}
		name = string(bytes.TrimSpace(text))
		if strings.ContainsAny(name, " :[]{},\"'|>-") {
			return 0, ""
		}
		return above, name
	}
	return 0, ""
}

// plainWords rephrases an error from yaml.v3 for designers: the problem and the fix.
func plainWords(message string) string {
	switch message {
	case colonMessage:
		return "This colon is out of place. Put a value with `: ` in quotes, and indent the line like its neighbours."
	case "could not find expected ':'":
		return "A name has no colon. Write `name: value`, with a space after the colon."
	case "found unexpected end of stream", "found unexpected document indicator":
		return "A quotation mark in this line is never closed."
	case "found unknown escape character", "did not find expected hexdecimal number", "found invalid Unicode character escape code":
		return `This backslash has no meaning within " ". Write two, or put the text in ' '.`
	case startMessage:
		return "A value can't start with @, `, % or a tab. Put it in quotes."
	case "found a tab character that violates indentation", "found a tab character where an indentation space is expected":
		return "A tab comes before the text. Indent with spaces."
	case "block sequence entries are not allowed in this context":
		return "A list item can't start here. Put `- ` on a line of its own, or write [a, b]."
	case "mapping keys are not allowed in this context":
		return "A value can't start with `? ` here. Put it in quotes."
	case "did not find expected comment or line break":
		return "Nothing can follow | and > in their line. Move the text to the next line, or put it in quotes."
	case "did not find expected key":
		return "This doesn't fit the map above. Indent it like its neighbours, and check that closing quotes and brackets end their value."
	case "did not find expected '-' indicator":
		return "This doesn't fit the list above. Start each item with `- `, indented like the others."
	case "did not find expected ',' or '}'":
		return "The { in this line isn't closed, or a comma is missing in it. Put a value with `: ` or `?` in quotes."
	case "did not find expected ',' or ']'":
		return "The [ in this line isn't closed, or a comma is missing in it."
	case contentMessage:
		return "A value is missing here. If it starts with a bracket or comma, put it in quotes."
	case "did not find expected alphabetic or numeric character":
		return "A value can't start with & or *. Put it in quotes."
	case "did not find expected <document start>":
		return "A second document starts here. A file can have only one."
	}
	switch {
	case strings.HasPrefix(message, "unknown anchor"):
		return "A value can't start with *. Put it in quotes."
	case strings.Contains(message, "directive"), strings.Contains(message, "YAML document"):
		return "Lines that start with % aren't supported. Remove this one."
	case strings.Contains(message, "max depth"):
		return "The values are nested too deep."
	}
	return "Invalid YAML: " + message
}
