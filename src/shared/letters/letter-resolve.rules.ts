import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { Language } from '#shared/kernel/fields.ts'
import type { ResolvedBlock, ResolvedLetter, Run, Said } from '#shared/kernel/letter/letter.ts'
import { type LetterField, maxRows } from '#shared/kernel/letter/letter-fields.rules.ts'
import { formatDay, localeOf } from '#shared/kernel/text/format-day.rules.ts'
import { formatAmount } from '#shared/kernel/text/format-money.rules.ts'
import { toSingleLine } from '#shared/kernel/text/one-line.rules.ts'
import type { BothLines, LetterBlock, LetterTemplate, Piece } from './letter-blocks.contract.ts'
import { isIncluded } from './letter-condition.rules.ts'
import { type LetterLanguages, type LetterLook, type Resolved, TooManyRows } from './letter-resolve.types.ts'
import {
  type Cell,
  chosen,
  formatValue,
  isLeftToRight,
  type LetterValues,
  listOf,
  signedBy,
  tableOf,
  type ValueRow,
} from './letter-values.rules.ts'

/**
 * Fills a template in. Each value becomes one run of its own and never a block. Pure: the same input gives the same letter.
 * @throws TooManyRows when a table has more than `maxRows` rows
 */
export function resolveLetter(
  template: LetterTemplate,
  values: LetterValues,
  languages: LetterLanguages,
  { brand, logo, verification }: LetterLook,
): Resolved {
  const filling = new Filling(values, languages)
  const school = { en: filling.plain('school.name', 'en'), ar: filling.plain('school.name', 'ar') }
  const contact = (['school.phone', 'school.email', 'school.website'] as const).map((field) =>
    filling.plain(field, 'en'),
  )
  const blocks = template.blocks
    .filter(({ showWhen }) => isIncluded(showWhen, values))
    .map((block) => filling.block(block))
  const letter: ResolvedLetter = {
    version: 1,
    languages,
    title: languages.map((lang) => toSingleLine(template.title[lang])).join(' · '),
    brand,
    school,
    letterhead: template.letterhead
      ? {
          name: filling.field('school.name'),
          address: filling.field('school.address', { optional: true }),
          contact: contact.filter((text) => text !== ''),
          logo,
        }
      : null,
    reference: filling.plain('letter.reference', 'en'),
    verification,
    blocks,
  }
  return { letter, missing: [...filling.missing] }
}

class Filling {
  readonly missing = new Set<LetterField>()
  readonly #values: LetterValues
  readonly #languages: LetterLanguages

  constructor(values: LetterValues, languages: LetterLanguages) {
    this.#values = values
    this.#languages = languages
  }

  plain(field: LetterField, lang: Language): string {
    return formatValue(this.#values, field, lang)
  }

  field(field: LetterField, { optional = false } = {}): Said {
    if (optional && this.plain(field, 'en') === '') return this.#said(() => [])
    return this.words({ en: [{ field }], ar: [{ field }] })
  }

  words(lines: BothLines): Said {
    return this.#said((lang) => lines[lang].map((piece) => this.#run(piece, lang)))
  }

  block(block: LetterBlock): ResolvedBlock {
    if (block.kind === 'heading') return { kind: 'heading', level: block.level, said: this.words(block.words) }
    if (block.kind === 'space') return { kind: 'space', size: block.size }
    if (block.kind === 'facts') return this.#facts(block)
    if (block.kind === 'list') return this.#list(block)
    if (block.kind === 'table') return this.#table(block)
    if (block.kind === 'signatures') return this.#signatures(block)
    return { kind: 'para', layout: block.layout, look: block.look ?? 'plain', said: this.words(block.words) }
  }

  #said(say: (lang: Language) => Run[]): Said {
    return this.#languages.map((lang) => ({ lang, runs: say(lang) }))
  }

  #run(piece: Piece, lang: Language): Run {
    const strong = piece.strong ? { strong: true as const } : {}
    if ('text' in piece) return { text: piece.text, ...strong }
    const { field, as } = piece
    const text = formatValue(this.#values, field, lang, as)
    const dir = isLeftToRight(field) ? 'ltr' : 'auto'
    if (text !== '') return { text, ...strong, dir }
    this.missing.add(field)
    return { text: field, ...strong, dir: 'ltr', missing: field }
  }

  #facts({ rows }: Extract<LetterBlock, { kind: 'facts' }>): ResolvedBlock {
    const said = rows.filter(({ showWhen }) => isIncluded(showWhen, this.#values))
    return {
      kind: 'facts',
      rows: said.map(({ label, value }) => ({ label: this.words(label), value: once(this.words(value)) })),
    }
  }

  #list({ numbered, items }: Extract<LetterBlock, { kind: 'list' }>): ResolvedBlock {
    const given = 'each' in items ? this.#items(items.each) : items.map((each) => this.words(each))
    return { kind: 'list', numbered: numbered ?? false, items: given }
  }

  #items(field: LetterField): Said[] {
    const given = listOf(this.#values, field).slice(0, 200)
    if (given.length === 0) return [this.#lacking(field)]
    return given.map((text) => this.#value(text))
  }

  #lacking(field: LetterField): Said {
    this.missing.add(field)
    return this.#said(() => [{ text: field, dir: 'ltr', missing: field }])
  }

  #value(text: string | Bilingual): Said {
    return this.#said((lang) => [{ text: chosen(text, lang), dir: 'auto' }])
  }

  #table({ head, rows }: Extract<LetterBlock, { kind: 'table' }>): ResolvedBlock {
    const columns = head.values.length
    const isData = 'each' in rows
    const given = isData ? tableOf(this.#values, rows.each) : []
    if (given.length > maxRows) throw new TooManyRows(`a table of ${given.length} rows`)
    const literal = isData
      ? given.length === 0
        ? [{ label: this.#lacking(rows.each), values: [] }]
        : given.map((row) => this.#row(row, columns))
      : rows.map(({ label, values }) => ({
          label: this.words(label),
          values: values.slice(0, columns).map((each) => once(this.words(each))),
        }))
    return {
      kind: 'table',
      head: { label: this.words(head.label), values: head.values.map((each) => once(this.words(each))) },
      numbers: head.values.map((_, column) => given.length > 0 && given.every((row) => isNumber(row.values[column]))),
      rows: literal,
    }
  }

  #row({ label, values, strong }: ValueRow, columns: number) {
    return {
      label: this.#value(label),
      values: values.slice(0, columns).map((cell) => once(this.#said((lang) => [cellRun(cell, lang)]))),
      ...(strong ? { strong } : {}),
    }
  }

  #signatures({ date, places }: Extract<LetterBlock, { kind: 'signatures' }>): ResolvedBlock {
    return {
      kind: 'signatures',
      places: places.map(({ signer, role }) => {
        const signed = signedBy(this.#values, signer)
        return {
          role: this.words(role),
          date: this.words(date),
          name: signed ? toSingleLine(signed.name).slice(0, 300) : '',
          signedOn: signed ? this.#said((lang) => [{ text: formatDay(signed.day, lang), dir: 'auto' }]) : null,
          strokes: signed?.strokes ? signed.strokes.map((stroke) => [...stroke]) : null,
        }
      }),
    }
  }
}

const isNumber = (cell: Cell | undefined): boolean => cell === undefined || 'money' in cell || 'count' in cell

function cellRun(cell: Cell, lang: Language): Run {
  if ('money' in cell) return { text: formatAmount(cell.money.minor, cell.money.currency, lang), dir: 'ltr' }
  if ('count' in cell) return { text: new Intl.NumberFormat(localeOf(lang)).format(cell.count), dir: 'ltr' }
  if ('day' in cell) return { text: formatDay(cell.day, lang), dir: 'auto' }
  if ('code' in cell) return { text: toSingleLine(cell.code), dir: 'ltr' }
  return { text: chosen(cell.text, lang), dir: 'auto' }
}

const textOf = ({ runs }: Said[number]): string => runs.map(({ text }) => text).join('')

/** What reads the same in both languages is said once. */
function once(said: Said): Said {
  const [first, second] = said
  return first && second && textOf(first) === textOf(second) ? [first] : said
}
