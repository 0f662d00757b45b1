import type { LetterBlock } from '#shared/letters/letter-blocks.contract.ts'

/** The blocks with one taken to another place. */
export function moved(blocks: readonly LetterBlock[], from: number, to: number): LetterBlock[] {
  const block = blocks[from]
  if (!block || to < 0 || to >= blocks.length) return [...blocks]
  return blocks.toSpliced(from, 1).toSpliced(to, 0, block)
}
