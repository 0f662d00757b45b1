import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { uuidList } from '#server/kernel/sql-values.ts'

/** Email and phone as the files of children have them. */
export interface FileContact {
  email: string | null
  phone: string | null
}

/** Of each payer, the contacts of its guardians in the files of its children. */
const inFiles = (schoolId: string, only: SQL): SQL => sql`
  select l.payer_id, array_agg(lower(g.email)) filter (where g.email is not null) as emails,
    array_agg(g.phone) filter (where g.phone is not null) as phones,
    (array_agg(g.email order by g.id desc) filter (where g.email is not null))[1] as email,
    (array_agg(g.phone order by g.id desc) filter (where g.phone is not null))[1] as phone
  from fee_payer_guardians l
  join student_guardians g on g.school_id = l.school_id and g.id = l.guardian_id
  where l.school_id = ${schoolId} and ${only} group by 1`

const emailDiffers = sql`(p.email is null or lower(p.email) <> all(coalesce(f.emails, '{}')))`
const phoneDiffers = sql`(p.phone is null or p.phone <> all(coalesce(f.phones, '{}')))`

/**
 * Renews email and phone of payers from the files of their children, unless the office has typed others: an address that stands in no
 * file any more may be a stranger's. @param payerIds undefined for all of the school
 */
export async function followFiles(tx: Tx, schoolId: string, payerIds?: readonly string[]): Promise<void> {
  const only = payerIds === undefined ? sql`true` : sql`l.payer_id = any(${uuidList(payerIds)})`
  await tx.execute(sql`
    update fee_payers p set
      email = case when ${emailDiffers} then f.email else p.email end,
      phone = case when ${phoneDiffers} then f.phone else p.phone end
    from (${inFiles(schoolId, only)}) f
    where p.school_id = ${schoolId} and p.id = f.payer_id and p.kind = 'person' and coalesce(p.follows_file, p.revision = 1)
      and (${emailDiffers} and p.email is distinct from f.email or ${phoneDiffers} and p.phone is distinct from f.phone)`)
}

/** Returns the contacts in the files for payers who have others. */
export async function otherContacts(
  tx: Tx,
  schoolId: string,
  payerIds: readonly string[],
): Promise<Map<string, FileContact>> {
  if (payerIds.length === 0) return new Map()
  const { rows } = await tx.execute<FileContact & { payerId: string } & Record<string, unknown>>(sql`
    select p.id as "payerId", case when ${emailDiffers} then f.email end as email, case when ${phoneDiffers} then f.phone end as phone
    from fee_payers p join (${inFiles(schoolId, sql`l.payer_id = any(${uuidList(payerIds)})`)}) f on f.payer_id = p.id
    where p.school_id = ${schoolId} and p.kind = 'person'`)
  return new Map(
    rows.flatMap(({ payerId, email, phone }) => (email || phone ? [[payerId, { email, phone }] as const] : [])),
  )
}
