import { useState } from 'react'
import { messageIdOf } from '#client/platform/refused.ts'
import { newCommandId } from '#client/platform/use-command.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import type { DecisionRequest } from '#local/admissions/desk-work.types.ts'
import { machineClock } from '#local/kernel/machine.ts'
import type { OpId } from '#shared/kernel/fields.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { StudentRow } from '#shared/students/student-row.contract.ts'
import { type StudentChange, type StudentFile, updateStudent } from '../../student-file/student.api.ts'

interface Outcome {
  /** Which kind of change failed. */
  met?: StudentChange['kind']
  /** What came of it: done, proposed for somebody else to agree, or kept on this device until somebody answers. */
  done?: 'taken' | 'proposed' | 'kept'
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
  /** The file has to be read again: something was done, or somebody else was faster and what is there now has to be seen. */
  onStale: () => void
  /** What the student is now. */
  onChanged?: ((student: StudentRow) => void) | undefined
}

/**
 * Sends decisions on one student: each with the revision it was made on, so that nobody's is overwritten unseen. One that follows
 * another before the file has been read again is made on what the server has just answered, not on what stood there before.
 */
export function useDecision({ onStale, onChanged }: DecisionEvents) {
  const [outcome, setOutcome] = useState<Outcome>({})
  const [sent, setSent] = useState<Sent>()
  const [answered, setAnswered] = useState<StudentRow>()
  const decide = async (seen: StudentFile, change: StudentChange): Promise<void> => {
    const file = isOlder(seen.student, answered) ? { ...seen, student: answered } : seen
    const { student } = file
    const of = JSON.stringify([student.student_id, student.revision, change])
    const attempt = sent?.of === of ? sent : newAttempt(of)
    setSent(attempt)
    setOutcome({})
    const { commandId, decidedAt } = attempt
    const { student_id, revision } = student
    const asked = { student_id, commandId, revision, decidedAt, change }
    const keep = keeperOf(file, asked)
    if (keep && !navigator.onLine) return kept(keep, { isSent: false })
    try {
      const answer = await updateStudent(asked)
      setOutcome({ done: answer.proposalId ? 'proposed' : 'taken' })
      setAnswered(answer.student)
      onChanged?.(answer.student)
      onStale()
    } catch (thrown) {
      const problem = messageIdOf(thrown)
      if (keep && problem === 'L000') return kept(keep, { isSent: true })
      const isLate = problem === 'student.changed'
      setOutcome({ met: change.kind, ...(isLate && { seen: student }) })
      if (isLate) onStale()
      throw thrown
    }
  }
  const kept = async (keep: Keep, how: { isSent: boolean }): Promise<void> => {
    await keep(how)
    setOutcome({ done: 'kept' })
  }
  const { mutate: send, isPending, error, reset } = useMutation(decide)
  const forget = () => {
    setOutcome({})
    reset()
  }
  return { ...outcome, isPending, error, send, forget }
}

const isOlder = (seen: StudentRow, answered: StudentRow | undefined): answered is StudentRow =>
  answered?.student_id === seen.student_id && answered.revision > seen.revision

type Keep = (how: { isSent: boolean }) => Promise<void>

/** How a step is kept on this device; undefined for what nobody may decide without a network. */
function keeperOf(file: StudentFile, asked: DecisionRequest): Keep | undefined {
  const { change } = asked
  if (change.kind !== 'move' && change.kind !== 'offer') return undefined
  const move = transitionOf(file, change)
  if (!move || move.offline === 'never') return undefined
  const { reason = '', note = '', reviewOn = '' } = change.kind === 'move' ? change : { note: change.note }
  return async ({ isSent }) => {
    const { keepDecision } = await import('#client/platform/offline/desk-outbox.ts')
    // What was sent once stays letter for letter what it was: the server may know it already. An offer it knows all the same, and
    // one that it does not know takes no seat when it comes later.
    const isAsSent = isSent && change.kind === 'move'
    const kept = isAsSent ? asked : { ...asked, change: { ...change, offline: true as const } }
    await keepDecision({ asked: kept, seen: file.student, move, said: { reason, note, reviewOn } })
  }
}

const transitionOf = ({ moves }: StudentFile, change: Extract<StudentChange, { kind: 'move' | 'offer' }>) =>
  change.kind === 'offer'
    ? moves.find(({ says }) => says.includes('offer'))
    : moves.find((each) => each.to === change.to && (each.outcome ?? undefined) === change.outcome)

const newAttempt = (of: string): Sent => ({
  of,
  commandId: newCommandId(),
  decidedAt: toInstant(machineClock.nowMs()),
})

export type Decision = ReturnType<typeof useDecision>

/** Whether a problem is told where somebody agreed to a proposal or took it back, which is far from the steps. */
export const isOfProposal = ({ error, met }: Decision, { proposals }: StudentFile): boolean =>
  error !== undefined && proposals.length > 0 && (met === 'approve' || met === 'withdraw-proposal')
