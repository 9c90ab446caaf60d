package journal

// AppendAll writes records as the next entries, all of them or none, and sets
// their Seq. When it returns nil they are on the disk; a crash or a power cut in
// the middle leaves none. After an error nothing is written, the records are as
// they were, and the next Append may succeed. progress, unless it is nil, is called with
// the number of records written so far and the number of all.
func (j *Journal) AppendAll(list []*Record, progress func(done, of int)) error {
	if err := j.writable(); err != nil {
		return j.fail("append to", err)
	}
	err := j.there()
	if err == nil {
		err = j.appendAll(list, progress)
	}
	if err != nil {
		return j.fail("append to", err)
	}
	j.mark()
	for _, r := range list {
		j.length++
		r.Seq = j.length
	}
	return nil
}

// appendAll writes list in one transaction.
func (j *Journal) appendAll(list []*Record, progress func(done, of int)) error {
	if err := run(j.db, `BEGIN IMMEDIATE`); err != nil {
		return err
	}
	err := j.insertAll(list, progress)
	if err == nil {
		err = run(j.db, `COMMIT`)
	}
	if err != nil {
		run(j.db, `ROLLBACK`) // it fails where SQLite has rolled back by itself
	}
	return err
}

// insertAll inserts list within the transaction that appendAll began, calling progress unless it is nil.
func (j *Journal) insertAll(list []*Record, progress func(done, of int)) error {
	for i, r := range list {
		if progress != nil {
			progress(i, len(list))
		}
		if err := j.insert(j.length+1+int64(i), r); err != nil {
			return err
		}
	}
	return nil
}
