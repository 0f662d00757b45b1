import { and, asc, desc, eq } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { Renewal } from '#shared/consents/consent.rules.ts'
import type { AgreeAgain } from '#shared/consents/consent-definition.contract.ts'
import type { ConsentWording } from '#shared/consents/consent.contract.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { type Day, fromInstant, type Instant } from '#shared/kernel/time.ts'
import { consentPurposes, consentWordings } from './consent.table.ts'

/** Wording of a purpose, when a school starts to ask about it or changes the text. */
export interface NewWording extends Omit<ConsentWording, 'version'> {
  isOffered: boolean
  /** Who must agree to it; nobody unless said. */
  again?: AgreeAgain
  /** School's own day from which earlier agreements lapse. */
  lapsesOn?: Day | null
  publishedBy?: UserId
}

/** Publishes the wording used afterwards; decisions keep the one they were made under. */
export async function publishWording(
  tx: Tx,
  schoolId: string,
  { purpose, isOffered, again = 'nobody', lapsesOn = null, publishedBy, ...texts }: NewWording,
  at: Instant,
): Promise<number> {
  const before = await tx.select().from(consentPurposes).where(eq(consentPurposes.schoolId, schoolId)).for('update')
  const known = before.find((row) => row.purpose === purpose)
  const version = (known?.publishedVersion ?? 0) + 1
  await tx.insert(consentWordings).values({
    schoolId,
    purpose,
    version,
    ...texts,
    publishedAt: at,
    publishedBy: publishedBy ?? null,
    again,
    lapsesOn,
  })
  await tx
    .insert(consentPurposes)
    .values({ schoolId, purpose, position: before.length + 1, publishedVersion: version, isOffered })
    .onConflictDoUpdate({
      target: [consentPurposes.schoolId, consentPurposes.purpose],
      set: { publishedVersion: version, isOffered },
    })
  return version
}

/** Returns the current wordings in the school's order, each with whether it is asked about; locked until the transaction ends if said. */
export async function currentWordings(
  tx: Tx,
  schoolId: string,
  isLocking = false,
): Promise<(ConsentWording & { isOffered: boolean })[]> {
  const { purpose, version, title, wording, otherwise } = consentWordings
  const found = tx
    .select({ purpose, version, title, wording, otherwise, isOffered: consentPurposes.isOffered })
    .from(consentPurposes)
    .innerJoin(
      consentWordings,
      and(
        eq(consentWordings.schoolId, consentPurposes.schoolId),
        eq(consentWordings.purpose, consentPurposes.purpose),
        eq(consentWordings.version, consentPurposes.publishedVersion),
      ),
    )
    .where(eq(consentPurposes.schoolId, schoolId))
    .orderBy(asc(consentPurposes.position))
  return isLocking ? found.for('update', { of: consentPurposes }) : found
}

/**
 * Returns the wordings that a guardian sees who was asked at this time, in the school's order: the current ones, but the earlier
 * one where the current one is for families that are asked afterwards.
 */
export async function wordingsFor(
  tx: Tx,
  schoolId: string,
  askedAt: Instant,
): Promise<(ConsentWording & { isOffered: boolean })[]> {
  const current = await currentWordings(tx, schoolId)
  const all = await allWordings(tx, schoolId)
  return current.map(({ isOffered, ...wording }) => {
    const seen = all.find(
      ({ purpose, again, publishedAt }) =>
        purpose === wording.purpose && (again !== 'new' || fromInstant(publishedAt) <= fromInstant(askedAt)),
    )
    if (!seen) return { isOffered, ...wording }
    const { purpose, version, title, wording: words, otherwise } = seen
    return { purpose, version, title, wording: words, otherwise, isOffered }
  })
}

/** Returns every wording ever published, the newest of each purpose first. */
export const allWordings = (tx: Tx, schoolId: string): Promise<(typeof consentWordings.$inferSelect)[]> =>
  tx
    .select()
    .from(consentWordings)
    .where(eq(consentWordings.schoolId, schoolId))
    .orderBy(asc(consentWordings.purpose), desc(consentWordings.version))

/** Returns by purpose the wordings to which everybody who had agreed before must agree again. */
export async function renewalsOf(tx: Tx, schoolId: string): Promise<Map<string, Renewal[]>> {
  const { purpose, version, lapsesOn } = consentWordings
  const found = await tx
    .select({ purpose, version, lapsesOn })
    .from(consentWordings)
    .where(and(eq(consentWordings.schoolId, schoolId), eq(consentWordings.again, 'everyone')))
  return Map.groupBy(found, (each) => each.purpose)
}

/** Starts or stops asking about a purpose. Decisions about it remain valid. */
export async function offerPurpose(tx: Tx, schoolId: string, purpose: string, isOffered: boolean): Promise<void> {
  await tx
    .update(consentPurposes)
    .set({ isOffered })
    .where(and(eq(consentPurposes.schoolId, schoolId), eq(consentPurposes.purpose, purpose)))
}

/** Publishes the wordings that a school begins with, in this order; it has none yet. */
export async function publishWordings(
  tx: Tx,
  schoolId: string,
  wordings: readonly NewWording[],
  at: Instant,
): Promise<void> {
  const version = 1
  await tx.insert(consentWordings).values(
    wordings.map(({ purpose, title, wording, otherwise }) => ({
      schoolId,
      purpose,
      version,
      title,
      wording,
      otherwise,
      publishedAt: at,
    })),
  )
  await tx.insert(consentPurposes).values(
    wordings.map(({ purpose, isOffered }, index) => ({
      schoolId,
      purpose,
      position: index + 1,
      publishedVersion: version,
      isOffered,
    })),
  )
}
