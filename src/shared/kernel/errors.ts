// chunk: base
import type { MessageId } from './refusals.ts'
import { idsToActOn } from './refusals-to-act-on.ts'

export type { MessageId }

const { 401: idsOfProof, ...idsToRepeat } = idsToActOn
const proofs: readonly string[] = idsOfProof
const repeats: readonly string[] = ['robots.proof-refused', ...Object.values(idsToRepeat).flat()]

/** Whether the same call may be taken later as it is: nobody could answer it, it was too much at once, or its proof is made again. */
export const isTransient = (id: MessageId): boolean => repeats.includes(id)

/** Whether nothing is wrong but who asks: after signing in, or proving the device, again the same call may be taken. */
export const requiresSignIn = (id: MessageId): boolean => proofs.includes(id)

/**
 * Whether this is an id by its form: a server that is newer than this device knows some that it has no text for
 * (`useErrorText` then says that the server failed).
 */
export const isMessageId = (id: unknown): id is MessageId =>
  typeof id === 'string' && /^(?:L\d{3}|[a-z]+\.[a-z]+(?:-[a-z]+)*)$/.test(id)

/**
 * The one error that services throw. `field` names the input at fault, `retryAfterMs` how long to wait before the same
 * call can succeed; `cause` is for logs and never travels.
 */
export class AppError extends Error {
  override name = 'AppError'
  readonly messageId: MessageId
  readonly field: string | undefined
  readonly retryAfterMs: number | undefined
  /** On the device: the HTTP status of the answer, where there was one. */
  status?: number

  constructor(messageId: MessageId, more: { field?: string; retryAfterMs?: number; cause?: unknown } = {}) {
    super(messageId, more.cause === undefined ? undefined : { cause: more.cause })
    this.messageId = messageId
    this.field = more.field
    this.retryAfterMs = more.retryAfterMs
  }
}
