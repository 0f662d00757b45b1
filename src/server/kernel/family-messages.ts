import type { MessageEvent } from '#shared/admissions/family-message.rules.ts'
import type { FormGuardian } from '#shared/forms/form-guardians.rules.ts'
import type { Random } from '#shared/kernel/ids.ts'
import type { Tx } from './db.ts'

/** School, time and address of a message. */
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
   * Supersedes unsent messages of earlier decisions: they are never sent.
   * @returns the event of the latest one overall, if it was never sent
   */
  supersede(tx: Tx, by: Pick<MessageOrigin, 'schoolId' | 'nowMs'>, studentId: string): Promise<MessageEvent | null>
  /** Plans the message of a decision. A rejection waits for the school's cooling-off period. */
  plan(tx: Tx, by: MessageOrigin, message: PlannedMessage): Promise<void>
  /** Returns whether the school's rejection template names the reason; its letters then do too. */
  nameReasons(tx: Tx, schoolId: string): Promise<boolean>
}
