import { saveFile } from '#client/platform/files/save-file.ts'
import { ask } from '#client/platform/http.ts'
import { sendFormsNow, startForms } from '#client/platform/offline/forms.ts'
import type { CachedConsent, ConsentDraft } from '#local/consents/consents.ts'
import { machineClock } from '#local/kernel/machine.ts'
import { type ConsentAnswer, ConsentDecision, type Signature } from '#shared/consents/consent.contract.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { consentPdf, faceCertificatePdf } from '#shared/letters/issued-letter.contract.ts'

/*
 * What deciding does. Fetched when it is needed: a page can be read before.
 */

/** So that a closed tab loses nothing. */
export async function keepDraft(token: string, draft: ConsentDraft): Promise<void> {
  const { forms } = await startForms()
  await forms.consents.keepDraft(token, draft)
}

/** Saves on paper what the school has of this guardian's decisions. @throws AppError letter.not-made, letter.differs, link.over */
export const savePdf = async (token: string, language: Language): Promise<void> =>
  saveFile(await ask(consentPdf, { token: token.slice(0, 2000), language }))

/** Saves the certificate of a deleted face. @throws AppError letter.incomplete, letter.not-made, letter.differs, link.over */
export const saveCertificate = async (token: string, language: Language): Promise<void> =>
  saveFile(await ask(faceCertificatePdf, { token: token.slice(0, 2000), language }))

export interface Decision {
  id: string
  requestId: string
  language: Language
  answers: ConsentAnswer[]
  signature: Signature | null
}

/** Resolves once the decision is on this device for good. @throws StorageFull, StorageBroken */
export async function decide(token: string, { id, ...decision }: Decision): Promise<CachedConsent | undefined> {
  const { forms } = await startForms()
  const body = ConsentDecision.parse({ ...decision, decidedAt: toInstant(machineClock.nowMs()) })
  await forms.consents.decide(token, id, body)
  void sendFormsNow().catch(() => undefined)
  return forms.consents.read(token)
}
