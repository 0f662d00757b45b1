import { and, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { Answers } from '#shared/forms/form-answers.rules.ts'
import type { Instant } from '#shared/kernel/time.ts'
import { criteriaLinks } from './criteria.table.ts'

const isBegun = (schoolId: string, now: Instant) =>
  and(
    eq(criteriaLinks.schoolId, schoolId),
    isNotNull(criteriaLinks.version),
    isNull(criteriaLinks.handedInAt),
    isNull(criteriaLinks.revokedAt),
    gt(criteriaLinks.expiresAt, now),
  )

/** Counts criteria forms started by link and not submitted, by form and version. */
export async function countStartedForms(
  tx: Tx,
  schoolId: string,
  now: Instant,
): Promise<{ slug: string; version: number; drafts: number }[]> {
  const found = await tx
    .select({ slug: criteriaLinks.slug, version: criteriaLinks.version, drafts: sql<number>`count(*)::int` })
    .from(criteriaLinks)
    .where(isBegun(schoolId, now))
    .groupBy(criteriaLinks.slug, criteriaLinks.version)
  return found.map(({ version, ...each }) => ({ ...each, version: version ?? 0 }))
}

/** Lists the unsubmitted answers of one form. */
export async function listStartedForms(
  tx: Tx,
  { schoolId, slug }: { schoolId: string; slug: string },
  now: Instant,
): Promise<{ version: number; answers: Answers }[]> {
  const found = await tx
    .select({ version: criteriaLinks.version, answers: criteriaLinks.answers })
    .from(criteriaLinks)
    .where(and(isBegun(schoolId, now), eq(criteriaLinks.slug, slug)))
  return found.map(({ version, answers }) => ({ version: version ?? 0, answers }))
}
