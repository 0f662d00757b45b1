import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { LinkKind } from '#server/features/identity/access-links/access-link.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { offerLinks, offerSigners, offers } from './offer.table.ts'
import { offerNotices } from './offer-outcome.table.ts'
import type { Offer, Signer } from './offer-read.service.ts'

/** The link by which a signer reads an offer and answers it; it opens its page whatever became of the offer since. */
export const offerLink: LinkKind<{ offer: Offer; signer: Signer }> = {
  columns: { schoolId: offerLinks.schoolId, tokenHash: offerLinks.tokenHash },
  find: async (tx, isOpen) =>
    (
      await tx
        .select({ offer: offers, signer: offerSigners })
        .from(offerLinks)
        .innerJoin(
          offerSigners,
          and(eq(offerSigners.schoolId, offerLinks.schoolId), eq(offerSigners.id, offerLinks.signerId)),
        )
        .innerJoin(offers, and(eq(offers.schoolId, offerSigners.schoolId), eq(offers.id, offerSigners.offerId)))
        .where(isOpen)
    )[0],
}

/** The first time that somebody opened a link counts, for the signer and for the offer. */
export async function recordView(tx: Tx, { offer, signer }: { offer: Offer; signer: Signer }, at: string) {
  const { schoolId } = offer
  await tx
    .update(offerSigners)
    .set({ viewedAt: at })
    .where(and(eq(offerSigners.schoolId, schoolId), eq(offerSigners.id, signer.id), isNull(offerSigners.viewedAt)))
  await tx
    .update(offers)
    .set({ state: 'viewed', viewedAt: at })
    .where(and(eq(offers.schoolId, schoolId), eq(offers.id, offer.id), eq(offers.state, 'sent')))
}

/** Returns the notices sent about every version. */
export const noticesOf = (tx: Tx, schoolId: string, studentId: string) =>
  tx
    .select({
      offerId: offerNotices.offerId,
      notice: offerNotices.notice,
      at: offerNotices.at,
      version: offers.version,
    })
    .from(offerNotices)
    .innerJoin(offers, and(eq(offers.schoolId, offerNotices.schoolId), eq(offers.id, offerNotices.offerId)))
    .where(and(eq(offerNotices.schoolId, schoolId), eq(offers.studentId, studentId)))

const isRunning = sql`${offers.state} in ('sent', 'viewed') and ${offers.pausedAt} is null`

/** Selects the ids of students whose open offer ends by then, for `in (…)`. */
export const offersEnding = (schoolId: string, until: string): SQL =>
  sql`select ${offers.studentId} from ${offers} where ${offers.schoolId} = ${schoolId} and ${isRunning} and ${offers.expiresAt} <= ${until}::timestamptz`

/** Returns when the open offers of these students end, by student id. */
export async function endsOf(tx: Tx, schoolId: string, studentIds: readonly string[]): Promise<Map<string, string>> {
  if (studentIds.length === 0) return new Map()
  const rows = await tx
    .select({ studentId: offers.studentId, expiresAt: offers.expiresAt })
    .from(offers)
    .where(and(eq(offers.schoolId, schoolId), inArray(offers.studentId, [...studentIds]), isRunning))
  return new Map(rows.map(({ studentId, expiresAt }) => [studentId, expiresAt]))
}
