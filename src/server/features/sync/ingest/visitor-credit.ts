import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { OpId } from '#shared/kernel/fields.ts'
import { takeCredit } from '../anonymous-sender/visitor.service.ts'
import type { Install } from './install.ts'
import { findStored } from './stream.ts'

const idOf = (raw: unknown): string[] => {
  const id = OpId.safeParse(typeof raw === 'object' && raw !== null && 'opId' in raw ? raw.opId : undefined)
  return id.success ? [id.data] : []
}

/**
 * Charges an anonymous sender a solved challenge for each form, before parsing: also for an invalid one, or a bot could fill our
 * tables for the price of one. Operations ingested before are paid for, so a repeat is free.
 * @throws AppError robots.proof-needed
 */
export async function chargeVisitor(tx: Tx, { schoolId, deviceId }: Install, ops: readonly unknown[]): Promise<void> {
  if (ops.length === 0) return
  const stored = await findStored(tx, schoolId, ops.flatMap(idOf))
  const fresh = ops.length - stored.size
  if (fresh > 0 && !(await takeCredit(tx, schoolId, deviceId, fresh))) throw new AppError('robots.proof-needed')
}
