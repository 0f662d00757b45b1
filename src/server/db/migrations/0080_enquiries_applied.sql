-- background: enquiries whose child has applied since, known by its birth date and the family's phone number or email, have applied
WITH pairs AS (
	SELECT s.school_id, s.id AS enquiry_id, t.id AS student_id
	FROM submissions s
	JOIN persons p ON p.school_id = s.school_id AND p.submission_id = s.id AND p.birth_date IS NOT NULL
	JOIN persons o ON o.school_id = p.school_id AND o.birth_date = p.birth_date AND o.submission_id <> p.submission_id
		AND (o.phone = p.phone OR lower(o.email) = lower(p.email))
	JOIN students t ON t.school_id = o.school_id AND t.person_id = o.id AND t.applied_at >= s.received_at
	WHERE s.purpose = 'enquiry' AND s.answers <> '{}'::jsonb
		AND NOT EXISTS (SELECT FROM enquiry_cases c WHERE c.school_id = s.school_id AND c.enquiry_id = s.id)
), found AS (
	SELECT DISTINCT school_id, enquiry_id FROM pairs LIMIT 100
), files AS (
	INSERT INTO enquiry_students (school_id, enquiry_id, student_id)
	SELECT DISTINCT school_id, enquiry_id, student_id FROM pairs JOIN found USING (school_id, enquiry_id)
	ON CONFLICT DO NOTHING
)
INSERT INTO enquiry_cases (school_id, enquiry_id, status, revision, changed_at)
SELECT school_id, enquiry_id, 'applied', 1, now() FROM found
ON CONFLICT DO NOTHING
RETURNING enquiry_id;
