import type { CachedConsent } from '#local/consents/consents.ts'
import { openConsent } from '#shared/consents/consent.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { ask } from '../http.ts'
import { sendFormsNow, startForms } from '../offline/forms.ts'

/*
 * What the pages of a guardian's link do. Fetched after the first paint: it brings the client of the server along.
 */

/** What this device has of the link; nothing when it was never opened here. */
export async function cachedHere(token: string): Promise<CachedConsent | undefined> {
  const { forms } = await startForms()
  return forms.consents.read(token)
}

/** The page as the school has it now. @throws AppError link.over, and then this device forgets it; or that nobody answers */
export async function fetchConsent(token: string, language: Language): Promise<CachedConsent> {
  const { forms } = await startForms()
  const { consents } = forms
  try {
    const { consent } = await ask(openConsent, { token: token.slice(0, 2000), senderId: consents.senderId, language })
    await consents.keep(token, consent)
    return (await consents.read(token)) ?? { page: consent, own: [] }
  } catch (error) {
    if (error instanceof AppError && error.messageId === 'link.over') await consents.drop(token)
    throw error
  }
}

/** Resolves once the face is on this device for good, sealed to the school. @throws RangeError, StorageFull, StorageBroken */
export async function submitFace(
  token: string,
  id: string,
  templates: readonly Float32Array[],
): Promise<CachedConsent | undefined> {
  const { forms } = await startForms()
  await forms.consents.enrol(token, id, templates)
  void sendFormsNow().catch(() => undefined)
  return forms.consents.read(token)
}
