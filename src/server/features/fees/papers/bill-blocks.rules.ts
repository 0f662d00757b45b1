import type { DocumentLine } from '#shared/fees/fee-document.contract.ts'
import { isPlanPart } from '#shared/fees/plans/charge-part.rules.ts'
import { clawbackPart } from '#shared/fees/plans/clawback.rules.ts'
import type { ResolvedBlock, Said } from '#shared/kernel/letter/letter.ts'
import { type Currency, negate, subtract } from '#shared/kernel/money.ts'
import type { BothNames, LetterFacts } from './fee-letter.types.ts'
import {
  cell,
  code,
  day,
  facts,
  heading,
  joined,
  named,
  nothing,
  para,
  table,
  type TableRow,
  typed,
  words,
} from './paper-pieces.rules.ts'
import { labels, notes } from './paper-words.rules.ts'
import { hasTaxLines, isStatePaid, taxTable } from './tax-blocks.rules.ts'

/** Returns what an invoice or a credit note says below its title. */
export function billBlocks(of: LetterFacts): ResolvedBlock[] {
  const { document } = of
  const { lines, currency, kind } = document
  const isTaxed = hasTaxLines(lines)
  return [
    billFacts(of),
    ...byChild(of, isTaxed),
    ...taxTable(lines, currency),
    totals(of, isTaxed),
    ...(isStatePaid(lines) ? [para(words(notes.statePaid), 'fine')] : []),
    ...(kind === 'invoice' ? [para(words(notes.transfer), 'fine')] : []),
  ]
}

function billFacts({ document, issuedOn, payer, taxNumber, corrects, reason, children, names }: LetterFacts) {
  const { number, dueOn, lines, kind } = document
  const isTaxed = hasTaxLines(lines)
  const [only] = children.values()
  return facts([
    [labels.number, code(number)],
    [labels.issued, day(issuedOn)],
    [labels.corrects, corrects === null ? null : code(corrects)],
    [labels.reason, reason === null ? null : typed(reason)],
    [labels.billedTo, named(payer)],
    [labels.payerTax, payer.kind === 'company' && payer.taxId ? code(payer.taxId) : null],
    [labels.nationalId, names === 'full' && isStatePaid(lines) && payer.nationalId ? code(payer.nationalId) : null],
    [labels.child, children.size === 1 && only ? named(only) : null],
    [labels.schoolTax, isTaxed && taxNumber !== '' ? code(taxNumber) : null],
    [labels.due, kind === 'invoice' && dueOn !== null ? day(dueOn) : null],
    [labels.code, code(payer.code)],
  ])
}

/** One table for each child, with its name above it where there are several. */
function byChild({ document, children }: LetterFacts, isTaxed: boolean): ResolvedBlock[] {
  const { lines, currency } = document
  const groups = [...Map.groupBy(lines, ({ studentId }) => studentId ?? '')]
  return groups.flatMap(([studentId, of]) => {
    const child: BothNames | undefined = children.get(studentId)
    const above = groups.length > 1 && child ? [heading(3, named(child))] : []
    return [...above, lineTable(of, currency, isTaxed)]
  })
}

/** Each line with its discounts below it, so that every discount is seen. */
function lineTable(lines: readonly DocumentLine[], currency: Currency, isTaxed: boolean): ResolvedBlock {
  const rows = lines.flatMap((line): TableRow[] => {
    const { gross, net, tax, total, dueOn, discounts } = line
    const due = dueOn === null ? nothing : day(dueOn)
    const taxed = [cell(tax, currency), cell(total, currency)]
    const first = { label: itemLabel(line), values: [due, cell(gross, currency), ...(isTaxed ? taxed : [])] }
    const less = discounts.map(({ name, amount }) => ({
      label: joined(words({ en: '– ', ar: '– ' }), typed(name)),
      values: [nothing, cell(negate(amount), currency), ...(isTaxed ? [nothing, nothing] : [])],
    }))
    // Without tax, a line with discounts says what is left of it.
    const rest = { label: joined(itemLabel(line)), values: [nothing, cell(net, currency)], isSum: true }
    return [first, ...less, ...(!isTaxed && less.length > 1 ? [rest] : [])]
  })
  const amounts = [labels.amount, ...(isTaxed ? [labels.tax, labels.total] : [])]
  const columns = [{ name: labels.due, isAmount: false }, ...amounts.map((name) => ({ name, isAmount: true }))]
  return table({ label: labels.item, values: columns }, rows)
}

/** "Tuition 2030/31, part 1"; what belongs to no part of a plan without one. */
export function itemLabel({ name, year, part, chargeId }: DocumentLine): Said {
  if (chargeId === null) return typed(name)
  const schoolYear = `${year}/${String((year + 1) % 100).padStart(2, '0')}`
  const space = words({ en: ' ', ar: ' ' })
  const item = joined(typed(name), space, code(schoolYear))
  if (part === clawbackPart) return joined(item, words(labels.takenBack))
  return isPlanPart(part) ? joined(item, words(labels.part), code(String(part))) : item
}

function totals({ document }: LetterFacts, isTaxed: boolean): ResolvedBlock {
  const { net, tax, total, applied, currency, kind } = document
  const row = (label: Said, amount: number, isSum = false): TableRow => ({
    label,
    values: [cell(amount, currency)],
    isSum,
  })
  const rows = [
    ...(isTaxed ? [row(words(labels.net), net), row(words(labels.tax), tax)] : []),
    row(words(labels.total), total, true),
    ...(applied === 0 ? [] : [row(words(labels.applied), negate(applied))]),
    ...(kind === 'invoice' && applied !== 0 ? [row(words(labels.toPay), subtract(total, applied), true)] : []),
  ]
  const inCurrency = { en: currency, ar: currency }
  return table({ label: labels.total, values: [{ name: inCurrency, isAmount: true }] }, rows)
}
