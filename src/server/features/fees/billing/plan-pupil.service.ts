import { type PartCharge, type YearPart, chargesOfPart } from '#shared/fees/billing.rules.ts'
import type { BillingFault, BillingScope } from '#shared/fees/billing-run.contract.ts'
import type { DocumentLine } from '#shared/fees/fee-document.contract.ts'
import { feePackOf } from '#shared/fees/regulator/fee-packs.rules.ts'
import { invoiceFault } from '#shared/fees/regulator/invoice-fault.rules.ts'
import { saudiTax } from '#shared/fees/tax/saudi-tax.rules.ts'
import { taxDocument, type TaxedLine } from '#shared/fees/tax/tax-group.rules.ts'
import { minor, sum, zero } from '#shared/kernel/money.ts'
import type { Day } from '#shared/kernel/time.ts'
import type { Regulator } from '#shared/school/regulator.rules.ts'
import type { FeeLine, FeeTerms } from '../setup/fee-terms.service.ts'
import { type BatchFacts, discountsOf, givenKey, payersOf } from './billing-year.service.ts'

/** Why a child is not billed. */
export interface PupilFault {
  fault: BillingFault
  /** Regulator's rule, where it is unlawful. */
  rule: string | null
}

/** Invoice for one payer and part of a child, before it is issued. */
export interface PlannedInvoice {
  payerId: string
  part: number
  dueOn: Day
  /** Whether the child’s seat deposit settles it: it came from the family, so companies get nothing of it. */
  takesDeposit: boolean
  lines: (DocumentLine & { priority: number; isDeferred: boolean; capsAsTuition: boolean; version: number })[]
}

/** Key of a component and part: charged once, whatever payer it has. */
export const partKey = (component: string, part: number): string => `${part} ${component}`

/** What was charged of a child's year: by component and part, the last version and whether it is not credited in full. */
export type ChargedParts = Map<string, { version: number; stands: boolean }>

interface Asked {
  studentId: string
  terms: FeeTerms
  facts: BatchFacts
  scope: BillingScope
  regulator: Regulator
  yearStartsOn: Day
  charged: ReadonlyMap<string, { version: number; stands: boolean }>
}

/**
 * Plans the invoices of a child, one for each payer and part of the scope: what is charged already is left out, unless it was
 * credited in full.
 * @returns the invoices and how many charges were known, or why there are none
 */
export function planPupil(asked: Asked): { invoices: PlannedInvoice[]; known: number } | PupilFault {
  const { terms, scope, charged } = asked
  const parts = terms.plan.parts.map(({ dueOn, share }, at): YearPart => ({ part: at + 1, dueOn, share }))
  const fault = unlawful(asked, parts)
  if (fault) return fault
  const wanted = parts.filter(({ part }) => scope.parts.length === 0 || scope.parts.includes(part))
  const invoices: PlannedInvoice[] = []
  let knownCount = 0
  for (const part of wanted) {
    const charges = chargesOf(asked, parts, part)
    const fresh = charges.filter(({ component }) => !charged.get(partKey(component, part.part))?.stands)
    knownCount += charges.length - fresh.length
    countGiven(asked, fresh)
    for (const [payerId, mine] of byPayer(fresh, terms.defaultPayerId)) {
      const lines = taxedLines(asked, payerId, mine)
      if ('fault' in lines) return lines
      const takesDeposit = asked.facts.payers.get(payerId)?.kind === 'person'
      invoices.push({ payerId, part: part.part, dueOn: part.dueOn, takesDeposit, lines: lines.lines })
    }
  }
  return { invoices, known: knownCount }
}

/** Groups charges by payer, the default payer first: it paid the deposit. */
const byPayer = (charges: readonly PartCharge[], defaultPayerId: string): [string, PartCharge[]][] =>
  [...Map.groupBy(charges, ({ payerId }) => payerId)].toSorted(
    ([a], [b]) => Number(b === defaultPayerId) - Number(a === defaultPayerId),
  )

/** What a child gets of capped discounts counts for its next part and for the next child of its family. */
function countGiven({ terms, facts: { given } }: Asked, charges: readonly PartCharge[]): void {
  for (const { id, amount } of charges.flatMap(({ discounts }) => discounts)) {
    const key = givenKey(id, terms.defaultPayerId)
    given.set(key, (given.get(key) ?? 0) + amount)
  }
}

function chargesOf({ studentId, terms, facts, scope }: Asked, parts: YearPart[], part: YearPart): PartCharge[] {
  const lines = terms.lines.map(({ component, amount, isDiscountable, billing }) => ({
    component,
    amount,
    isDiscountable,
    billing,
  }))
  const year = { lines, parts, discountsOn: discountsOf(terms, facts, studentId), payersOn: payersOf(terms, facts) }
  const { components } = scope
  return chargesOfPart(year, part).filter(({ component }) => components.length === 0 || components.includes(component))
}

/** Returns the regulator's rule that the parts of a child's tuition would break. */
function unlawful({ terms, regulator, yearStartsOn }: Asked, parts: YearPart[]): PupilFault | undefined {
  const lines = terms.lines.filter(({ capsAsTuition, billing }) => capsAsTuition && billing === 'plan')
  const annualTuition = sum(lines.map(({ amount }) => amount))
  if (annualTuition === 0) return undefined
  const one = [{ component: '', amount: annualTuition, isDiscountable: false, billing: 'plan' as const }]
  const payersOn = () => [{ payerId: '', ppm: 1_000_000, isCompany: false }]
  const year = { lines: one, parts, discountsOn: () => [], payersOn }
  const asked = parts.map((part) => ({ amount: chargesOfPart(year, part)[0]?.gross ?? 0, dueOn: part.dueOn }))
  const found = invoiceFault(feePackOf(regulator, terms.year), {
    kind: 'parts',
    annualTuition,
    yearStartsOn,
    parts: asked,
  })
  return found && { fault: 'unlawful', rule: found.rule }
}

type TaxedLines = { lines: PlannedInvoice['lines'] } | PupilFault

/** Taxes the charges of one payer as one document. */
function taxedLines(
  { studentId, terms, facts, charged }: Asked,
  payerId: string,
  charges: readonly PartCharge[],
): TaxedLines {
  const of = new Map(terms.lines.map((line) => [line.component, line]))
  const taxes: TaxedLine[] = []
  for (const { component, net } of charges) {
    const line = of.get(component)
    const tax = line && taxOf(line, facts.payers.get(payerId))
    if (!tax || 'fault' in tax) return { fault: 'no-national-id', rule: null }
    taxes.push({ net, taxCode: line.taxCode, ...tax })
  }
  const { lineTax } = taxDocument(taxes)
  const names = new Map(
    [...terms.grants.map(({ rule }) => rule), ...terms.siblingRules].map((rule) => [rule.id, rule.name]),
  )
  const lines = charges.flatMap(({ component, part, dueOn, gross, discounts, net }, at) => {
    const line = of.get(component)
    if (!line) return []
    const tax = lineTax[at] ?? zero
    const applied = discounts.map(({ id, amount }) => ({ code: id, name: names.get(id) ?? line.name, amount }))
    const sums = {
      gross,
      discounts: applied,
      net,
      tax,
      total: minor(net + tax),
      taxCode: taxes[at]?.treatment ?? 'outside',
    }
    const { name, priority, isDeferred, capsAsTuition } = line
    return [
      {
        ...sums,
        chargeId: null,
        studentId,
        component,
        name,
        year: terms.year,
        part,
        dueOn,
        priority,
        isDeferred,
        capsAsTuition,
        version: (charged.get(partKey(component, part))?.version ?? 0) + 1,
      },
    ]
  })
  return { lines }
}

type Payer = Parameters<BatchFacts['payers']['get']>[0] extends string ? ReturnType<BatchFacts['payers']['get']> : never

const treatments = { standard: 'standard', zero: 'zero', exempt: 'exempt', none: 'outside' } as const

function taxOf(line: FeeLine, payer: Payer) {
  if (!line.stateBears) return { taxPpm: line.taxPpm, treatment: treatments[line.taxCode] }
  return saudiTax({
    isEducation: true,
    payer: payer?.kind ?? 'person',
    isCitizen: payer?.isCitizen ?? false,
    nationalId: payer?.nationalId ?? null,
    contact: payer?.phone ?? payer?.email ?? null,
  })
}
