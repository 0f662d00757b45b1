import { creditOf } from '#server/features/visitor/visitor.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { OpId } from '#shared/contract/fields.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { Install } from './install.ts'
import { findStored } from './stream.ts'

const idOf = (raw: unknown): string[] => {
  const id = OpId.safeParse(typeof raw === 'object' && raw !== null && 'opId' in raw ? raw.opId : undefined)
  return id.success ? [id.data] : []
}

/**
 * A visitor pays for each form with a solved challenge. What was taken in before is paid for: a repeat costs nothing.
 * Refused before anything is looked at, so that a robot costs us one statement. @throws AppError robots.proof-needed
 */
export async function refuseWithoutCredit(
  tx: Tx,
  { schoolId, deviceId }: Install,
  ops: readonly unknown[],
): Promise<void> {
  const ids = ops.flatMap(idOf)
  if (ops.length === 0) return
  const stored = await findStored(tx, schoolId, ids)
  const fresh = ops.length - stored.size
  if (fresh > 0 && (await creditOf(tx, schoolId, deviceId)) < fresh) throw new AppError('robots.proof-needed')
}
