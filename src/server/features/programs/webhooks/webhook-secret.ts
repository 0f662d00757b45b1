import type { Deps } from '#server/kernel/deps.ts'
import { decryptSecret, encryptSecret } from '#server/kernel/keys/secrets.ts'
import { fromBase64, toBase64 } from '#shared/kernel/bytes.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { Random } from '#shared/kernel/ids.ts'

const secretPrefix = 'whsec_'
const secretBytes = 32

/** Makes a secret as Standard Webhooks writes it. */
export const createSecret = (random: Random): string => `${secretPrefix}${toBase64(random.bytes(secretBytes))}`

/** Returns what a secret is bound to. */
export const secretBinding = (webhookId: string): string => `webhook ${webhookId}`

const placeOf = (deps: Pick<Deps, 'keyRing'>, schoolId: string, webhookId: string) => {
  const { keyRing } = deps
  if (!keyRing) throw new AppError('programs.no-key')
  return { keyRing, purpose: 'bawaba-webhooks-1', schoolId, of: secretBinding(webhookId) } as const
}

/** @throws AppError programs.no-key */
export const sealSecret = (
  deps: Pick<Deps, 'keyRing' | 'random'>,
  { schoolId, webhookId }: { schoolId: string; webhookId: string },
  secret: string,
): Promise<string> => encryptSecret({ ...placeOf(deps, schoolId, webhookId), random: deps.random }, secret)

/** Opens a secret; undefined where the server has no key, or another one. */
export async function openSecret(
  deps: Pick<Deps, 'keyRing'>,
  { schoolId, webhookId }: { schoolId: string; webhookId: string },
  sealed: string,
): Promise<string | undefined> {
  try {
    return await decryptSecret(placeOf(deps, schoolId, webhookId), sealed)
  } catch {
    return undefined
  }
}

/** What is signed: the id of the message, its time in seconds, and the body as it is sent. */
export interface Signed {
  readonly id: string
  readonly timestamp: number
  readonly body: string
}

/** Signs a message as Standard Webhooks says: `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64. */
export async function sign(secret: string, { id, timestamp, body }: Signed): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', fromBase64(secret.slice(secretPrefix.length)), algorithm, false, [
    'sign',
  ])
  const signature = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(`${id}.${timestamp}.${body}`))
  return `v1,${toBase64(new Uint8Array(signature))}`
}
