import { sql } from 'drizzle-orm'
import { uuidList } from '#server/kernel/sql-values.ts'
import type { ErasureLine } from './plan.types.ts'
import { feeLines } from './plan-fees.ts'
import type { Scope } from './scope.ts'

/** A coded reason stays for statistics; a written one is deleted. */
const codeOnly = sql.raw(`case when t.reason ~ '^[a-z][a-z0-9-]{0,39}$' then t.reason end`)

/** Lists what staff have written, found and decided about a student, in an order that foreign keys allow. */
export function fileLines(scope: Scope): ErasureLine[] {
  const { schoolId, studentId } = scope
  const own = sql`t.student_id = ${studentId}`
  return [
    {
      table: 'student_note_strikes',
      kind: null,
      where: sql`t.note_id in (select n.id from student_notes n where n.school_id = ${schoolId} and n.student_id = ${studentId})`,
    },
    { table: 'student_notes', kind: 'notes', where: own },
    { table: 'student_tasks', kind: 'notes', where: own },
    { table: 'student_record_changes', kind: 'records', where: own },
    ...feeLines(scope),
    { table: 'student_guardians', kind: 'guardians', where: own },
    { table: 'student_identity_numbers', kind: 'records', where: own },
    { table: 'student_identity_checks', kind: 'records', where: own },
    { table: 'student_age_overrides', kind: 'records', where: own },
    { table: 'student_form_waivers', kind: 'records', where: own },
    { table: 'student_formalities', kind: 'records', where: own },
    { table: 'student_claims', kind: 'records', where: own },
    { table: 'family_children', kind: null, where: own },
    { table: 'student_notices', kind: null, where: own, set: sql`number = null` },
    { table: 'student_fees', kind: null, where: sql`${own} and t.reason is not null`, set: sql`reason = null` },
    {
      table: 'student_proposals',
      kind: null,
      where: own,
      set: sql`reason = coalesce(${codeOnly}, ''), note = null, settled_note = null`,
    },
    { table: 'student_changes', kind: null, where: own, set: sql`reason = ${codeOnly}, note = null` },
    ...offeredLines(scope),
    { table: 'document_deeds', kind: null, where: own },
    { table: 'documents', kind: 'papers', where: own },
    { table: 'document_standings', kind: null, where: own },
    { table: 'document_links', kind: null, where: own },
    { table: 'erasure_holds', kind: null, where: own },
    {
      table: 'subject_access_parts',
      kind: null,
      where: sql`t.access_id in (select a.id from subject_accesses a where a.school_id = ${schoolId} and a.student_id = ${studentId})`,
    },
    { table: 'subject_accesses', kind: null, where: own },
    {
      table: 'import_rows',
      kind: 'records',
      where: sql`(${own} or t.known->>'student_id' = ${studentId})`,
      set: sql`cells = '{}'::jsonb, "values" = null, known = null, problems = '[]'::jsonb`,
    },
    {
      table: 'students',
      kind: null,
      where: sql`t.id = ${studentId}`,
      // The source of a family stays where others share it: then it is a figure, not a personal text. The application's id is
      // removed too: a form kept for a sibling would otherwise identify this child.
      set: sql`name_latin = null, name_arabic = null, birth_date = null, person_id = null, next_action_on = null,
        submission_id = null, place = null, sort_name = '',
        source = case when exists (
          select 1 from students o where o.school_id = ${schoolId} and o.id <> t.id and o.source = t.source
        ) then t.source end`,
    },
  ]
}

/** Lists assessments and offers. */
function offeredLines({ schoolId, studentId, submissionIds }: Scope): ErasureLine[] {
  const own = sql`t.student_id = ${studentId}`
  // A family that had only enquired met the school under the enquiry.
  const met = sql`(${own} or t.student_id = any(${uuidList(submissionIds)}))`
  const ownOffer = sql`t.offer_id in (select o.id from offers o where o.school_id = ${schoolId} and o.student_id = ${studentId})`
  return [
    {
      table: 'scoring_reopenings',
      kind: null,
      where: sql`t.assessment_id in (select a.id from scoring_assessments a where a.school_id = ${schoolId} and a.student_id = ${studentId})`,
    },
    { table: 'scoring_moderations', kind: 'assessments', where: own },
    { table: 'scoring_assessments', kind: 'assessments', where: own },
    { table: 'appointment_bookings', kind: 'appointments', where: met },
    { table: 'appointment_links', kind: 'appointments', where: met },
    { table: 'offer_answers', kind: 'signatures', where: ownOffer },
    { table: 'offer_scans', kind: null, where: own },
    {
      table: 'offer_links',
      kind: null,
      where: sql`t.signer_id in (select g.id from offer_signers g join offers o on o.school_id = g.school_id and o.id = g.offer_id where g.school_id = ${schoolId} and o.student_id = ${studentId})`,
    },
    { table: 'offer_signers', kind: null, where: ownOffer },
    {
      table: 'offer_settlements',
      kind: null,
      where: sql`${ownOffer} and t.kind like 'waiver%'`,
      set: sql`reason = null`,
    },
    {
      table: 'offers',
      kind: null,
      where: own,
      // The existence of conditions stays: a letter's text depends on it.
      set: sql`terms = jsonb_set(t.terms, '{conditions}', case when t.terms->'conditions' = '[]'::jsonb then '[]'::jsonb
        else '[{"en": "–", "ar": "–"}]'::jsonb end)`,
    },
  ]
}
