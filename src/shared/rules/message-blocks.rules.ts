import type { ResolvedLetter } from '#shared/contract/letter.ts'
import type { LetterTemplate } from '#shared/contract/letter-blocks.ts'
import type { Block } from '#shared/contract/mail.ts'
import type { MessageText } from '#shared/contract/student-message.ts'

/** A message as a letter's template: its paragraphs one below the other under the school's name. */
export const templateOf = ({ title, paragraphs }: MessageText): LetterTemplate => ({
  title,
  letterhead: true,
  blocks: paragraphs.map(({ words, isOptional }) => {
    const fields = [...words.en, ...words.ar].flatMap((piece) => ('field' in piece ? [piece.field] : []))
    const showWhen = { all: [...new Set(fields)].slice(0, 10).map((field) => ({ field, isGiven: true })) }
    const isAsked = isOptional && fields.length > 0
    return { kind: 'para' as const, layout: 'stack' as const, words, ...(isAsked && { showWhen }) }
  }),
})

/** What a mailbox shows of a message: each paragraph, in the letter's first language, with every value kept apart. */
export const messageBlocks = ({ blocks }: ResolvedLetter): Block[] =>
  blocks.flatMap((block) => {
    const runs = block.kind === 'para' ? block.said[0]?.runs : undefined
    const text = runs?.map((run) => (run.dir === undefined ? run.text : isolated(run.text, run.dir))).join('')
    return text ? [{ kind: 'text' as const, text }] : []
  })

/**
 * U+2066 or U+2068 … U+2069: a value keeps its own direction inside the sentence. An address of the web stands bare: mail programs
 * make a link of it, and would take the closing character into it.
 */
const isolated = (text: string, dir: 'auto' | 'ltr'): string =>
  /^https?:\/\/\S+$/.test(text) ? text : `${dir === 'ltr' ? '\u2066' : '\u2068'}${text}\u2069`
