import { canonicalJson } from '#shared/kernel/hash.ts'
import type { LetterBlock, LetterTemplate } from '#shared/letters/letter-blocks.contract.ts'

/** A part of a letter that is not the same in two copies; undefined where a copy has none there. */
export interface DifferingBlock {
  /** Its number in the copies, from 0. */
  no: number
  mine: LetterBlock | undefined
  theirs: LetterBlock | undefined
}

const isSame = (one: LetterBlock | undefined, other: LetterBlock | undefined): boolean =>
  one !== undefined && other !== undefined && canonicalJson(one) === canonicalJson(other)

/** The parts in which two copies differ: what they have in common at the beginning and at the end is left out. */
export function differingBlocks(mine: LetterTemplate, theirs: LetterTemplate): DifferingBlock[] {
  const shorter = Math.min(mine.blocks.length, theirs.blocks.length)
  let start = 0
  while (start < shorter && isSame(mine.blocks[start], theirs.blocks[start])) start += 1
  let end = 0
  while (end < shorter - start && isSame(mine.blocks.at(-1 - end), theirs.blocks.at(-1 - end))) end += 1
  const [own, others] = [mine, theirs].map(({ blocks }) => blocks.slice(start, blocks.length - end))
  const count = Math.max(own?.length ?? 0, others?.length ?? 0)
  return Array.from({ length: count }, (_, at) => ({ no: start + at, mine: own?.[at], theirs: others?.[at] })).filter(
    (each) => !isSame(each.mine, each.theirs),
  )
}
