import { and, asc, count, eq, inArray, isNotNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { type DocumentWorkKind, documentWorkKinds } from '#shared/documents/document-work.rules.ts'
import type { Day } from '#shared/kernel/time.ts'
import { documentStatuses as of } from './document.table.ts'

interface DocumentsQuery {
  schoolId: string
  /** Selects ids of the students with open files. */
  among: SQL
  seesSensitive: boolean
  /** Documents valid until this day at most expire soon. */
  until: Day
}

/** Start of a page: after this document. */
export interface DocumentKey {
  /** Instant, or a day for kinds that go by days. */
  at: string
  studentId: string
  type: string
}

/** Returns the condition for documents of a kind of work. */
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

const seen = ({ schoolId, among, seesSensitive }: DocumentsQuery) =>
  and(
    eq(of.schoolId, schoolId),
    seesSensitive ? undefined : eq(of.isSensitive, false),
    sql`${of.studentId} in (${among})`,
  )

/** Counts documents of each kind of work. */
export async function countDocuments(tx: Tx, asked: DocumentsQuery): Promise<Record<DocumentWorkKind, number>> {
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

/** Lists documents of one kind; the longest waiting or first to expire come first. */
export async function documentsIn(
  tx: Tx,
  asked: DocumentsQuery & { kind: DocumentWorkKind; after: DocumentKey | undefined; limit: number },
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
