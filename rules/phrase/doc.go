/*
Package phrase has the language in which play is told: patterns of sentences (`say`) with their syntax, and the grammar of a
language, both read from YAML. It knows neither rules nor what was played: rules says what a pattern may name, gm/story fills
it.
*/
package phrase
