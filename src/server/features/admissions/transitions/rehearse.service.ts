import type { z } from 'zod'
import { inSavepoint, type Tx } from '#server/kernel/db.ts'
import { sqlState } from '#server/kernel/retry.ts'
import type { studentRehearse } from '#shared/admissions/student-rehearse.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { OpId } from '#shared/kernel/fields.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { isUnexplained } from '#shared/students/transition-reason.rules.ts'
import type { DeskActor } from './actor.service.ts'
import { executeCommand } from './execute-command.service.ts'

type Params = z.output<typeof studentRehearse.body>
type Result = z.input<typeof studentRehearse.reply>['results'][number]

/**
 * Carries the change out for each student and takes it back at once: seats, offers, mails and all.
 * @throws AppError student.note-missing for all of them at once: none could be taken
 */
export async function rehearse(tx: Tx, by: DeskActor, { students, change }: Params): Promise<Result[]> {
  if (change.kind === 'move' && isUnexplained(change)) throw new AppError('student.note-missing', { field: 'note' })
  const results: Result[] = []
  for (const { student_id, revision } of students) {
    const commandId = OpId.parse(uuidv7(by.nowMs, by.random))
    const command = { student_id, revision, commandId, decidedAt: toInstant(by.nowMs), change }
    results.push(await tried(tx, (part) => executeCommand(part, by, command)))
  }
  return results
}

/** Ends the part of the transaction in which it happened. */
class TakenBack extends Error {
  readonly proposalId: string | null
  constructor(proposalId: string | null) {
    super('taken back')
    this.proposalId = proposalId
  }
}

async function tried(tx: Tx, carry: (part: Tx) => Promise<{ proposalId: string | null }>): Promise<Result> {
  try {
    return await inSavepoint(tx, async (part) => {
      const { proposalId } = await carry(part)
      throw new TakenBack(proposalId)
    })
  } catch (error) {
    if (error instanceof TakenBack) return { comes: error.proposalId ? 'proposed' : 'taken', messageId: null }
    // A conflict with another transaction: the whole is retried.
    if (!(error instanceof AppError) || sqlState(error) !== undefined) throw error
    return { comes: 'refused', messageId: error.messageId }
  }
}
