/*
Package phrase contains the language of the story: patterns of sentences (`say`) with their syntax, and the grammar of a language, both
decoded from YAML. It depends on neither rules nor events: package rules defines the names in patterns, and gm/story fills them in.
*/
package phrase
