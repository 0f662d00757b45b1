import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { uuidList } from '#server/kernel/sql-values.ts'
import type { Child } from './child.types.ts'

/** Addresses of a family: email in lower case, phones as dialled. */
export interface Contacts {
  emails: readonly string[]
  phones: readonly string[]
}

interface Row extends Record<string, unknown> {
  email: string | null
  phone: string | null
}

/** Selects texts as a column, for `in (…)`. */
export const wordList = (words: readonly string[]): SQL =>
  sql`(select jsonb_array_elements_text(${JSON.stringify(words)}::jsonb))`

/** Returns every address in this file. */
export async function allContacts(tx: Tx, { schoolId, studentId, submissionId, accountId }: Child): Promise<Contacts> {
  const { rows } = await tx.execute<Row>(sql`
    select lower(email) as email, phone from student_guardians
      where school_id = ${schoolId} and student_id = ${studentId}
    union select lower(s.email), null from offer_signers s
      join offers o on o.school_id = s.school_id and o.id = s.offer_id
      where o.school_id = ${schoolId} and o.student_id = ${studentId}
    union select lower(email), null from document_links where school_id = ${schoolId} and student_id = ${studentId}
    union select lower(email), null from appointment_links where school_id = ${schoolId} and student_id = ${studentId}
    union select lower(email), null from appointment_bookings where school_id = ${schoolId} and student_id = ${studentId}
    union select lower(email), null from consent_requests
      where school_id = ${schoolId} and (student_id = ${studentId} or customer_id = ${accountId ?? null}::uuid
        or submission_id = ${submissionId}::uuid)
    union select lower(email), null from criteria_links
      where school_id = ${schoolId} and (student_id = ${studentId} or submission_id = ${submissionId}::uuid)
    union select lower(email), phone from persons
      where school_id = ${schoolId} and submission_id = ${submissionId}::uuid
    union select lower(r.value->>'email'), null from student_messages m, jsonb_array_elements(m.recipients) r
      where m.school_id = ${schoolId} and m.student_id = ${studentId}
    union select email_key, null from many_recipients
      where school_id = ${schoolId} and student_ids = ${uuidList([studentId])}`)
  return contactsIn(rows)
}

const contactsIn = (rows: readonly Row[]): Contacts => ({
  emails: [...new Set(rows.flatMap(({ email }) => email || []))],
  phones: [...new Set(rows.flatMap(({ phone }) => phone || []))],
})

/**
 * Returns those addresses of a file found nowhere else: no other child's file, no remaining form, no news subscription.
 * @param goingForms forms that are erased with the file
 */
export async function splitContacts(
  tx: Tx,
  { schoolId, studentId, accountId }: Child,
  all: Contacts,
  goingForms: readonly string[],
): Promise<{ going: Contacts; guardiansKept: number }> {
  const { rows } = await tx.execute<Row>(sql`
    select lower(g.email) as email, g.phone from student_guardians g
      join students s on s.school_id = g.school_id and s.id = g.student_id
      where g.school_id = ${schoolId} and g.student_id <> ${studentId} and s.erased_at is null
        and (lower(g.email) in ${wordList(all.emails)} or g.phone in ${wordList(all.phones)})
    union select lower(g.email), null from offer_signers g
      join offers o on o.school_id = g.school_id and o.id = g.offer_id
      where g.school_id = ${schoolId} and o.student_id <> ${studentId} and lower(g.email) in ${wordList(all.emails)}
    union select lower(email), phone from persons
      where school_id = ${schoolId} and submission_id <> all(${uuidList(goingForms)})
        and (lower(email) in ${wordList(all.emails)} or phone in ${wordList(all.phones)})
    union select lower(email), null from consent_requests
      where school_id = ${schoolId} and customer_id is not null and customer_id is distinct from ${accountId ?? null}::uuid
        and lower(email) in ${wordList(all.emails)}
    union select lower(email), null from users where school_id = ${schoolId} and lower(email) in ${wordList(all.emails)}
    union select email_key, null from subscribers where school_id = ${schoolId} and email_key in ${wordList(all.emails)}`)
  const staying = contactsIn(rows)
  const without = (list: readonly string[], others: readonly string[]) => list.filter((each) => !others.includes(each))
  const kept = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count from student_guardians
    where school_id = ${schoolId} and student_id = ${studentId}
      and (lower(email) in ${wordList(staying.emails)} or phone in ${wordList(staying.phones)})`)
  return {
    going: { emails: without(all.emails, staying.emails), phones: without(all.phones, staying.phones) },
    guardiansKept: kept.rows[0]?.count ?? 0,
  }
}
