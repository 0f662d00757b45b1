import { AppError, type MessageId } from '#shared/kernel/errors.ts'

/** Why something is not saved, as the key of a text: the till's own, or one of the closed list of errors. */
export type NotSaved = 'full' | 'broken' | 'signedOut' | 'unknown' | MessageId

export function notSavedReason(error: unknown): NotSaved {
  if (error instanceof AppError) return error.messageId
  const name = error instanceof Error ? error.name : ''
  if (name === 'StorageFull') return 'full'
  if (name === 'StorageBroken') return 'broken'
  return name === 'SignedOut' ? 'signedOut' : 'unknown'
}
