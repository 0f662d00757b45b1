import { useCallback, useEffect, useState } from 'react'
import { messageIdOf } from '#client/platform/refused.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import type { askReturn } from '../family-fees.api.ts'

type Answer = Awaited<ReturnType<typeof askReturn>>

/** What is known of a payment, and whether the bank is still being asked. */
interface Known {
  answer: Answer | undefined
  failure: MessageId | undefined
  isAsking: boolean
}

/** Pauses between the questions, in milliseconds; after the last one a person asks again. */
const pauses = [1_500, 2_500, 4_000, 6_000, 10_000, 15_000] as const

const isOver = ({ state }: Answer): boolean => state !== 'open' && state !== 'new'

/** Asks once. What the server refuses, asking again does not change; a network may come back. */
async function askOnce(
  intentId: string,
  token: string | undefined,
): Promise<{ answer?: Answer; failure?: MessageId; isOver: boolean }> {
  try {
    const { askReturn: ask } = await import('../family-fees.api.ts')
    const answer = await ask(intentId, token)
    return { answer, isOver: isOver(answer) }
  } catch (error) {
    const failure = messageIdOf(error)
    return { failure, isOver: failure !== 'L000' }
  }
}

const pause = (ms: number, { signal }: AbortController): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Asks until the bank has answered or the pauses are over. */
async function askThrough(
  { intentId, token }: { intentId: string; token: string | undefined },
  stop: AbortController,
  tell: (known: Known) => void,
): Promise<void> {
  let answer: Answer | undefined
  for (const ms of [...pauses, undefined]) {
    const asked = await askOnce(intentId, token)
    if (stop.signal.aborted) return
    answer = asked.answer ?? answer
    const isAsking = !asked.isOver && ms !== undefined
    tell({ answer, failure: asked.failure, isAsking })
    if (!isAsking) return
    await pause(ms, stop)
    if (stop.signal.aborted) return
  }
}

const unknown: Known = { answer: undefined, failure: undefined, isAsking: true }

/**
 * Asks what became of a payment until the bank has answered, seven times at most in forty seconds. Nothing that the address says
 * besides the id of the payment counts; its token lets amount and receipt be seen.
 */
export function useReturn(intentId: string, token: string | undefined): Known & { again: () => void } {
  const [known, setKnown] = useState(unknown)
  const [round, setRound] = useState(0)
  useEffect(() => {
    const stop = new AbortController()
    const begin = (_round: number) => void askThrough({ intentId, token }, stop, setKnown)
    begin(round)
    return () => stop.abort()
  }, [intentId, token, round])
  const again = useCallback(() => {
    setKnown(unknown)
    setRound((n) => n + 1)
  }, [])
  return { ...known, again }
}
