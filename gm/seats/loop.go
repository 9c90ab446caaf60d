package seats

import (
	"context"
	"fmt"
)

// Loop runs what is posted to it, one after the other, in the goroutine that the session belongs to. Post may wait until
// that is done.
type Loop interface{ Post(func()) }

// inLoop is what do returns, run within a loop. It fails when the context is done; do may run all the same later.
func inLoop[T any](ctx context.Context, loop Loop, do func() T) (T, error) {
	result := make(chan T, 1)
	go loop.Post(func() { result <- do() })
	select {
	case got := <-result:
		return got, nil
	case <-ctx.Done():
		var none T
		return none, fmt.Errorf("the table did not answer: %w", ctx.Err())
	}
}

// Queue is a loop of its own, for a session that nothing else runs.
type Queue struct {
	jobs chan func()
	over chan struct{}
}

// NewQueue is a queue that runs nothing yet.
func NewQueue() *Queue { return &Queue{jobs: make(chan func()), over: make(chan struct{})} }

// Post hands over a function, and returns when the queue takes it or has ended.
func (q *Queue) Post(do func()) {
	select {
	case q.jobs <- do:
	case <-q.over:
	}
}

// Run runs what is posted until the context is done. It may be called once.
func (q *Queue) Run(ctx context.Context) {
	defer close(q.over)
	for {
		select {
		case do := <-q.jobs:
			do()
		case <-ctx.Done():
			return
		}
	}
}
