import { type LetterField, letterFields } from '#shared/kernel/letter/letter-fields.rules.ts'
import { hidden } from '#shared/kernel/text/hidden-characters.rules.ts'
import type { Piece } from '#shared/letters/letter-blocks.contract.ts'

/*
 * A line of a letter in an element that is typed in: words, bold words, and chips that stand for fields. Only text is ever taken
 * out of it and put into it, never markup.
 */

/** How a field is named and spoken in a line. */
export type ChipName = (field: LetterField, as: 'hijri' | undefined) => { text: string; spoken: string }

const maxLength = 2000
const every = new RegExp(hidden.source, 'g')
const isField = (name: string): name is LetterField => Object.hasOwn(letterFields, name)

export function chipFor(field: LetterField, as: 'hijri' | undefined, name: ChipName): HTMLElement {
  const chip = document.createElement('span')
  const { text, spoken } = name(field, as)
  chip.contentEditable = 'false'
  chip.dataset['field'] = field
  if (as) chip.dataset['as'] = as
  chip.setAttribute('role', 'img')
  chip.setAttribute('aria-label', spoken)
  chip.textContent = text
  return chip
}

function nodeFor(piece: Piece, name: ChipName): Node {
  const node = 'text' in piece ? document.createTextNode(piece.text) : chipFor(piece.field, piece.as, name)
  if (!piece.strong) return node
  const bold = document.createElement('b')
  bold.append(node)
  return bold
}

/** Puts a line into its element. */
export function showLine(element: HTMLElement, line: readonly Piece[], name: ChipName): void {
  // Without the break nobody could put the caret behind a chip at the end.
  const end = line.at(-1)
  const after = end && 'field' in end ? [document.createElement('br')] : []
  element.replaceChildren(...line.map((piece) => nodeFor(piece, name)), ...after)
}

const written = /\{\{([\w.]+)(\|hijri)?\}\}/g

/** Words as pieces: `{{student.name}}` becomes its field, and what shows nothing is left out. */
export function quantityOf(text: string, strong: { strong?: true }): Piece[] {
  const clean = text.replaceAll(/[\n\r\t\u00a0]/g, ' ').replaceAll(every, '')
  const pieces: Piece[] = []
  let at = 0
  const say = (words: string) => {
    for (let from = 0; from < words.length; from += maxLength)
      pieces.push({ text: words.slice(from, from + maxLength), ...strong })
  }
  for (const { 0: whole, 1: field = '', 2: hijri, index } of clean.matchAll(written)) {
    if (!isField(field)) continue
    say(clean.slice(at, index))
    pieces.push({ field, ...(hijri ? { as: 'hijri' as const } : {}), ...strong })
    at = index + whole.length
  }
  say(clean.slice(at))
  return pieces
}

/** What stands in the element now. */
export function readLine(element: HTMLElement): Piece[] {
  const pieces: Piece[] = []
  const walk = (node: Node, isStrong: boolean): void => {
    const strong = isStrong ? { strong: true as const } : {}
    if (node.nodeType === Node.TEXT_NODE) return void pieces.push(...quantityOf(node.textContent ?? '', strong))
    if (!(node instanceof HTMLElement)) return
    const { field, as } = node.dataset
    if (field !== undefined && isField(field))
      return void pieces.push({ field, ...(as === 'hijri' ? { as } : {}), ...strong })
    const isBold = ['B', 'STRONG'].includes(node.tagName) || Number(node.style.fontWeight) >= 600
    for (const child of node.childNodes) walk(child, isStrong || isBold)
  }
  for (const child of element.childNodes) walk(child, false)
  return joined(pieces)
}

/** Words that stand beside each other and look the same are one piece. */
function joined(pieces: readonly Piece[]): Piece[] {
  const line: Piece[] = []
  for (const piece of pieces) {
    const last = line.at(-1)
    const isSame = last && 'text' in last && 'text' in piece && last.strong === piece.strong
    if (isSame && last.text.length + piece.text.length <= maxLength)
      line[line.length - 1] = { ...last, text: last.text + piece.text }
    else line.push(piece)
  }
  return line
}
