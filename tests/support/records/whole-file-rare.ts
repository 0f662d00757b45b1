import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { decide as joinPeople } from '#server/features/forms/people/person-decision.service.ts'
import { giveChild } from '#server/features/students/family/family.service.ts'
import type { Box } from '#tests/support/server.ts'
import { marks } from './whole-file-marks.ts'

interface RareOf {
  studentId: string
  submissionId: string
  enquiryId: string
  child: string
  email: string
}

/** Rows about a child that no call makes in a test, or only after days. */
export async function addRare(box: Box, schoolId: string, of: RareOf): Promise<void> {
  await box.db.database.tenant(schoolId, async (tx) => {
    const people = await tx.execute<{ id: string }>(sql`
      select id from persons where submission_id in (${of.submissionId}, ${of.enquiryId}) and kind = 'pupil'`)
    const [one, other] = people.rows
    const by = {
      schoolId,
      userId: crypto.randomUUID() as never,
      nowMs: box.clock.nowMs(),
      random: box.deps.random,
    }
    await joinPeople(tx, by, 'same', [one?.id ?? '', other?.id ?? ''])
    await giveChild(tx, by, of.studentId, of.email)
    const hash = createHash('sha256').update(marks.word).digest('hex')
    await tx.execute(sql`
      insert into form_drafts (school_id, token_hash, id, slug, version, language, answers, started_at, updated_at, expires_at)
      values (${schoolId}, ${hash}, ${crypto.randomUUID()}, 'enquiry', 1, 'en', ${JSON.stringify({ email: of.email })}::jsonb,
        now(), now(), now())`)
    await tx.execute(sql`
      insert into enquiry_events (school_id, id, asked_hash, enquiry_id, kind, facts, at)
      values (${schoolId}, ${crypto.randomUUID()}, 'x', ${of.enquiryId}, 'contact',
        ${JSON.stringify({ channel: 'phone', text: of.child })}::jsonb, now())`)
    await tx.execute(sql`
      insert into saved_filters (school_id, id, owner_id, name, address, is_shared, is_default, saved_at)
      values (${schoolId}, ${crypto.randomUUID()}, ${crypto.randomUUID()}, ${of.child}, '{}'::jsonb, false, false, now())`)
    await tx.execute(sql`
      insert into sync_quarantine (school_id, id, device_id, op_id, outcome, message_id, hash, raw, received_at)
      values (${schoolId}, ${crypto.randomUUID()}, ${crypto.randomUUID()}, ${of.submissionId}, 'invalid',
        'sync.invalid', 'x', ${JSON.stringify({ name: of.child })}::jsonb, now())`)
    await tx.execute(sql`
      insert into student_age_overrides (school_id, id, student_id, birth_date, grade, entry_year, reason, by_user, at)
      values (${schoolId}, ${crypto.randomUUID()}, ${of.studentId}, ${marks.born}, 'KG1', 2031, ${marks.word},
        ${crypto.randomUUID()}, now())`)
    await tx.execute(sql`
      insert into student_form_waivers (school_id, id, student_id, slug, reason, by_user, at)
      values (${schoolId}, ${crypto.randomUUID()}, ${of.studentId}, 'health', ${marks.word}, ${crypto.randomUUID()}, now())`)
    // Of a form that was opened from an offer, where there is no application.
    await tx.execute(sql`
      insert into criteria_links (school_id, id, token_hash, slug, student_id, subject, email, language, answers, asked_at,
        asked_by, expires_at)
      values (${schoolId}, ${crypto.randomUUID()}, 'of an offer', 'criteria-test', ${of.studentId}, ${of.child}, ${of.email},
        'en', '{}'::jsonb, now(), ${crypto.randomUUID()}, now())`)
    await tx.execute(sql`
      insert into student_identity_numbers (school_id, number_hash, student_id) values (${schoolId}, ${hash}, ${of.studentId})`)
    await tx.execute(sql`
      insert into scoring_moderations (school_id, id, student_id, first_id, second_id, takes, recommendation, reason, by_user, at)
      values (${schoolId}, ${crypto.randomUUID()}, ${of.studentId}, ${crypto.randomUUID()}, ${crypto.randomUUID()},
        'mean', 'admit', ${marks.word}, ${crypto.randomUUID()}, now())`)
    await tx.execute(sql`
      insert into student_proposals (school_id, id, student_id, from_status, to_status, by_user, reason, note, decided_at,
        recorded_at, state, settled_note)
      values (${schoolId}, ${crypto.randomUUID()}, ${of.studentId}, 'new', 'rejected', ${crypto.randomUUID()}, 'other',
        ${marks.word}, now(), now(), 'withdrawn', ${marks.word})`)
  })
}
