-- background: holidays and regulator of the admission rules, weekend of the face settings become the school's own settings
WITH found AS (
	SELECT s.school_id,
		-- Friday and Saturday were everybody's: they can't be told from a choice, and the country decides.
		to_jsonb(f.weekend) AS weekend,
		h.rules->'holidays' AS holidays,
		r.rules->'regulator' AS regulator
	FROM schools s
	LEFT JOIN face_settings f ON f.school_id = s.school_id AND NOT s.profile ? 'weekend' AND f.weekend <> '{5,6}'
	LEFT JOIN admission_rules h ON h.school_id = s.school_id AND NOT s.profile ? 'holidays' AND jsonb_typeof(h.rules->'holidays') = 'array'
	LEFT JOIN admission_rules r ON r.school_id = s.school_id AND NOT s.profile ? 'regulator' AND jsonb_typeof(r.rules->'regulator') = 'string'
	WHERE f.school_id IS NOT NULL OR h.school_id IS NOT NULL OR r.school_id IS NOT NULL
	LIMIT 100
)
UPDATE schools s
SET profile = jsonb_strip_nulls(jsonb_build_object('weekend', found.weekend, 'holidays', found.holidays, 'regulator', found.regulator)) || s.profile
FROM found
WHERE s.school_id = found.school_id
RETURNING s.school_id;
