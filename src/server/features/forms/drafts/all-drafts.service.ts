import { and, eq, gt } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Tx } from '#server/kernel/db.ts'
import type { Instant } from '#shared/kernel/time.ts'
import { accountDrafts, formDrafts } from './draft.table.ts'

/** Selects all drafts of families stored here, by emailed links and under accounts; a draft may be in both. */
export function allDrafts(tx: Tx, schoolId: string, now: Instant) {
  const from = <T extends typeof formDrafts | typeof accountDrafts>(table: T) => ({
    id: table.id,
    slug: table.slug,
    version: table.version,
    answers: table.answers,
    updatedAt: table.updatedAt,
  })
  const byLink = tx
    .select(from(formDrafts))
    .from(formDrafts)
    .where(and(eq(formDrafts.schoolId, schoolId), gt(formDrafts.expiresAt, now)))
  const byAccount = tx
    .select(from(accountDrafts))
    .from(accountDrafts)
    .where(and(eq(accountDrafts.schoolId, schoolId), gt(accountDrafts.expiresAt, now)))
  return unionAll(byLink, byAccount).as('kept_drafts')
}
