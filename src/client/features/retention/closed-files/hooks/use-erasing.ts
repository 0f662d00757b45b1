import { useEffect, useRef, useState } from 'react'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { messageIdOf } from '#client/platform/refused.ts'
import { isTransient, type MessageId } from '#shared/kernel/errors.ts'
import type { ErasedCounts } from '#shared/retention/retention.rules.ts'
import type { DueItem, DueWork } from '../due-work.ts'

interface State {
  is: 'idle' | 'counting' | 'counted' | 'running' | 'stopped' | 'over'
  counts?: ErasedCounts
  done: number
  failed: readonly { item: DueItem; why: MessageId }[]
  left: readonly DueItem[]
  problem?: MessageId
}

const idle: State = { is: 'idle', done: 0, failed: [], left: [] }

/** Counts what an erasure of many would reach, then erases them one by one: it can be stopped, and goes on where it was. */
export function useErasing(work: DueWork) {
  const [state, setState] = useState(idle)
  const isStopping = useRef(false)
  useBusy(state.is === 'running')
  // Anyone who leaves the page has stopped it.
  useEffect(() => () => void (isStopping.current = true), [])
  const rehearse = async (items: readonly DueItem[]) => {
    setState({ ...idle, is: 'counting' })
    try {
      const counts = await work.rehearse(items.map(({ id }) => id))
      setState({ ...idle, is: 'counted', counts, left: items })
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
    for (const item of from.left) {
      if (isStopping.current) return say('stopped')
      const why = await refusalOf(() => work.erase(item))
      if (why && isTransient(why)) return say('stopped', { problem: why })
      const left = now.left.slice(1)
      now = why ? { ...now, left, failed: [...now.failed, { item, why }] } : { ...now, left, done: now.done + 1 }
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

async function refusalOf(erase: () => Promise<unknown>): Promise<MessageId | undefined> {
  try {
    await erase()
    return undefined
  } catch (error) {
    return messageIdOf(error)
  }
}
