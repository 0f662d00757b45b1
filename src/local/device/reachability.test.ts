import { expect, it } from 'vitest'
import { type ReachabilityParts, watchReachability } from './reachability.ts'

/** Plays one answer a turn; `null` is a turn in which nobody looks. */
async function play(answers: readonly (boolean | null)[]) {
  const stop = new AbortController()
  const seen: [number, boolean, boolean | undefined][] = []
  let nowMs = 0
  let turn = 0
  const parts: ReachabilityParts = {
    probe: async (timeoutMs) => {
      const isThere = answers[turn] === true
      // A server that is gone lets the whole time pass.
      if (!isThere) nowMs += timeoutMs
      return isThere
    },
    isWatched: () => answers[turn] !== null,
    sleep: async (ms) => {
      nowMs += ms
      turn += 1
      if (turn >= answers.length) stop.abort()
    },
    onChange: (isReachable, before) => seen.push([nowMs, isReachable, before]),
  }
  await watchReachability(parts, stop.signal)
  return seen
}

it('says within three seconds that the server is gone, and within five that it is back', async () => {
  const [first, lost, back] = await play([true, true, false, false, true])
  expect(first).toEqual([0, true, undefined])
  expect(lost?.slice(1)).toEqual([false, true])
  expect(lost?.[0]).toBeLessThanOrEqual(1000 + 3000)
  expect(back?.slice(1)).toEqual([true, false])
})

it('asks nothing while nobody looks', async () => {
  expect(await play([null, null, true])).toEqual([[2000, true, undefined]])
})
