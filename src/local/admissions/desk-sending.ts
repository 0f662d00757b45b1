import { type Sender, startSender } from '#local/outbox/sender.ts'
import type { DeskOutbox } from './desk-outbox.ts'
import { type DeskCalls, deskBatchOps, deskTransport } from './desk-transport.ts'

/** One sender for each person's desk in a browser: one of its tabs leads, the others wait. */
export const deskLockName = (schoolCode: string, userId: string): string => `sync:${schoolCode}:desk:${userId}`

export interface DeskSendingParts extends DeskCalls {
  /** A visible tab may take the lead from a frozen one. */
  maySteal(): boolean
}

/** Sends what this person's desk has kept, in order, for as long as something waits. */
export function startDeskSending(schoolCode: string, desk: DeskOutbox, parts: DeskSendingParts): Sender {
  const { surroundings, store, stream, userId } = desk
  const all = { [stream]: Number.MAX_SAFE_INTEGER }
  return startSender({
    ...surroundings,
    store,
    transport: deskTransport(desk, parts),
    batchOps: deskBatchOps,
    lockName: deskLockName(schoolCode, userId),
    maySteal: parts.maySteal,
    // Nothing is fetched for a desk: an answer to a call is final, so nothing that was taken is ever asked for again.
    pull: async () => all,
    keepFrom: () => all,
    onTrouble: () => undefined,
  })
}
