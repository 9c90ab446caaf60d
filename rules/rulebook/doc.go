/*
Package rulebook lists every entry of a game as readable text, with facts derived from its numbers, and finds entries by words. It has
no rules of its own: it puts the YAML into words.
*/
package rulebook
