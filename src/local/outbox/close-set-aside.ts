// chunk: core
import { storableText } from '#local/kernel/storable-text.ts'
import type { SignedInUser } from '#shared/identity/auth.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { hasPermission } from '#shared/kernel/roles.ts'
import type { Clock } from '#shared/kernel/time.ts'
import type { OutboxStore } from './outbox-store.ts'

export interface CloseRequest {
  opId: string
  /** Reason in the person's own words; at most as long as a text on a receipt. */
  reason: string
  user: Pick<SignedInUser, 'userId' | 'authority'>
}

const maxReason = 200

/**
 * Discards an operation that was set aside and exported; needs a supervisor. Works offline: the server learns of it with the next
 * batch.
 * @throws AppError access.denied, request.invalid, outbox.not-set-aside, outbox.not-exported
 */
export async function closeSetAside(store: OutboxStore, clock: Clock, request: CloseRequest): Promise<void> {
  const { opId, user } = request
  if (!hasPermission(user.authority, 'set-aside.close')) throw new AppError('access.denied')
  const reason = storableText(request.reason.trim().slice(0, maxReason))
  if (reason === '') throw new AppError('request.invalid', { field: 'reason' })
  await store.closeSetAside(opId, { by: user.userId, atMs: clock.nowMs(), reason, correctedBy: null })
}
