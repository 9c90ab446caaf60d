package rules

// The kinds of steps, named by their YAML keys.
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
