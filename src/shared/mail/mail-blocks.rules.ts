import type { ResolvedLetter } from '#shared/kernel/letter/letter.ts'
import type { Block } from './mail.contract.ts'

/** Text blocks of an email that is a letter: each paragraph in the letter's first language, every value isolated. */
export const mailBlocks = ({ blocks }: ResolvedLetter): Block[] =>
  blocks.flatMap((block) => {
    const runs = block.kind === 'para' ? block.said[0]?.runs : undefined
    const text = runs?.map((run) => (run.dir === undefined ? run.text : isolated(run.text, run.dir))).join('')
    return text ? [{ kind: 'text' as const, text }] : []
  })

/**
 * U+2066 or U+2068 … U+2069: a value keeps its own direction inside the sentence. A web address stands bare: email programs make
 * a link of it, and would include the closing character.
 */
const isolated = (text: string, dir: 'auto' | 'ltr'): string =>
  /^https?:\/\/\S+$/.test(text) ? text : `${dir === 'ltr' ? '\u2066' : '\u2068'}${text}\u2069`
