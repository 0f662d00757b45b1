import { sendFormsNow, startForms } from '#client/platform/forms.ts'
import { ask } from '#client/platform/http.ts'
import type { ConsentDraft, KeptConsent } from '#local/forms/consents.ts'
import { machineClock } from '#local/machine.ts'
import { type ConsentAnswer, ConsentDecision, openConsent, type Signature } from '#shared/contract/consent.ts'
import type { Language } from '#shared/contract/school.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { toInstant } from '#shared/kernel/time.ts'

/*
 * What the page of a link does. Fetched after the first paint: it brings the client of the server along.
 */

/** What this device has of the link; nothing when it was never opened here. */
export async function keptHere(token: string): Promise<KeptConsent | undefined> {
  const { forms } = await startForms()
  return forms.consents.read(token)
}

/** The page as the school has it now. @throws AppError link.over, and then this device forgets it; or that nobody answers */
export async function fetchConsent(token: string, language: Language): Promise<KeptConsent> {
  const { forms } = await startForms()
  const { consents } = forms
  try {
    const { consent } = await ask(openConsent, { token: token.slice(0, 2000), senderId: consents.senderId, language })
    return await consents.keep(token, consent)
  } catch (error) {
    if (error instanceof AppError && error.messageId === 'link.over') await consents.drop(token)
    throw error
  }
}

/** So that a closed tab loses nothing. */
export async function keepDraft(token: string, draft: ConsentDraft): Promise<void> {
  const { forms } = await startForms()
  await forms.consents.keepDraft(token, draft)
}

export interface Decision {
  id: string
  requestId: string
  language: Language
  answers: ConsentAnswer[]
  signature: Signature | null
}

/** Resolves once the decision is on this device for good. @throws StorageFull, StorageBroken */
export async function decide(token: string, { id, ...decision }: Decision): Promise<KeptConsent | undefined> {
  const { forms } = await startForms()
  const body = ConsentDecision.parse({ ...decision, decidedAt: toInstant(machineClock.nowMs()) })
  await forms.consents.decide(token, id, body)
  void sendFormsNow().catch(() => undefined)
  return forms.consents.read(token)
}
