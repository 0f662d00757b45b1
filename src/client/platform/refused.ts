// chunk: bits
import type { MessageId } from '#shared/kernel/errors.ts'

/** Why it did not work, as the key of a text; `retryAfterMs` when the server asks for patience, `field` when it names one. */
export interface Refused {
  messageId: MessageId
  retryAfterMs?: number
  field?: string
  /** The HTTP status of the server's answer; absent where nobody answered. */
  status?: number
}

/** Any failure as something a screen can say. */
export function refusedBecause(error: unknown): Refused {
  if (typeof error !== 'object' || error === null || !('messageId' in error)) return { messageId: 'L000' }
  const { messageId, retryAfterMs, field, status } = error as Refused
  return {
    messageId,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(field === undefined ? {} : { field }),
    ...(status === undefined ? {} : { status }),
  }
}

/** The `messageId` of whatever a call threw; `L000`, as without a network, where it has none. */
export const messageIdOf = (error: unknown): MessageId => refusedBecause(error).messageId
