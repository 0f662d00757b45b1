import type { MessageEvent } from '#shared/admissions/family-message.rules.ts'
import type { FormGuardian } from '#shared/forms/form-guardians.rules.ts'
import type { Random } from '#shared/kernel/ids.ts'
import type { Tx } from './db.ts'

/** A school, its moment and the address under which families reach it. */
export interface MessageOrigin {
  schoolId: string
  nowMs: number
  random: Random
  /** The school's own address. */
  origin: string
}

export interface PlannedMessage {
  studentId: string
  /** The row of the student's history that the message announces. */
  changeId: string
  event: MessageEvent
  to: readonly FormGuardian[]
}

/** Messages that notify families of decisions. Each call runs in the transaction of the decision, on a locked student. */
export interface FamilyMessages {
  /**
   * Supersedes the messages of earlier decisions that have not left: they never leave.
   * @returns the event of the latest of all, if it never left
   */
  supersede(tx: Tx, by: Pick<MessageOrigin, 'schoolId' | 'nowMs'>, studentId: string): Promise<MessageEvent | null>
  /** Plans the message of a decision. A refusal waits for the school's cooling-off period. */
  plan(tx: Tx, by: MessageOrigin, message: PlannedMessage): Promise<void>
  /** Whether the school's template of a refusal names the reason; its letters then do too. */
  nameReasons(tx: Tx, schoolId: string): Promise<boolean>
}
