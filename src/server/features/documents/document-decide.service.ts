import type { z } from 'zod'
import type { Tx } from '#server/kernel/db.ts'
import { runOnce } from '#server/kernel/run-once.ts'
import type { documentDecide } from '#shared/documents/document-review.contract.ts'
import { type DocumentActorRole, findStep, stateOn } from '#shared/documents/document-state.rules.ts'
import type { DocumentType } from '#shared/documents/document-type.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { type Day, dayMs } from '#shared/kernel/time.ts'
import { documentActions } from './document.table.ts'
import { carry, lockDocumentStatus } from './document-action.service.ts'

type Command = z.output<typeof documentDecide.body>

interface Decider {
  schoolId: string
  userId: UserId
  movers: readonly DocumentActorRole[]
  nowMs: number
  today: Day
}

/**
 * Executes a decision, once, on the revision it was made on. Repeating it changes nothing.
 * @throws AppError document.changed, document.no-such-step, access.denied, document.reason-missing, document.day
 */
export async function decideOn(tx: Tx, by: Decider, type: DocumentType, command: Command): Promise<void> {
  const { schoolId, userId, nowMs, today } = by
  const { student_id: studentId, act, revision, reason = '', note = '', day = null, commandId } = command
  const isSensitive = type.sensitivity === 'S3'
  const standing = await lockDocumentStatus(tx, { schoolId, studentId, type: type.code, isSensitive }, nowMs)
  await runOnce(
    tx,
    documentActions,
    { schoolId, id: commandId, asked: [userId, command] },
    {
      again: () => undefined,
      first: async (askedHash) => {
        if (standing.revision !== revision) throw new AppError('document.changed')
        const state = stateOn(standing, today)
        const step = findStep(state, act, by.movers)
        if (!step) throw new AppError(findStep(state, act) ? 'access.denied' : 'document.no-such-step')
        if (step.says === 'reason' && reason === '') throw new AppError('document.reason-missing', { field: 'reason' })
        if (!isFitDay(type, act, day, today)) throw new AppError('document.day', { field: 'day' })
        const said = { reason: reason || null, note: note || null, day, askedHash }
        await carry(tx, standing, step, { id: commandId, byUser: userId, nowMs, ...said })
      },
    },
  )
}

/** Checks the day: an expired document is not approved, a promise stays within the school's limit; other steps take no day. */
function isFitDay({ hasExpiry, promiseDays }: DocumentType, act: Command['act'], day: Day | null, today: Day): boolean {
  switch (act) {
    case 'approve':
      return hasExpiry ? day !== null && day >= today : day === null
    case 'set-expiry':
      return hasExpiry && day !== null
    case 'undertake':
      return promiseDays !== null && day !== null && day >= today && day <= dayAfter(today, promiseDays)
    default:
      return day === null
  }
}

const dayAfter = (day: Day, days: number): Day =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
