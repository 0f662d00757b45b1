import { amountInWords } from '#shared/fees/paper/amount-words.rules.ts'
import { taxQrText } from '#shared/fees/tax/tax-qr.rules.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { ResolvedBlock, ResolvedLetter, Said } from '#shared/kernel/letter/letter.ts'
import { type Currency, subtract, sum } from '#shared/kernel/money.ts'
import { qrPath } from '#shared/kernel/text/qr-path.rules.ts'
import { formatReference } from '#shared/kernel/text/reference-number.rules.ts'
import type { PaperSchool } from '#server/features/letters/templates/letter-school.service.ts'
import { billBlocks, itemLabel } from './bill-blocks.rules.ts'
import type { BothNames, LetterFacts } from './fee-letter.types.ts'
import {
  cell,
  code,
  day,
  facts,
  heading,
  joined,
  money,
  named,
  nothing,
  para,
  type TableRow,
  table,
  typed,
  words,
} from './paper-pieces.rules.ts'
import { labels, methods, notes, titles } from './paper-words.rules.ts'
import { hasTaxLines } from './tax-blocks.rules.ts'

/** The amount in words of both languages, with their agreement. */
const inWords = (amount: number, currency: Currency): Said =>
  words({ en: sentence(amountInWords(amount, currency, 'en')), ar: amountInWords(amount, currency, 'ar') })

const sentence = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** Returns what a receipt says below its title. */
function receiptBlocks(of: LetterFacts): ResolvedBlock[] {
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
function refundBlocks({ document, payer, issuedOn, corrects, children }: LetterFacts): ResolvedBlock[] {
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

/** Returns a document of fees as a letter in both languages. Pure: the same facts give the same letter. */
export function feeLetter(of: LetterFacts): ResolvedLetter {
  const { document } = of
  const title = titleOf(of)
  return paperOf(of.school, {
    title,
    reference: document.number,
    verification: verificationOf(of),
    blocks: [heading(1, words(title)), ...blocksOf(of)],
  })
}

function titleOf({ document: { kind, lines }, taxNumber }: LetterFacts): Bilingual {
  const isTaxed = taxNumber !== '' && hasTaxLines(lines)
  if (kind === 'invoice') return isTaxed ? titles['tax-invoice'] : titles.invoice
  if (kind === 'credit') return isTaxed ? titles['tax-credit'] : titles.credit
  return titles[kind]
}

function blocksOf(of: LetterFacts): ResolvedBlock[] {
  if (of.document.kind === 'receipt') return receiptBlocks(of)
  if (of.document.kind === 'refund') return refundBlocks(of)
  return billBlocks(of)
}

/** Puts the school's head above what a paper says. */
export function paperOf(
  { name, brand, contact, logo }: PaperSchool,
  {
    title,
    ...rest
  }: Pick<ResolvedLetter, 'reference' | 'verification' | 'blocks'> & {
    title: Bilingual
  },
): ResolvedLetter {
  const ways = [contact?.phone, contact?.email].flatMap((way) => way || [])
  return {
    version: 1,
    languages: ['en', 'ar'],
    title: `${title.en} · ${title.ar}`,
    brand,
    school: name,
    letterhead: { name: typedBoth(name), address: typedBoth({ en: '', ar: '' }), contact: ways, logo },
    ...rest,
  }
}

/** The head has a place for each language, also where both say the same. */
const typedBoth = (text: Bilingual) => (text.en === '' && text.ar === '' ? joined(nothing) : joined(typed(text)))

/**
 * Returns how the paper is verified: by its code at the school's address. The square of a Saudi tax document holds its tax data, as
 * the tax authority wants it; there the address alone leads to the page.
 */
function verificationOf({ document, origin, isSaudi, taxNumber, school }: LetterFacts): ResolvedLetter['verification'] {
  const { verifyCode, kind, lines, issuedAt, total, tax, currency } = document
  const url = `${origin}/verify/${verifyCode}`
  const isTaxPaper = isSaudi && taxNumber !== '' && (kind === 'invoice' || kind === 'credit') && hasTaxLines(lines)
  const seller = school.name.ar || school.name.en
  const inQr = isTaxPaper ? taxQrText({ seller, vatNumber: taxNumber, issuedAt, total, tax }, currency) : url
  const said = joined(words(isTaxPaper ? notes.taxQr : notes.verify), code(formatReference(verifyCode)))
  return { said, url, qr: qrPath(inQr) }
}
