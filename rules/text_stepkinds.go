package rules

// The kinds of steps, named by their YAML keys.
const (
	stepNone     stepKind = iota
	stepCheck             // rolls a check
	stepTable             // takes a row of a table
	stepTally             // computes a number line by line
	stepValue             // computes a formula
	stepDo                // carries out effects
	stepOffer             // asks for an answer
	stepReply             // runs the answer to an offer
	stepSequence          // runs another sequence
	stepStop              // ends the sequence if a formula is true
	stepThrow             // throws faced dice
	stepAsk               // asks for a number, faces or cards
	stepPick              // picks a random combatant
)
