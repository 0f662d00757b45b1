import { type Random, uuidv7 } from '#shared/kernel/ids.ts'

/** A repeatable source of choices: the same seed gives the same schools on every machine. */
export interface DemoRandom extends Random {
  /** A whole number, from ≤ x ≤ to. */
  between(from: number, to: number): number
  /** True with the given probability. */
  chance(probability: number): boolean
  /** One element of a list that is not empty. */
  pick<T>(list: readonly T[]): T
  /** A new list, same elements, other order. */
  shuffle<T>(list: readonly T[]): T[]
  /** A UUIDv7 whose time part starts at `epochMs` and rises with every call. */
  id(): string
}

/** Mulberry32 by Tommy Ettinger (public domain): 32 bits of state are plenty for names and prices. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A {@link DemoRandom} from a seed number; ids count milliseconds up from `epochMs` (since 1970, UTC). */
export function createDemoRandom(seed: number, epochMs: number): DemoRandom {
  const float = mulberry32(seed)
  const bytes = (count: number) => Uint8Array.from({ length: count }, () => Math.floor(float() * 256))
  let idMs = epochMs
  const between = (from: number, to: number) => from + Math.floor(float() * (to - from + 1))
  const pick = <T>(list: readonly T[]): T => {
    const index = between(0, list.length - 1)
    if (index < 0) throw new RangeError('nothing to pick from')
    return list[index] as T
  }
  const shuffle = <T>(list: readonly T[]): T[] => {
    const mixed = [...list]
    for (let last = mixed.length - 1; last > 0; last--) {
      const other = between(0, last)
      const kept = mixed[last] as T
      mixed[last] = mixed[other] as T
      mixed[other] = kept
    }
    return mixed
  }
  const id = () => {
    idMs += 1
    return uuidv7(idMs, { bytes, float })
  }
  return { float, bytes, between, chance: (probability) => float() < probability, pick, shuffle, id }
}
