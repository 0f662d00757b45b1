// chunk: form
import type { PublishedForm } from '#shared/forms/form.contract.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import { tenantHeaders } from '../session/tenant.ts'
import { startForms } from './forms.ts'

/** Spelled out, and compared with the contract by a test: the endpoint itself would bring zod into the first load. */
export const formAddress = '/api/v1/oa/public/form'

/** How long a slow network is waited for when this device has the form already. */
const patienceMs = 3000

/** Why there is no form: the school has none of this name, or nobody could be asked and this device has none. */
export class FormUnavailable extends Error {
  override name = 'FormUnavailable'
  readonly messageId: MessageId

  constructor(messageId: MessageId) {
    super(messageId)
    this.messageId = messageId
  }
}

/** The form as the school publishes it now; without a network, as this device saw it last. @throws FormUnavailable */
export async function loadForm(slug: string): Promise<PublishedForm> {
  const fetched = fetchForm(slug)
  const first = await Promise.race([fetched.catch(() => undefined), pause(patienceMs)])
  if (first) return first
  const kept = await cachedForm(slug)
  if (kept) return kept
  return fetched
}

const pause = (ms: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms))

/** The form as this device saw it last. */
export async function cachedForm(slug: string): Promise<PublishedForm | undefined> {
  const state = await startForms().catch(() => undefined)
  return state?.forms.db.definitions.get(slug)
}

async function fetchForm(slug: string): Promise<PublishedForm> {
  const response = await fetch(`${formAddress}?slug=${slug}`, {
    headers: tenantHeaders() ?? {},
    signal: AbortSignal.timeout(20_000),
  }).catch(() => {
    throw new FormUnavailable('L000')
  })
  const body = (await response.json().catch(() => ({}))) as { form?: PublishedForm; messageId?: MessageId }
  if (!response.ok || !body.form) throw new FormUnavailable(body.messageId ?? 'L000')
  return body.form
}
