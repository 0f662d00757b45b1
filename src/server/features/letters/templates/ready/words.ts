import { type LetterField, letterFields } from '#shared/kernel/letter/letter-fields.rules.ts'
import type { BothLines, Piece } from '#shared/letters/letter-blocks.contract.ts'

const isField = (name: string): name is LetterField => name in letterFields

/** `{{student.name}}`, `{{letter.date|hijri}}` or `**strong**`, which may hold fields too. */
const marked = /\{\{([\w.]+)(\|hijri)?\}\}|\*\*(.+?)\*\*/g

function quantityOf(text: string, isStrong = false): Piece[] {
  const strong = isStrong ? { strong: true as const } : {}
  const pieces: Piece[] = []
  let at = 0
  const say = (words: string) => words !== '' && pieces.push({ text: words, ...strong })
  for (const match of text.matchAll(marked)) {
    const [whole, name, hijri, inner] = match
    say(text.slice(at, match.index))
    at = match.index + whole.length
    if (inner !== undefined) pieces.push(...quantityOf(inner, true))
    else if (name !== undefined && isField(name)) {
      pieces.push({ field: name, ...(hijri ? { as: 'hijri' as const } : {}), ...strong })
    } else throw new Error(`no field is called ${name}`)
  }
  say(text.slice(at))
  return pieces
}

/** Parses a sentence in each language, with its fields in double braces. */
export const both = (en: string, ar: string): BothLines => ({ en: quantityOf(en), ar: quantityOf(ar) })

/** Returns a single field, the same in both languages. */
export const field = (name: LetterField): BothLines => both(`{{${name}}}`, `{{${name}}}`)
