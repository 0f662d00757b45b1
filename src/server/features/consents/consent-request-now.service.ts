import { and, eq } from 'drizzle-orm'
import { createLink, withBeside } from '#server/features/identity/access-links/access-link.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { facesPurpose } from '#shared/consents/consent.rules.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { type Random, type UserId, uuidv7 } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { consentRequests } from './consent.table.ts'
import { lifeMs } from './consent-request.service.ts'
import { currentWordings } from './wording.service.ts'

/** Returns the purposes a family is asked about; faces belong to a pupil, and are asked about later. */
export const familyPurposes = async (tx: Tx, schoolId: string): Promise<string[]> =>
  (await currentWordings(tx, schoolId)).flatMap(({ purpose, isOffered }) =>
    isOffered && purpose !== facesPurpose ? [purpose] : [],
  )

interface ImmediateRequest {
  schoolId: string
  studentId: string
  submissionId: string | null
  subject: string
  guardian: string
  email: string
  language: Language
  /** Requester: the author of the offer. */
  askedBy: UserId
  nowMs: number
  random: Random
}

/**
 * Asks a person who already has another link open, without an email. A pending request of theirs gets one more link, valid as
 * long as the emailed one; an answered one too, to change or withdraw what was decided. @returns the token of the link
 */
export async function requestConsentNow(
  tx: Tx,
  { nowMs, random, ...of }: ImmediateRequest,
  waitingId: string | undefined,
  isAnswered = false,
): Promise<string> {
  const { token, tokenHash, expiresAt } = createLink({ random, nowMs }, lifeMs)
  if (waitingId === undefined) {
    const purposes = await familyPurposes(tx, of.schoolId)
    await tx
      .insert(consentRequests)
      .values({ ...of, tokenHash, expiresAt, id: uuidv7(nowMs, random), purposes, askedAt: toInstant(nowMs) })
  } else {
    await tx
      .update(consentRequests)
      .set({
        ...(!isAnswered && { expiresAt }),
        besideHashes: withBeside(consentRequests.besideHashes, tokenHash),
      })
      .where(and(eq(consentRequests.schoolId, of.schoolId), eq(consentRequests.id, waitingId)))
  }
  return token
}
