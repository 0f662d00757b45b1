import { sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { uuidList } from '#server/kernel/sql-values.ts'
import type { Language } from '#shared/kernel/fields.ts'

interface Reader extends Record<string, unknown> {
  studentId: string
  email: string
  latin: string | null
  arabic: string | null
}

/**
 * Returns the names of readers of emails about these children, by address: from the live record, else from consent requests or
 * signatures. Nothing stored with an email names a reader, so a name disappears with its file.
 * @returns the name in a language; empty where unknown
 */
export async function readerNames(tx: Tx, schoolId: string, studentIds: readonly string[]) {
  const ids = uuidList(studentIds)
  const isTheirs = sql`school_id = ${schoolId} and student_id = any(${ids})`
  const named = sql`
    select 0 as rank, student_id, email, name_latin as latin, name_arabic as arabic from student_guardians where ${isTheirs}
    union select 1, o.student_id, s.email, s.name, s.name from offer_signers s
      join offers o on o.school_id = s.school_id and o.id = s.offer_id
      where o.school_id = ${schoolId} and o.student_id = any(${ids})
    union select 2, student_id, email, guardian, guardian from appointment_links where ${isTheirs}
    union select 3, student_id, email, guardian, guardian from document_links where ${isTheirs}
    union select 4, student_id, email, guardian, guardian from consent_requests where ${isTheirs}`
  const { rows } =
    studentIds.length === 0
      ? { rows: [] }
      : await tx.execute<Reader>(sql`
          select student_id as "studentId", lower(email) as email, latin, arabic from (${named}) n
          where email <> '' and coalesce(latin, arabic, '') <> '' order by rank`)
  const byAddress = Map.groupBy(rows, ({ studentId, email }) => `${studentId} ${email}`)
  return (studentId: string, address: string, language: Language): string => {
    const [known] = byAddress.get(`${studentId} ${address.toLowerCase()}`) ?? []
    return (language === 'ar' ? (known?.arabic ?? known?.latin) : (known?.latin ?? known?.arabic)) ?? ''
  }
}
