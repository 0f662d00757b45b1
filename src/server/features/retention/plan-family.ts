import { type SQL, sql } from 'drizzle-orm'
import { uuidList } from '#server/kernel/sql-values.ts'
import { wordList } from './contacts.ts'
import type { ErasureLine } from './plan.types.ts'
import type { Scope } from './scope.ts'

/** Condition that any of these texts occurs, case-insensitively. */
const holds = (text: SQL, words: readonly string[]): SQL =>
  sql`exists (select 1 from jsonb_array_elements_text(${JSON.stringify(words)}::jsonb) w
    where strpos(lower(${text}), lower(w)) > 0)`

/** Lists what a family has submitted, received and answered. */
export function familyLines(scope: Scope): ErasureLine[] {
  return [
    ...enquiryLines(scope),
    ...letterLines(scope),
    ...consentLines(scope),
    ...mailLines(scope),
    ...formLines(scope),
  ]
}

/** Lists what the desk did about enquiries: the enquiry that goes takes its history with it. */
function enquiryLines({ schoolId, submissionIds, studentId }: Scope): ErasureLine[] {
  const gone = sql`t.enquiry_id = any(${uuidList(submissionIds)})`
  return [
    // What was begun by an invitation that nobody has handed in.
    {
      table: 'form_drafts',
      kind: null,
      where: sql`t.id in (select i.id from enquiry_invitations i where i.school_id = ${schoolId}
        and i.enquiry_id = any(${uuidList(submissionIds)}))`,
    },
    { table: 'enquiry_events', kind: 'records', where: gone },
    { table: 'enquiry_invitations', kind: null, where: gone },
    { table: 'enquiry_students', kind: null, where: sql`(${gone} or t.student_id = ${studentId})` },
    { table: 'enquiry_cases', kind: null, where: gone, set: sql`owner_id = null` },
  ]
}

/** Lists letters: a row stays so that its code can be reported invalid, without content. */
function letterLines({ schoolId, studentId, requestIds, submissionIds }: Scope): ErasureLine[] {
  const about = uuidList([...requestIds, ...submissionIds])
  const isOwn = sql.raw('l.student_id')
  const ofLetters = sql`t.letter_id in (select l.id from issued_letters l
    where l.school_id = ${schoolId} and (${isOwn} = ${studentId} or l.subject_id = any(${about})))`
  return [
    { table: 'letter_prints', kind: null, where: ofLetters },
    { table: 'letter_faults', kind: null, where: ofLetters },
    {
      table: 'issued_letters',
      kind: 'letters',
      where: sql`(t.student_id = ${studentId} or t.subject_id = any(${about}))`,
      set: sql`blocks = '{}'::jsonb`,
    },
  ]
}

function consentLines({ schoolId, requestIds }: Scope): ErasureLine[] {
  const asked = uuidList(requestIds)
  const ofRequest = sql`t.request_id = any(${asked})`
  return [
    {
      table: 'consent_decisions',
      kind: null,
      where: sql`t.act_id in (select a.id from consent_acts a where a.school_id = ${schoolId} and a.request_id = any(${asked}))`,
    },
    { table: 'consent_acts', kind: null, where: ofRequest },
    { table: 'consent_openings', kind: null, where: ofRequest },
    { table: 'consent_requests', kind: 'consents', where: sql`t.id = any(${asked})` },
  ]
}

/**
 * Lists emails to addresses found nowhere else, and those to others that name this child. Queued ones are cancelled, having no
 * recipient left. By first name alone only sent ones are matched: a queued one may be about a sibling.
 */
function mailLines({ studentId, going, all, names, givenNames, calledBy, mailIds }: Scope): ErasureLine[] {
  const isAbout = sql`(${holds(sql`t.params::text`, names)} or t.params->>'subject' in ${wordList(calledBy)}
    or (t.state <> 'queued' and ${holds(sql`t.params::text`, givenNames)}))`
  const toOthers = sql`lower(t.recipient) not in ${wordList(going.emails)}
    and (t.id = any(${uuidList(mailIds)}) or (lower(t.recipient) in ${wordList(all.emails)} and ${isAbout}))`
  const given = sql`params = '{}'::jsonb, state = case when t.state = 'queued' then 'failed' else t.state end`
  const own = sql`t.student_id = ${studentId}`
  const alone = sql`t.student_ids = ${uuidList([studentId])}`
  return [
    {
      table: 'mails',
      kind: 'mails',
      where: sql`lower(t.recipient) in ${wordList(going.emails)}`,
      set: sql`recipient = '', ${given}`,
    },
    { table: 'mails', kind: 'mails', where: toOthers, set: given },
    { table: 'many_recipients', kind: 'messages', where: alone },
    {
      table: 'many_recipients',
      kind: null,
      where: sql`${studentId}::uuid = any(t.student_ids)`,
      set: sql`student_ids = array_remove(t.student_ids, ${studentId}::uuid)`,
    },
    {
      table: 'student_messages',
      kind: 'messages',
      where: own,
      set: sql`recipients = '[]'::jsonb, finding = null, reason = null`,
    },
    {
      table: 'saved_filters',
      kind: 'records',
      where: holds(sql`(t.name || ' ' || t.address::text)`, [...names, ...going.emails, ...going.phones]),
    },
  ]
}

function formLines(scope: Scope): ErasureLine[] {
  const { submissionIds, criteriaIds, personIds, fileIds, opIds, going } = scope
  const forms = uuidList([...submissionIds, ...criteriaIds])
  const people = uuidList(personIds)
  const draft = sql`(t.id = any(${forms}) or ${holds(sql`t.answers::text`, [...going.emails, ...going.phones])})`
  return [
    {
      table: 'person_decisions',
      kind: null,
      where: sql`(t.person_id = any(${people}) or t.other_id = any(${people}))`,
    },
    { table: 'person_keys', kind: null, where: sql`t.person_id = any(${people})` },
    { table: 'persons', kind: 'records', where: sql`t.id = any(${people})` },
    { table: 'criteria_links', kind: 'forms', where: sql`t.id = any(${forms})` },
    { table: 'form_drafts', kind: 'forms', where: draft },
    { table: 'file_chunks', kind: null, where: sql`t.file_id = any(${uuidList(fileIds)})` },
    { table: 'submission_files', kind: 'files', where: sql`t.id = any(${uuidList(fileIds)})` },
    // A row stays: enquiries and applications count in the school's figures.
    {
      table: 'submissions',
      kind: 'forms',
      where: sql`t.id = any(${uuidList(submissionIds)})`,
      set: sql`answers = '{}'::jsonb, search_text = ' ' || lower(t.reference)`,
    },
    { table: 'sync_quarantine', kind: null, where: sql`t.op_id = any(${uuidList(opIds)}::text[])` },
    { table: 'sync_ops', kind: null, where: sql`t.op_id = any(${uuidList(opIds)})`, set: sql`envelope = '{}'::jsonb` },
  ]
}
