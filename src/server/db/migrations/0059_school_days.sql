-- background: the weekend of the face settings and the holidays of the admission rules become the school's own
WITH found AS (
	SELECT s.school_id, to_jsonb(f.weekend) AS weekend, r.rules->'holidays' AS holidays
	FROM schools s
	LEFT JOIN face_settings f ON f.school_id = s.school_id AND NOT s.profile ? 'weekend'
	LEFT JOIN admission_rules r ON r.school_id = s.school_id AND NOT s.profile ? 'holidays' AND jsonb_typeof(r.rules->'holidays') = 'array'
	WHERE f.school_id IS NOT NULL OR r.school_id IS NOT NULL
	LIMIT 100
)
UPDATE schools s
SET profile = jsonb_strip_nulls(jsonb_build_object('weekend', found.weekend, 'holidays', found.holidays)) || s.profile
FROM found
WHERE s.school_id = found.school_id
RETURNING s.school_id;
