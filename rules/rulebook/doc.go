/*
Package rulebook lists every entry of a game as text to be read, with the facts that follow from its numbers, and finds entries
by words. It knows no rule: what it says is what the YAML says, in words.
*/
package rulebook
