import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { ResolvedLetter } from '#shared/kernel/letter/letter.ts'
import type { Instant } from '#shared/kernel/time.ts'
import { mails } from './mail.table.ts'
import { letterParagraphs } from './written-mail.ts'

/** Most messages in a list. */
const mostListed = 50

export interface SentLetter {
  id: string
  studentId: string
  title: string
  text: string[]
  at: Instant
}

/** Returns emails in the school's own words to one address about these students, the newest first, while their text is kept. */
export async function sentLetters(
  tx: Tx,
  { schoolId, studentIds, email }: { schoolId: string; studentIds: readonly string[]; email: string },
): Promise<SentLetter[]> {
  if (studentIds.length === 0) return []
  const rows = await tx
    .select({
      id: mails.id,
      studentId: mails.studentId,
      params: mails.params,
      language: mails.language,
      at: mails.createdAt,
    })
    .from(mails)
    .where(
      and(
        eq(mails.schoolId, schoolId),
        inArray(mails.studentId, [...studentIds]),
        eq(sql`lower(${mails.recipient})`, email),
        eq(mails.template, 'school-message'),
        sql`${mails.params} <> '{}'::jsonb`,
      ),
    )
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .limit(mostListed)
  return rows.flatMap(({ params, studentId, language, id, at }) => {
    const letter = ResolvedLetter.safeParse(JSON.parse(params['letter'] ?? 'null'))
    if (!letter.success || studentId === null) return []
    const text = letterParagraphs(letter.data, language)
    return [{ id, studentId, title: params['subject'] ?? letter.data.title, text, at }]
  })
}
