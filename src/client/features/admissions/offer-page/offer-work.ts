import { saveFile } from '#client/platform/files/save-file.ts'
import { ask } from '#client/platform/http.ts'
import { startForms } from '#client/platform/offline/forms.ts'
import { rememberReturnPath } from '#client/platform/session/return-path.ts'
import type { CachedOffer, OfferDraft, WaitingAnswer } from '#local/admissions/offers.ts'
import { machineClock, machineRandom } from '#local/kernel/machine.ts'
import { answerOffer, offerConsent, offerData, offerForm } from '#shared/admissions/offers/offer-page.contract.ts'
import { AppError, type MessageId } from '#shared/kernel/errors.ts'
import { OpId } from '#shared/kernel/fields.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { offerLetterPdf } from '#shared/letters/issued-letter.contract.ts'

/*
 * What the page of an offer does. Fetched after the first paint: it brings the client of the server along.
 */

const offersHere = async () => (await startForms()).forms.offers

/** What this device has of the link; nothing when it was never opened here. */
export const cachedHere = async (token: string): Promise<CachedOffer | undefined> => (await offersHere()).read(token)

/** The offer as the school has it now. @throws AppError link.over, and then this device forgets it; or that nobody answers */
export async function fetchOffer(token: string): Promise<CachedOffer> {
  const offers = await offersHere()
  try {
    const page = await ask(offerData, { offerLetterToken: token.slice(0, 2000) })
    const kept = await offers.change(token, (known) => ({ ...known, page }))
    return kept ?? { page }
  } catch (error) {
    if (error instanceof AppError && error.messageId === 'link.over') await offers.drop(token)
    throw error
  }
}

/** Saves the letter as it was issued last. @throws AppError letter.not-made, letter.differs, offer.over */
export const savePdf = async (token: string): Promise<void> =>
  saveFile(await ask(offerLetterPdf, { offerLetterToken: token.slice(0, 2000) }))

/** Where the consent form is that this signer has to answer first. @throws AppError offer.over, request.too-many */
export async function consentPath(token: string): Promise<string> {
  const consent = await ask(offerConsent, { offerLetterToken: token.slice(0, 2000) })
  return `/consent/${consent.token}`
}

/** Where a form is that has to be answered first. @throws AppError offer.over, request.too-many */
export async function formPath(token: string, slug: string): Promise<string> {
  const form = await ask(offerForm, { offerLetterToken: token.slice(0, 2000), slug })
  rememberReturnPath(form.id)
  return `/criteria/${slug}/${form.id}#token=${form.token}`
}

/** So that a closed tab loses nothing. */
export async function keepDraft(token: string, draft: OfferDraft): Promise<void> {
  await (await offersHere()).change(token, (known) => known && { ...known, draft })
}

/** Resolves once the answer is on this device for good. One that waits already is sent first. @throws StorageFull, StorageBroken */
export async function keepAnswer(
  token: string,
  given: Omit<WaitingAnswer, 'commandId'>,
): Promise<CachedOffer | undefined> {
  const waiting = { ...given, commandId: OpId.parse(uuidv7(machineClock.nowMs(), machineRandom)) }
  return (await offersHere()).change(token, (known) => known && { ...known, waiting: known.waiting ?? waiting })
}

/** The school has said that this answer counts for nothing, or can never be one: it is not sent again. */
const final: ReadonlySet<MessageId> = new Set([
  'offer.over',
  'offer.paused',
  'offer.other-version',
  'offer.forms-open',
  'link.over',
  'request.invalid',
])

export const isFinal = (messageId: MessageId): boolean => final.has(messageId)

/** Sends what waits, if anything does. @throws AppError why it was not taken; what may be taken later waits on */
export async function sendAnswer(token: string): Promise<CachedOffer | undefined> {
  const offers = await offersHere()
  const kept = await offers.read(token)
  if (!kept?.waiting) return kept
  const { waiting } = kept
  try {
    const page = await ask(answerOffer, { ...waiting, offerLetterToken: token.slice(0, 2000) })
    const { answer } = waiting
    const received = { kind: answer.kind, keepPlace: answer.kind === 'decline' && answer.keepPlace }
    return await offers.change(token, () => ({ page, received }))
  } catch (error) {
    if (error instanceof AppError && isFinal(error.messageId))
      await offers.change(token, (known) => known && { ...known, waiting: undefined })
    throw error
  }
}
