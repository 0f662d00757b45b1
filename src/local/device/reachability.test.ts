import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type ReachabilityParts, watchReachability } from './reachability.ts'

/** Plays one answer a turn; `null` is a turn in which nobody looks. */
async function play(answers: readonly (boolean | null)[], everyMs?: number) {
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
    quietMs: () => Number.POSITIVE_INFINITY,
    isWatched: () => answers[turn] !== null,
    ...(everyMs && { everyMs }),
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

it('looks as seldom as it is told to', async () => {
  expect((await play([true, true, false], 10_000)).map(([atMs]) => atMs)).toEqual([0, 21_900])
})

it('asks nothing while nobody looks', async () => {
  expect(await play([null, null, true])).toEqual([[2000, true, undefined]])
})

/** A server that is gone from `goneMs` to `backMs` and answers calls at `callsMs`. */
async function hear(callsMs: readonly number[], goneMs: number, backMs: number) {
  const stop = new AbortController()
  const said: { atMs: number; isReachable: boolean }[] = []
  let nowMs = 0
  let probes = 0
  const isGone = () => nowMs >= goneMs && nowMs < backMs
  const parts: ReachabilityParts = {
    probe: async (timeoutMs) => {
      probes += 1
      const isThere = !isGone()
      nowMs += isThere ? 20 : timeoutMs
      return isThere
    },
    quietMs: () => {
      const answered = callsMs.filter((ms) => ms <= nowMs && (ms < goneMs || ms >= backMs))
      return nowMs - (answered.at(-1) ?? Number.NEGATIVE_INFINITY)
    },
    isWatched: () => true,
    sleep: async (ms) => {
      nowMs += ms
      if (nowMs > backMs + 10_000) stop.abort()
    },
    onChange: (isReachable) => said.push({ atMs: nowMs, isReachable }),
  }
  await watchReachability(parts, stop.signal)
  return { said, probes }
}

it('asks nothing while other calls are answered', async () => {
  const callsMs = Array.from({ length: 100 }, (_, n) => n * 700)
  const { said, probes } = await hear(callsMs, 70_000, 60_000)
  expect([said, probes]).toEqual([[{ atMs: 0, isReachable: true }], 0])
})

it('keeps its three and five seconds, whatever calls were answered before', async () => {
  const calls = fc.array(fc.integer({ min: 0, max: 25_000 }), { maxLength: 60 }).map((ms) => ms.sort((a, b) => a - b))
  await fc.assert(
    fc.asyncProperty(
      calls,
      fc.integer({ min: 1000, max: 8000 }),
      fc.integer({ min: 3000, max: 9000 }),
      async (at, goneMs, forMs) => {
        const backMs = goneMs + forMs
        const { said } = await hear(at, goneMs, backMs)
        expect(said.map(({ isReachable }) => isReachable)).toEqual([true, false, true])
        expect(said[1]?.atMs).toBeLessThanOrEqual(goneMs + 3000)
        expect(said[2]?.atMs).toBeLessThanOrEqual(backMs + 5000)
      },
    ),
  )
})
