import type { z } from 'zod'
import { lettersOf } from '#server/features/letters/issue/letter-list.service.ts'
import { forPage, withItsLogo } from '#server/features/letters/templates/letter-logo.service.ts'
import { paperSchool } from '#server/features/letters/templates/letter-school.service.ts'
import { currentTemplate } from '#server/features/letters/templates/letter-template.service.ts'
import { guardiansOf } from '#server/features/students/record/guardian.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { staffOfferLetter } from '#shared/admissions/offers/offer.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { endOfDay, toInstant } from '#shared/kernel/time.ts'
import { offerLetter } from '../offer-letter.service.ts'
import { offerLetterData, readStudent, templateOfOffer } from '../offer-paper.service.ts'
import { activeOffer, findOffer, wholeOffer } from '../offer-read.service.ts'

/** The letter of a version, or of what is being written, as the family reads it; as it was issued, where it was. @throws AppError request.not-found */
export async function staffLetter(
  tx: Tx,
  { school: { schoolId, timeZone }, deps }: SessionCtx,
  { student_id: id, of }: z.output<typeof staffOfferLetter.body>,
): Promise<z.input<typeof staffOfferLetter.reply>> {
  const student = await readStudent(tx, schoolId, id)
  const school = await paperSchool(tx, schoolId)
  const guardians = await guardiansOf(tx, schoolId, id)
  const around = { student, guardians, school, showsSignature: () => false }
  if (of.kind === 'version') {
    const offer = await findOffer(tx, schoolId, of.offerId)
    if (offer?.studentId !== id) throw new AppError('request.not-found')
    const issued = (await lettersOf(tx, schoolId, id)).find(({ letter }) => letter.sourceId === offer.id)
    if (issued) return { document: forPage(await withItsLogo(tx, issued.letter)) }
    const { template } = await templateOfOffer(tx, offer)
    return { document: offerLetter(template, offerLetterData({ ...around, whole: await wholeOffer(tx, offer) })) }
  }
  const { terms, signers, expiresOn } = of.offer
  const before = await activeOffer(tx, schoolId, id)
  const offer = {
    terms,
    version: (before?.version ?? 0) + 1,
    sentAt: null,
    madeAt: toInstant(deps.clock.nowMs()),
    expiresAt: toInstant(endOfDay(expiresOn, timeZone)),
    depositDueOn: null,
  }
  const named = signers.map(({ name, email }, no) => ({ id: String(no), name, email }))
  const { template } = await currentTemplate(tx, schoolId, terms.letter)
  return {
    document: offerLetter(template, offerLetterData({ ...around, whole: { offer, signers: named, answers: [] } })),
  }
}
