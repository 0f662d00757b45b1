import { type Minor, minor, spread, sum, taxOnTopOf } from '#shared/kernel/money.ts'

/** Why a group has the rate it has; no tax is printed for what is outside of tax. */
export const taxTreatments = ['standard', 'zero', 'exempt', 'state-paid', 'outside'] as const
export type TaxTreatment = (typeof taxTreatments)[number]

export interface TaxedLine {
  /** After discounts; of a credit note below 0. */
  readonly net: number
  readonly taxCode: string | null
  readonly taxPpm: number
  readonly treatment: TaxTreatment
}

export interface TaxGroup {
  readonly taxCode: string | null
  readonly taxPpm: number
  readonly treatment: TaxTreatment
  readonly net: Minor
  readonly tax: Minor
}

export interface TaxedDocument {
  /** Tax of each line, in the order of the lines. */
  readonly lineTax: readonly Minor[]
  readonly groups: readonly TaxGroup[]
  readonly net: Minor
  readonly tax: Minor
  readonly total: Minor
  /** False where no line is inside of tax: then paper has no tax lines at all. */
  readonly hasTax: boolean
}

const keyOf = ({ taxCode, taxPpm, treatment }: TaxedLine): string => `${treatment} ${taxPpm} ${taxCode ?? ''}`

/**
 * Computes tax once for each tax code of a document on the exact sum, half away from zero, and divides it among the lines by largest
 * remainder: the sum of the lines is the document.
 */
export function taxDocument(lines: readonly TaxedLine[]): TaxedDocument {
  const lineTax = lines.map(() => minor(0))
  const keys = [...new Set(lines.map(keyOf))]
  const groups = keys.flatMap((key): TaxGroup[] => {
    const of = lines.flatMap((line, no) => (keyOf(line) === key ? [{ line, no }] : []))
    const first = of[0]
    if (!first) return []
    const { taxCode, taxPpm, treatment } = first.line
    const net = sum(of.map(({ line }) => line.net))
    const tax = taxOnTopOf(net, taxPpm)
    const shares = spread(
      tax,
      of.map(({ line }) => Math.abs(line.net)),
    )
    for (const [at, { no }] of of.entries()) lineTax[no] = shares[at] ?? minor(0)
    return [{ taxCode, taxPpm, treatment, net, tax }]
  })
  const net = sum(groups.map((group) => group.net))
  const tax = sum(groups.map((group) => group.tax))
  return {
    lineTax,
    groups,
    net,
    tax,
    total: sum([net, tax]),
    hasTax: groups.some(({ treatment }) => treatment !== 'outside'),
  }
}
