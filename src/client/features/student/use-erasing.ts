import { useRef, useState } from 'react'
import { messageIdOf } from '#client/platform/use-answer.ts'
import { useBusy } from '#client/platform/use-busy.ts'
import { type MessageId, mayPass } from '#shared/kernel/errors.ts'
import type { ErasedCounts } from '#shared/rules/retention.rules.ts'
import { type DueFiles, eraseFile, rehearseErasure } from './retention.api.ts'

export type DueFile = DueFiles['files'][number]

interface State {
  is: 'idle' | 'counting' | 'counted' | 'running' | 'stopped' | 'over'
  counts?: ErasedCounts
  done: number
  failed: readonly { file: DueFile; why: MessageId }[]
  left: readonly DueFile[]
  problem?: MessageId
}

const idle: State = { is: 'idle', done: 0, failed: [], left: [] }

/** Counts what an erasure of many files would reach, then erases them one by one: it can be stopped, and goes on where it was. */
export function useErasing() {
  const [state, setState] = useState(idle)
  const isStopping = useRef(false)
  useBusy(state.is === 'running')
  const rehearse = async (files: readonly DueFile[]) => {
    setState({ ...idle, is: 'counting' })
    try {
      const counts = await rehearseErasure(files.map(({ student }) => student.student_id))
      setState({ ...idle, is: 'counted', counts, left: files })
    } catch (error) {
      setState({ ...idle, problem: messageIdOf(error) })
    }
  }
  const run = async (from: State) => {
    let now = from
    isStopping.current = false
    const say = (is: State['is'], more: Partial<State> = {}) => {
      const { problem: _before, ...rest } = now
      setState({ ...rest, is, ...more })
    }
    say('running')
    for (const file of from.left) {
      if (isStopping.current) return say('stopped')
      const why = await eraseOne(file)
      if (why && mayPass(why)) return say('stopped', { problem: why })
      const left = now.left.slice(1)
      now = why ? { ...now, left, failed: [...now.failed, { file, why }] } : { ...now, left, done: now.done + 1 }
      say('running')
    }
    say('over')
  }
  return {
    ...state,
    rehearse,
    run: () => run(state),
    stop: () => {
      isStopping.current = true
    },
    back: () => setState(idle),
  }
}

async function eraseOne({ student: { student_id, registration_id } }: DueFile): Promise<MessageId | undefined> {
  try {
    await eraseFile({ student_id, reference: registration_id, cause: 'time-over' })
    return undefined
  } catch (error) {
    return messageIdOf(error)
  }
}
