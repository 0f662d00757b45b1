-- background: journals of application fees, seat deposits and desk cash that were recorded before the ledger
WITH found AS (
	SELECT f.school_id, f.id, f.student_id, f.day_on AS happened, f.at, f.by_user, abs(f.amount) AS amount, f.amount < 0 AS is_back,
		CASE f.kind WHEN 'refund-due' THEN 'application-fees' WHEN 'refund-paid' THEN 'refunds-payable'
			ELSE CASE f.method WHEN 'cash' THEN 'cash' WHEN 'card' THEN 'card-clearing' ELSE 'bank' END END AS debit,
		CASE f.kind WHEN 'refund-due' THEN 'refunds-payable' WHEN 'paid' THEN 'application-fees'
			ELSE CASE f.method WHEN 'cash' THEN 'cash' WHEN 'card' THEN 'card-clearing' ELSE 'bank' END END AS credit
	FROM student_fees f
	WHERE f.amount <> 0 AND NOT EXISTS (SELECT FROM fee_journals j WHERE j.school_id = f.school_id AND j.id = f.id)
	LIMIT 500
), journals AS (
	INSERT INTO fee_journals (school_id, id, kind, effective_on, recorded_at, by_user, student_id)
	SELECT school_id, id, 'application-fee', happened, at, by_user, student_id FROM found
)
INSERT INTO fee_postings (school_id, journal_id, line, debit, credit, amount, student_id)
SELECT school_id, id, 1, CASE WHEN is_back THEN credit ELSE debit END, CASE WHEN is_back THEN debit ELSE credit END, amount, student_id
FROM found
RETURNING journal_id;
--> statement-breakpoint
WITH found AS (
	SELECT d.school_id, d.id, o.student_id, (d.at AT TIME ZONE s.time_zone)::date AS happened, d.at, d.by_user, d.amount,
		CASE d.method WHEN 'cash' THEN 'cash' WHEN 'card' THEN 'card-clearing' ELSE 'bank' END AS debit
	FROM offer_deposits d
	JOIN offers o ON o.school_id = d.school_id AND o.id = d.offer_id
	JOIN schools s ON s.school_id = d.school_id
	WHERE d.amount > 0 AND NOT EXISTS (SELECT FROM fee_journals j WHERE j.school_id = d.school_id AND j.id = d.id)
	LIMIT 500
), journals AS (
	INSERT INTO fee_journals (school_id, id, kind, effective_on, recorded_at, by_user, student_id)
	SELECT school_id, id, 'seat-deposit', happened, at, by_user, student_id FROM found
)
INSERT INTO fee_postings (school_id, journal_id, line, debit, credit, amount, student_id)
SELECT school_id, id, 1, debit, 'seat-deposits', amount, student_id FROM found
RETURNING journal_id;
--> statement-breakpoint
WITH found AS (
	SELECT t.school_id, t.id, t.kind, o.student_id, (t.at AT TIME ZONE s.time_zone)::date AS happened, t.at, t.by_user, t.amount,
		CASE t.method WHEN 'cash' THEN 'cash' WHEN 'card' THEN 'card-clearing' ELSE 'bank' END AS account,
		CASE t.kind WHEN 'refund-due' THEN coalesce((SELECT sum(d.amount) FROM offer_deposits d
			WHERE d.school_id = t.school_id AND d.offer_id = t.offer_id AND d.at <= t.at), 0) - t.amount ELSE 0 END AS kept
	FROM offer_settlements t
	JOIN offers o ON o.school_id = t.school_id AND o.id = t.offer_id
	JOIN schools s ON s.school_id = t.school_id
	WHERE t.kind IN ('refund-due', 'refund-paid') AND (t.amount > 0 OR t.kind = 'refund-due' AND EXISTS (SELECT FROM offer_deposits d
			WHERE d.school_id = t.school_id AND d.offer_id = t.offer_id AND d.at <= t.at AND d.amount > 0))
		AND NOT EXISTS (SELECT FROM fee_journals j WHERE j.school_id = t.school_id AND j.id = t.id)
	LIMIT 500
), journals AS (
	INSERT INTO fee_journals (school_id, id, kind, effective_on, recorded_at, by_user, student_id)
	SELECT school_id, id, 'deposit-settlement', happened, at, by_user, student_id FROM found
), lines AS (
	SELECT school_id, id, student_id, CASE kind WHEN 'refund-due' THEN 'seat-deposits' ELSE 'refunds-payable' END AS debit,
		CASE kind WHEN 'refund-due' THEN 'refunds-payable' ELSE account END AS credit, amount, 1 AS place
	FROM found WHERE amount > 0
	UNION ALL SELECT school_id, id, student_id, 'seat-deposits', 'revenue', kept, 2 FROM found WHERE kept > 0
)
INSERT INTO fee_postings (school_id, journal_id, line, debit, credit, amount, student_id)
SELECT school_id, id, row_number() OVER (PARTITION BY school_id, id ORDER BY place), debit, credit, amount, student_id FROM lines
RETURNING journal_id;
--> statement-breakpoint
WITH found AS (
	SELECT c.school_id, c.id, c.student_id, (c.recorded_at AT TIME ZONE s.time_zone)::date AS happened, c.recorded_at AS at, c.by_user,
		c.amount
	FROM student_cash c
	JOIN schools s ON s.school_id = c.school_id
	WHERE c.fault IS NOT NULL AND NOT EXISTS (SELECT FROM fee_journals j WHERE j.school_id = c.school_id AND j.id = c.id)
	LIMIT 500
), journals AS (
	INSERT INTO fee_journals (school_id, id, kind, effective_on, recorded_at, by_user, student_id)
	SELECT school_id, id, 'desk-cash', happened, at, by_user, student_id FROM found
)
INSERT INTO fee_postings (school_id, journal_id, line, debit, credit, amount, student_id)
SELECT school_id, id, 1, 'cash', 'unplaced-cash', amount, student_id FROM found
RETURNING journal_id;
--> statement-breakpoint
WITH found AS (
	SELECT e.school_id, overlay(e.cash_id::text PLACING '8' FROM 15 FOR 1)::uuid AS id, c.student_id,
		(e.at AT TIME ZONE s.time_zone)::date AS happened, e.at, e.by_user, c.amount
	FROM student_cash_ends e
	JOIN student_cash c ON c.school_id = e.school_id AND c.id = e.cash_id
	JOIN schools s ON s.school_id = e.school_id
	WHERE NOT EXISTS (SELECT FROM fee_journals j
		WHERE j.school_id = e.school_id AND j.id = overlay(e.cash_id::text PLACING '8' FROM 15 FOR 1)::uuid)
	LIMIT 500
), journals AS (
	INSERT INTO fee_journals (school_id, id, kind, effective_on, recorded_at, by_user, student_id)
	SELECT school_id, id, 'desk-cash', happened, at, by_user, student_id FROM found
)
INSERT INTO fee_postings (school_id, journal_id, line, debit, credit, amount, student_id)
SELECT school_id, id, 1, 'unplaced-cash', 'cash', amount, student_id FROM found
RETURNING journal_id;
