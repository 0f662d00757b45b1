import type { PaperSchool } from '#server/features/letters/templates/letter-school.service.ts'
import type { ResolvedBlock, ResolvedLetter, Said } from '#shared/kernel/letter/letter.ts'
import { type Currency, negate } from '#shared/kernel/money.ts'
import type { Day } from '#shared/kernel/time.ts'
import { paperOf } from './fee-letter.rules.ts'
import type { LetterPayer } from './fee-letter.types.ts'
import { cell, code, day, facts, heading, joined, money, named, nothing, para } from './paper-pieces.rules.ts'
import { table, type TableRow, words } from './paper-pieces.rules.ts'
import { entries as entryWords, labels, notes, otherEntry, titles } from './paper-words.rules.ts'
import type { Statement, StatementEntry } from './statement.service.ts'

interface StatementFacts {
  school: PaperSchool
  payer: LetterPayer
  currency: Currency
  asOf: Day
  statement: Statement
  /** Cheques within `paid` that have not cleared, in minor units. */
  chequesHeld: number
}

/** Most entries on paper; what came before is one sum. */
const mostEntries = 1_500

/** Returns a statement of account as a letter in both languages. */
export function statementLetter({ school, ...of }: StatementFacts): ResolvedLetter {
  const { payer, asOf, statement } = of
  return paperOf(school, {
    title: titles.statement,
    reference: `${payer.code} ${asOf}`,
    verification: null,
    blocks: [
      heading(1, words(titles.statement)),
      facts([
        [labels.payer, named(payer)],
        [labels.asOf, day(asOf)],
        [labels.code, code(payer.code)],
      ]),
      statement.entries.length === 0 ? para(words(notes.noEntries)) : entryTable(of),
      closing(of),
      para(words(notes.balance), 'fine'),
      para(words(notes.transfer), 'fine'),
    ],
  })
}

type Entries = Pick<StatementFacts, 'statement' | 'currency'>

function entryTable({ statement: { entries }, currency }: Entries): ResolvedBlock {
  const shown = entries.slice(-mostEntries)
  const before = entries[entries.length - shown.length - 1]
  const forward: TableRow[] =
    before === undefined
      ? []
      : [{ label: words(labels.forward), values: [nothing, nothing, nothing, cell(before.balance, currency)] }]
  const rows = shown.map((entry): TableRow => {
    const { on, charged, paid, balance } = entry
    const amount = (value: number) => (value === 0 ? nothing : cell(value, currency))
    return { label: entryLabel(entry), values: [code(on), amount(charged), amount(paid), cell(balance, currency)] }
  })
  const columns = [
    { name: labels.day, isAmount: true },
    ...[labels.charged, labels.paid, labels.balance].map((name) => ({ name, isAmount: true })),
  ]
  return table({ label: labels.entry, values: columns }, [...forward, ...rows])
}

function entryLabel({ kind, number }: StatementEntry): Said {
  const name = words(entryWords[kind] ?? otherEntry)
  return number === null ? name : joined(name, words({ en: ' ', ar: ' ' }), code(number))
}

function closing({ statement: { balance }, currency, chequesHeld }: StatementFactsOf): ResolvedBlock {
  const [label, amount] = balance < 0 ? [labels.yours, negate(balance)] : [labels.closing, balance]
  return facts([
    [label, money(amount, currency)],
    [labels.cheques, chequesHeld > 0 ? money(chequesHeld, currency) : null],
  ])
}
type StatementFactsOf = Omit<StatementFacts, 'school'>
