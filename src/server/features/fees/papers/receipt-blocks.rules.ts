import { amountInWords } from '#shared/fees/paper/amount-words.rules.ts'
import type { ResolvedBlock, Said } from '#shared/kernel/letter/letter.ts'
import { type Currency, subtract, sum } from '#shared/kernel/money.ts'
import { itemLabel } from './bill-blocks.rules.ts'
import type { BothNames, LetterFacts } from './fee-letter.types.ts'
import {
  cell,
  code,
  day,
  facts,
  joined,
  money,
  named,
  para,
  table,
  type TableRow,
  typed,
  words,
} from './paper-pieces.rules.ts'
import { labels, methods, notes } from './paper-words.rules.ts'

/** The amount in words of both languages, with their agreement. */
const inWords = (amount: number, currency: Currency): Said =>
  words({ en: sentence(amountInWords(amount, currency, 'en')), ar: amountInWords(amount, currency, 'ar') })

const sentence = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** Returns what a receipt says below its title. */
export function receiptBlocks(of: LetterFacts): ResolvedBlock[] {
  const { document, payment, payer, issuedOn, names } = of
  const { number, total, currency } = document
  const children = [...of.children.values()]
  return [
    facts([
      [labels.number, code(number)],
      [labels.provisional, payment?.provisional ? code(payment.provisional) : null],
      [labels.issued, day(issuedOn)],
      [labels.receivedOn, payment ? day(payment.receivedOn) : null],
      [labels.receivedFrom, named(payer)],
      [children.length > 1 ? labels.children : labels.child, children.length === 0 ? null : namesOf(children)],
      [labels.method, payment ? words(methods[payment.method]) : null],
      [labels.reference, payment?.reference ? code(payment.reference) : null],
      [labels.takenBy, names === 'full' && payment?.by ? typed(payment.by) : null],
    ]),
    para(joined(words({ en: 'Amount received: ', ar: 'المبلغ المستلم: ' }), strong(money(total, currency))), 'frame'),
    para(inWords(total, currency)),
    settled(of),
    ...(payment?.method === 'cheque' ? [para(words(notes.cheque))] : []),
    ...(payment ? [facts([[labels.stillOpen, money(payment.openAfter, currency)]])] : []),
  ]
}

const strong = (said: Said): Said =>
  said.map(({ lang, runs }) => ({ lang, runs: runs.map((run) => ({ ...run, strong: true as const })) }))

const comma = words({ en: ', ', ar: '، ' })

const namesOf = (children: readonly BothNames[]): Said =>
  joined(...children.flatMap((child, no) => (no === 0 ? [named(child)] : [comma, named(child)])))

/** What the money settled when it came, and what was kept as credit. */
function settled({ document, children }: LetterFacts): ResolvedBlock {
  const { lines, total, currency } = document
  const rest = subtract(total, sum(lines.map((line) => line.total)))
  const rows = lines.map((line): TableRow => {
    const child = children.size > 1 && line.studentId !== null ? children.get(line.studentId) : undefined
    const label = child ? joined(itemLabel(line), words({ en: ' · ', ar: ' · ' }), named(child)) : itemLabel(line)
    return { label, values: [cell(line.total, currency)] }
  })
  const kept = rest > 0 ? [{ label: words(labels.credit), values: [cell(rest, currency)] }] : []
  const all = { label: words(labels.total), values: [cell(total, currency)], isSum: true }
  const inCurrency = { en: currency, ar: currency }
  return table({ label: labels.settles, values: [{ name: inCurrency, isAmount: true }] }, [...rows, ...kept, all])
}

/** Returns what the voucher of a refund says below its title. */
export function refundBlocks({ document, payer, issuedOn, corrects, children }: LetterFacts): ResolvedBlock[] {
  const { number, total, currency } = document
  const shown = [...children.values()]
  return [
    facts([
      [labels.number, code(number)],
      [labels.issued, day(issuedOn)],
      [labels.paidTo, named(payer)],
      [labels.child, shown.length === 0 ? null : namesOf(shown)],
      [labels.ofReceipt, corrects === null ? null : code(corrects)],
    ]),
    para(joined(words({ en: 'Amount refunded: ', ar: 'المبلغ المسترد: ' }), strong(money(total, currency))), 'frame'),
    para(inWords(total, currency)),
  ]
}
