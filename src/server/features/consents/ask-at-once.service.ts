import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { facesPurpose } from '#shared/consents/consent.rules.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'
import { type Random, randomToken, type UserId, uuidv7 } from '#shared/kernel/ids.ts'
import { dayMs, toInstant } from '#shared/kernel/time.ts'
import { lifeDays } from './ask.service.ts'
import { consentRequests } from './consent.table.ts'
import { currentWordings } from './wording.service.ts'

/** What a family is asked about; faces belong to a pupil, and are asked about later. */
export const familyPurposes = async (tx: Tx, schoolId: string): Promise<string[]> =>
  (await currentWordings(tx, schoolId)).flatMap(({ purpose, isOffered }) =>
    isOffered && purpose !== facesPurpose ? [purpose] : [],
  )

/** So many links beside the mailed one live at once. */
const mostBeside = 20

interface AtOnce {
  schoolId: string
  studentId: string
  submissionId: string | null
  subject: string
  guardian: string
  email: string
  language: Language
  /** On whose behalf: whoever made the offer. */
  askedBy: UserId
  nowMs: number
  random: Random
}

/**
 * Asks somebody who is here by another link of theirs, without a mail. A request that waits for them gets one
 * more link, beside the mailed one and as long as it. @returns the token of the link
 */
export async function askAtOnce(
  tx: Tx,
  { nowMs, random, ...of }: AtOnce,
  waitingId: string | undefined,
): Promise<string> {
  const token = randomToken(random)
  const tokenHash = sha256Hex(token)
  const expiresAt = toInstant(nowMs + lifeDays * dayMs)
  if (waitingId === undefined) {
    const purposes = await familyPurposes(tx, of.schoolId)
    await tx
      .insert(consentRequests)
      .values({ ...of, tokenHash, expiresAt, id: uuidv7(nowMs, random), purposes, askedAt: toInstant(nowMs) })
  } else {
    await tx
      .update(consentRequests)
      .set({
        expiresAt,
        besideHashes: sql`(${tokenHash}::text || ${consentRequests.besideHashes})[1:${sql.raw(String(mostBeside))}]`,
      })
      .where(and(eq(consentRequests.schoolId, of.schoolId), eq(consentRequests.id, waitingId)))
  }
  return token
}
