import type { z } from 'zod'
import { findOffer, liveOffer, wholeOffer } from '#server/features/offer/offer-read.service.ts'
import { readStudent } from '#server/features/student/family-step.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { staffOfferLetter } from '#shared/contract/offer.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { endOfDay, toInstant } from '#shared/kernel/time.ts'
import { letterOf } from './offer-page.view.ts'
import { schoolOfLetter } from './open-link.ts'

/** The letter of a version, or of what is being written, as the family reads it. @throws AppError request.not-found */
export async function staffLetter(
  tx: Tx,
  { school: { schoolId, timeZone }, deps }: SessionCtx,
  { student_id: id, of }: z.output<typeof staffOfferLetter.body>,
): Promise<z.input<typeof staffOfferLetter.reply>> {
  const student = await readStudent(tx, schoolId, id)
  const school = await schoolOfLetter(tx, schoolId)
  if (of.kind === 'version') {
    const offer = await findOffer(tx, schoolId, of.offerId)
    if (offer?.studentId !== id) throw new AppError('request.not-found')
    return { document: letterOf({ whole: await wholeOffer(tx, offer), student, school }, null) }
  }
  const { terms, signers, expiresOn } = of.offer
  const before = await liveOffer(tx, schoolId, id)
  const offer = {
    terms,
    version: (before?.version ?? 0) + 1,
    sentAt: null,
    madeAt: toInstant(deps.clock.nowMs()),
    expiresAt: toInstant(endOfDay(expiresOn, timeZone)),
    depositDueOn: null,
  }
  const named = signers.map(({ name }, no) => ({ id: String(no), name }))
  return { document: letterOf({ whole: { offer, signers: named, answers: [] }, student, school }, null) }
}
