import { useState } from 'react'
import { messageIdOf } from '#client/platform/use-answer.ts'
import { useBusy } from '#client/platform/use-busy.ts'
import { machineClock, machineRandom } from '#local/machine.ts'
import { OpId } from '#shared/contract/fields.ts'
import type { StudentRow } from '#shared/contract/student.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { type StudentChange, type StudentFile, updateStudent } from './student.api.ts'

interface Outcome {
  isWorking: boolean
  problem?: MessageId
  /** What came of it: done, or proposed for somebody else to agree. */
  done?: 'taken' | 'proposed'
  /** How the student stood when the decision was made, where somebody was faster. */
  seen?: StudentRow
}

/** One decision, as it was last sent: once more is the same one, and happens once. */
interface Sent {
  of: string
  commandId: OpId
  decidedAt: string
}

interface DecisionEvents {
  onDone: (student: StudentRow) => void
  /** Somebody was faster: what is there now has to be seen. */
  onClash: () => void
}

/** Sends decisions on one student: each with the revision it was made on, so that nobody's is overwritten unseen. */
export function useDecision({ onDone, onClash }: DecisionEvents) {
  const [outcome, setOutcome] = useState<Outcome>({ isWorking: false })
  const [sent, setSent] = useState<Sent>()
  useBusy(outcome.isWorking)
  const send = async ({ student }: StudentFile, change: StudentChange): Promise<boolean> => {
    if (outcome.isWorking) return false
    const of = JSON.stringify([student.student_id, student.revision, change])
    const attempt = sent?.of === of ? sent : newAttempt(of)
    setSent(attempt)
    setOutcome({ isWorking: true })
    const { commandId, decidedAt } = attempt
    const { student_id, revision } = student
    try {
      const answer = await updateStudent({ student_id, commandId, revision, decidedAt, change })
      setOutcome({ isWorking: false, done: answer.proposalId ? 'proposed' : 'taken' })
      onDone(answer.student)
      return true
    } catch (error) {
      const problem = messageIdOf(error)
      const isLate = problem === 'student.changed'
      setOutcome({ isWorking: false, problem, ...(isLate && { seen: student }) })
      if (isLate) onClash()
      return false
    }
  }
  return { ...outcome, send, forget: () => setOutcome({ isWorking: false }) }
}

const newAttempt = (of: string): Sent => {
  const nowMs = machineClock.nowMs()
  return { of, commandId: OpId.parse(uuidv7(nowMs, machineRandom)), decidedAt: toInstant(nowMs) }
}

export type Decision = ReturnType<typeof useDecision>
