import type { Random } from '#shared/kernel/ids.ts'
import { seededRandom } from '#tests/support/devices/test-surroundings.ts'

interface Event {
  dueMs: number
  /** Among events that are due together chance decides, so that no order is taken for granted. */
  tie: number
  run: () => void | Promise<void>
  isCancelled: boolean
}

/** Takes an event back, if it has not happened yet. */
export type Cancel = () => void

/**
 * Time of a simulated world: it passes only from event to event, and everything that an event sets in motion has come to rest
 * before the next one begins. One seed gives one order of all things.
 */
export interface SimTime {
  readonly random: Random
  /** Milliseconds since the world began. */
  nowMs(): number
  after(ms: number, run: () => void | Promise<void>): Cancel
  /** Lets time pass, with all that happens in it. */
  advance(ms: number): Promise<void>
  /** Lets time pass until it is so; false when it is not so after `maxMs`. */
  until(isSo: () => boolean, maxMs: number): Promise<boolean>
  /** How many events have happened. */
  events(): number
}

/** A history that does more than this has gone mad: something asks without end. */
const mostEvents = 400_000

export class EndlessHistory extends Error {
  override name = 'EndlessHistory'
}

/** Everything that is ready to run gets run: all promises of the core settle in microtasks. */
const rest = () => new Promise<void>((resolve) => setImmediate(resolve))

export function openSimTime(seed: number): SimTime {
  const random = seededRandom(seed)
  const heap = openHeap()
  let nowMs = 0
  let happened = 0
  const step = async (untilMs: number): Promise<boolean> => {
    const next = heap.peek()
    if (!next || next.dueMs > untilMs) return false
    heap.pop()
    if (next.isCancelled) return true
    nowMs = next.dueMs
    happened += 1
    if (happened > mostEvents) throw new EndlessHistory(`more than ${mostEvents} events`)
    const running = next.run()
    if (running) await running
    await rest()
    return true
  }
  return {
    random,
    nowMs: () => nowMs,
    events: () => happened,
    after: (ms, run) => {
      const event: Event = { dueMs: nowMs + Math.max(0, ms), tie: random.float(), run, isCancelled: false }
      heap.push(event)
      return () => {
        event.isCancelled = true
      }
    },
    advance: async (ms) => {
      const endMs = nowMs + ms
      await rest()
      for (let isMore = true; isMore; ) isMore = await step(endMs)
      nowMs = endMs
    },
    until: async (isSo, maxMs) => {
      const endMs = nowMs + maxMs
      await rest()
      while (!isSo()) if (!(await step(endMs))) return isSo()
      return true
    },
  }
}

const isBefore = (a: Event, b: Event) => a.dueMs < b.dueMs || (a.dueMs === b.dueMs && a.tie < b.tie)

/** A binary heap: the next event is always first. */
function openHeap() {
  const items: Event[] = []
  const swap = (i: number, j: number) => {
    const [a, b] = [items[i], items[j]]
    if (a && b) [items[i], items[j]] = [b, a]
  }
  const before = (i: number, j: number) => {
    const [a, b] = [items[i], items[j]]
    return a !== undefined && b !== undefined && isBefore(a, b)
  }
  return {
    peek: () => items[0],
    push: (event: Event) => {
      items.push(event)
      for (let i = items.length - 1; i > 0; ) {
        const parent = (i - 1) >> 1
        if (!before(i, parent)) break
        swap(i, parent)
        i = parent
      }
    },
    pop: () => {
      swap(0, items.length - 1)
      items.pop()
      for (let i = 0; ; ) {
        const [left, right] = [2 * i + 1, 2 * i + 2]
        let least = before(left, i) ? left : i
        if (before(right, least)) least = right
        if (least === i) break
        swap(i, least)
        i = least
      }
    },
  }
}
