import { and, asc, eq } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { ConsentWording } from '#shared/consents/consent.contract.ts'
import type { Instant } from '#shared/kernel/time.ts'
import { consentPurposes, consentWordings } from './consent.table.ts'

/** What a school says to a purpose when it begins to ask about it, or changes its words. */
export interface NewWording extends Omit<ConsentWording, 'version'> {
  isOffered: boolean
}

/** Makes this the wording that people get from now on; what was decided keeps the one it was decided under. */
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

/** The wordings as they are now, in the school's order, each with whether it is asked about. */
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

/** Begins or ends asking about a purpose. What was decided about it holds as before. */
export async function offerPurpose(tx: Tx, schoolId: string, purpose: string, isOffered: boolean): Promise<void> {
  await tx
    .update(consentPurposes)
    .set({ isOffered })
    .where(and(eq(consentPurposes.schoolId, schoolId), eq(consentPurposes.purpose, purpose)))
}
