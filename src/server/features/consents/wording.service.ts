import { and, asc, eq } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { ConsentWording } from '#shared/consents/consent.contract.ts'
import type { Instant } from '#shared/kernel/time.ts'
import { consentPurposes, consentWordings } from './consent.table.ts'

/** Wording of a purpose, when a school starts to ask about it or changes the text. */
export interface NewWording extends Omit<ConsentWording, 'version'> {
  isOffered: boolean
}

/** Publishes the wording used afterwards; decisions keep the one they were made under. */
export async function publishWording(
  tx: Tx,
  schoolId: string,
  { purpose, isOffered, ...texts }: NewWording,
  at: Instant,
): Promise<number> {
  const before = await tx.select().from(consentPurposes).where(eq(consentPurposes.schoolId, schoolId)).for('update')
  const known = before.find((row) => row.purpose === purpose)
  const version = (known?.publishedVersion ?? 0) + 1
  await tx.insert(consentWordings).values({ schoolId, purpose, version, ...texts, publishedAt: at })
  await tx
    .insert(consentPurposes)
    .values({ schoolId, purpose, position: before.length + 1, publishedVersion: version, isOffered })
    .onConflictDoUpdate({
      target: [consentPurposes.schoolId, consentPurposes.purpose],
      set: { publishedVersion: version, isOffered },
    })
  return version
}

/** Returns the current wordings in the school's order, each with whether it is asked about. */
export async function currentWordings(tx: Tx, schoolId: string): Promise<(ConsentWording & { isOffered: boolean })[]> {
  const { purpose, version, title, wording, otherwise } = consentWordings
  return tx
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
