import type { SimTime } from './sim-time.ts'

/**
 * The life of one page or worker. Nothing reaches its code but through `enter`: while it is frozen that waits for the thaw,
 * and once it is dead it never happens, as if the process were gone.
 */
export interface Life {
  readonly name: string
  isDead(): boolean
  isFrozen(): boolean
  /** Something comes in from outside: an answer, a timer, a lock, a message. */
  enter(come: () => void): void
  /** Runs once, at the end. */
  onDeath(end: () => void): void
  die(): void
  freeze(): void
  thaw(): void
}

export function beginLife(time: SimTime, name: string): Life {
  let isDead = false
  let isFrozen = false
  let waiting: (() => void)[] = []
  const ends: (() => void)[] = []
  const life: Life = {
    name,
    isDead: () => isDead,
    isFrozen: () => isFrozen,
    enter: (come) => {
      if (isDead) return
      if (isFrozen) waiting.push(come)
      else come()
    },
    onDeath: (end) => ends.push(end),
    die: () => {
      if (isDead) return
      isDead = true
      waiting = []
      for (const end of ends) end()
    },
    freeze: () => {
      isFrozen = true
    },
    thaw: () => {
      isFrozen = false
      // Each in an event of its own: a browser does not run a page's tasks in one piece.
      for (const come of waiting.splice(0)) time.after(0, () => life.enter(come))
    },
  }
  return life
}
