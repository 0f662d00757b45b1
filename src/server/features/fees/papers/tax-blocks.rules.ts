import type { DocumentLine } from '#shared/fees/fee-document.contract.ts'
import type { TaxTreatment } from '#shared/fees/tax/tax-group.rules.ts'
import type { ResolvedBlock } from '#shared/kernel/letter/letter.ts'
import { type Currency, type Minor, sum } from '#shared/kernel/money.ts'
import { cell, code, joined, table, type TableRow, words } from './paper-pieces.rules.ts'
import { labels, taxGroups } from './paper-words.rules.ts'

interface Group {
  treatment: TaxTreatment
  net: Minor
  tax: Minor
}

/** Codes of taxed components, in the order of their groups; what has another code is outside of tax. */
const treatments: Readonly<Record<string, TaxTreatment>> = {
  standard: 'standard',
  zero: 'zero',
  exempt: 'exempt',
}

/** How a line is taxed. A line at the standard rate without tax is one whose tax the state bears. */
function treatmentOf({ taxCode, tax, net }: DocumentLine): TaxTreatment {
  if (taxCode === 'standard' && tax === 0 && net !== 0) return 'state-paid'
  return treatments[taxCode] ?? 'outside'
}

/** Whether a document has tax lines: where no line is inside of tax, paper says nothing about it. */
export const hasTaxLines = (lines: readonly DocumentLine[]): boolean =>
  lines.some((line) => treatmentOf(line) !== 'outside')

/** Whether the state bears the tax of a line. */
export const isStatePaid = (lines: readonly DocumentLine[]): boolean =>
  lines.some((line) => treatmentOf(line) === 'state-paid')

/** Returns the sums of the lines by how they are taxed: together they are the document. */
export function taxGroupsOf(lines: readonly DocumentLine[]): Group[] {
  const order: readonly TaxTreatment[] = ['standard', 'zero', 'exempt', 'state-paid', 'outside']
  const groups = Map.groupBy(lines, treatmentOf)
  return order.flatMap((treatment) => {
    const of = groups.get(treatment)
    if (!of) return []
    return [{ treatment, net: sum(of.map(({ net }) => net)), tax: sum(of.map(({ tax }) => tax)) }]
  })
}

/** "5%" of what was charged, to a tenth of a per cent; a rate is whole, and the tax of a group exact to the smallest unit. */
const rateOf = ({ net, tax }: Group): string => `${Math.round((tax * 1_000) / net) / 10}%`

/** Returns the tax of a document by group; nothing where no line is inside of tax. */
export function taxTable(lines: readonly DocumentLine[], currency: Currency): ResolvedBlock[] {
  if (!hasTaxLines(lines)) return []
  const rows = taxGroupsOf(lines).map((group): TableRow => {
    const name = words(taxGroups[group.treatment])
    const isRated = group.treatment === 'standard' && group.net !== 0
    const label = isRated ? joined(name, words({ en: ' ', ar: ' ' }), code(rateOf(group))) : name
    return { label, values: [cell(group.net, currency), cell(group.tax, currency)] }
  })
  const values = [labels.net, labels.tax].map((name) => ({ name, isAmount: true }))
  return [table({ label: labels.taxGroup, values }, rows)]
}
