import { and, asc, count, eq, inArray, isNotNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { type DocumentWorkKind, documentWorkKinds } from '#shared/documents/document-work.rules.ts'
import type { Day } from '#shared/kernel/time.ts'
import { documentStandings as of } from './document.table.ts'

interface PapersAsked {
  schoolId: string
  /** Ids of the students whose files are open. */
  among: SQL
  seesSensitive: boolean
  /** What is good until this day and no longer ends soon. */
  until: Day
}

/** Where a page begins: after this document. */
export interface PaperKey {
  /** An instant, or a day where days are what counts. */
  at: string
  studentId: string
  type: string
}

/** Which documents a kind of work is about. */
export const isWork = (kind: DocumentWorkKind, until: Day): SQL | undefined =>
  ({
    review: inArray(of.state, ['uploaded', 'in-review']),
    rejected: eq(of.state, 'rejected'),
    expiring: and(eq(of.state, 'approved'), isNotNull(of.expiresOn), lte(of.expiresOn, until)),
    promised: and(
      inArray(of.state, ['undertaking', 'rejected']),
      isNotNull(of.promisedUntil),
      lte(of.promisedUntil, until),
    ),
  })[kind]

const orderOf = {
  review: of.since,
  rejected: of.since,
  expiring: of.expiresOn,
  promised: of.promisedUntil,
} as const

const seen = ({ schoolId, among, seesSensitive }: PapersAsked) =>
  and(
    eq(of.schoolId, schoolId),
    seesSensitive ? undefined : eq(of.isSensitive, false),
    sql`${of.studentId} in (${among})`,
  )

/** How many documents there are of each kind of work. */
export async function countPapers(tx: Tx, asked: PapersAsked): Promise<Record<DocumentWorkKind, number>> {
  const counts = { review: 0, rejected: 0, expiring: 0, promised: 0 }
  for (const kind of documentWorkKinds) {
    const [row] = await tx
      .select({ papers: count() })
      .from(of)
      .where(and(seen(asked), isWork(kind, asked.until)))
    counts[kind] = row?.papers ?? 0
  }
  return counts
}

/** The documents of one kind, what has waited longest or ends first before the rest. */
export async function papersIn(
  tx: Tx,
  asked: PapersAsked & { kind: DocumentWorkKind; after: PaperKey | undefined; limit: number },
) {
  const { kind, after, limit, until } = asked
  const order = orderOf[kind]
  const cast = order === of.since ? sql`timestamptz` : sql`date`
  const rows = await tx
    .select({
      studentId: of.studentId,
      type: of.type,
      state: of.state,
      since: of.since,
      expiresOn: of.expiresOn,
      promisedUntil: of.promisedUntil,
    })
    .from(of)
    .where(
      and(
        seen(asked),
        isWork(kind, until),
        after &&
          sql`(${order}, ${of.studentId}, ${of.type}) > (${after.at}::${cast}, ${after.studentId}::uuid, ${after.type})`,
      ),
    )
    .orderBy(asc(order), asc(of.studentId), asc(of.type))
    .limit(limit)
  return rows.map((row) => {
    const day = kind === 'expiring' ? row.expiresOn : row.promisedUntil
    const at = kind === 'review' || kind === 'rejected' ? row.since : (day ?? until)
    return { ...row, key: { at, studentId: row.studentId, type: row.type } }
  })
}
