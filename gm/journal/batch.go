package journal

// AppendAll writes records as the next entries, all or none, and sets their Seq. When it returns nil they are on the disk; a crash or
// a power cut while AppendAll runs leaves none of them. After an error nothing is written, the records are unchanged, and the next
// Append can succeed.
func (j *Journal) AppendAll(list []*Record) error {
	if err := j.checkWritable(); err != nil {
		return j.wrapError("append to", err)
	}
	err := j.checkNotMoved()
	if err == nil {
		err = j.appendAll(list)
	}
	if err != nil {
		return j.wrapError("append to", err)
	}
	j.markFiles()
	for _, r := range list {
		j.length++
		r.Seq = j.length
	}
	return nil
}

// appendAll writes list in one transaction.
func (j *Journal) appendAll(list []*Record) error {
	err := execStatement(j.db, `BEGIN IMMEDIATE`)
	for i, r := range list {
		if err == nil {
			err = j.insertRecord(j.length+1+int64(i), r)
		}
	}
	if err == nil {
		err = execStatement(j.db, `COMMIT`)
	}
	if err != nil {
		execStatement(j.db, `ROLLBACK`) // fails if there is nothing to roll back
	}
	return err
}
