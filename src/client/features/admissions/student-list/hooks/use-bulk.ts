import { useRef, useState } from 'react'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { messageIdOf } from '#client/platform/refused.ts'
import { machineClock, machineRandom } from '#local/kernel/machine.ts'
import { maxRehearsed } from '#shared/admissions/student-rehearse.contract.ts'
import { isMessageId, isTransient, type MessageId } from '#shared/kernel/errors.ts'
import { OpId } from '#shared/kernel/fields.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { StudentRow } from '#shared/students/student-row.contract.ts'
import { type StudentChange, updateStudent } from '../../student-file/student.api.ts'
import { rehearseStudents } from '../list.api.ts'

interface Refused {
  student: StudentRow
  why: MessageId
}

/** What would come of it. */
export interface Rehearsal {
  change: StudentChange
  will: readonly StudentRow[]
  /** For how many of those another person has to agree. */
  asks: number
  wont: readonly Refused[]
}

export interface Run {
  done: readonly StudentRow[]
  failed: readonly Refused[]
  /** Those whose turn has not come. */
  left: readonly StudentRow[]
}

interface State {
  is: 'idle' | 'trying' | 'tried' | 'running' | 'stopped' | 'over'
  rehearsal?: Rehearsal
  run?: Run
  problem?: MessageId
}

/** Tries a change of many students out, then makes it one by one: it can be stopped, and goes on where it was. */
export function useBulk(onChanged: (student: StudentRow) => void) {
  const [state, setState] = useState<State>({ is: 'idle' })
  const isStopping = useRef(false)
  // One for each student, kept over a failure: what was sent and not answered is not done twice.
  const commands = useRef(new Map<string, { commandId: OpId; decidedAt: string }>())
  useBusy(state.is === 'running')
  const rehearse = async (students: readonly StudentRow[], change: StudentChange) => {
    setState({ is: 'trying' })
    commands.current.clear()
    try {
      setState({ is: 'tried', rehearsal: await rehearsed(students, change) })
    } catch (error) {
      setState({ is: 'idle', problem: messageIdOf(error) })
    }
  }
  const run = async (rehearsal: Rehearsal, from: Run) => {
    let now = from
    isStopping.current = false
    setState({ is: 'running', rehearsal, run: now })
    for (const student of from.left) {
      if (isStopping.current) return setState({ is: 'stopped', rehearsal, run: now })
      const came = await carryOut(student, rehearsal.change, commands.current)
      const left = now.left.slice(1)
      if ('problem' in came && isTransient(came.problem))
        return setState({ is: 'stopped', rehearsal, run: now, problem: came.problem })
      now =
        'problem' in came
          ? { ...now, left, failed: [...now.failed, { student, why: came.problem }] }
          : { ...now, left, done: [...now.done, came.student] }
      if ('student' in came) onChanged(came.student)
      setState({ is: 'running', rehearsal, run: now })
    }
    setState({ is: 'over', rehearsal, run: now })
  }
  const start = (rehearsal: Rehearsal) => run(rehearsal, { done: [], failed: [], left: rehearsal.will })
  return {
    ...state,
    rehearse,
    start,
    goOn: () => (state.rehearsal && state.run ? run(state.rehearsal, state.run) : Promise.resolve()),
    stop: () => {
      isStopping.current = true
    },
    back: () => setState({ is: 'idle' }),
  }
}

async function rehearsed(students: readonly StudentRow[], change: StudentChange): Promise<Rehearsal> {
  const will: StudentRow[] = []
  const wont: Refused[] = []
  let asks = 0
  for (let from = 0; from < students.length; from += maxRehearsed) {
    const part = students.slice(from, from + maxRehearsed)
    const asked = part.map(({ student_id, revision }) => ({ student_id, revision }))
    const { results } = await rehearseStudents({ students: asked, change })
    for (const [no, student] of part.entries()) {
      const { comes = 'refused', messageId = null } = results[no] ?? {}
      if (comes === 'refused') wont.push({ student, why: isMessageId(messageId) ? messageId : 'L000' })
      else will.push(student)
      if (comes === 'proposed') asks += 1
    }
  }
  return { change, will, asks, wont }
}

async function carryOut(
  { student_id, revision }: StudentRow,
  change: StudentChange,
  commands: Map<string, { commandId: OpId; decidedAt: string }>,
): Promise<{ student: StudentRow } | { problem: MessageId }> {
  const nowMs = machineClock.nowMs()
  const command = commands.get(student_id) ?? {
    commandId: OpId.parse(uuidv7(nowMs, machineRandom)),
    decidedAt: toInstant(nowMs),
  }
  commands.set(student_id, command)
  try {
    const { student } = await updateStudent({ student_id, revision, ...command, change })
    return { student }
  } catch (error) {
    return { problem: messageIdOf(error) }
  }
}
