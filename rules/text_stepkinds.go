package rules

// The kinds of a step, by the key that it is written with.
const (
	stepNone stepKind = iota
	stepCheck
	stepTable
	stepTally
	stepValue
	stepDo
	stepOffer
	stepReply
	stepSequence
	stepStop
	stepThrow
	stepAsk
	stepPick
)
