import { type PartCharge, chargesOfPart } from '#shared/fees/billing.rules.ts'
import type { BillingScope } from '#shared/fees/billing-run.contract.ts'
import { clawbackPart } from '#shared/fees/plans/clawback.rules.ts'
import { monthBits } from '#shared/fees/plans/school-month.rules.ts'
import { taxDocument, type TaxedLine } from '#shared/fees/tax/tax-group.rules.ts'
import type { YearPart } from '#shared/fees/year-line.rules.ts'
import { minor, zero } from '#shared/kernel/money.ts'
import { basisOf, discountsOf, givenKey, payersOf } from './billing-year.service.ts'
import { partKey } from './charged-parts.service.ts'
import { clawedBack, clawedBackByLeaving } from './clawback.service.ts'
import { partsFault, seatFault } from './lawful-invoice.rules.ts'
import { taxOf } from './line-tax.rules.ts'
import { type MonthsCharge, moreMonths } from './more-months.service.ts'
import type { PlanAsked, PlannedInvoice, PupilFault } from './planned-invoice.types.ts'
import { billedFrom, dueFrom, partsFrom, yearOf } from './pupil-year.rules.ts'

/**
 * Plans the invoices of a child, one for each payer and part of the scope: what is charged already is left out, unless it was
 * credited in full.
 * @returns the invoices and how many charges were known, or why there are none
 */
export function planPupil(asked: PlanAsked): { invoices: PlannedInvoice[]; known: number } | PupilFault {
  const { terms, scope, charged } = asked
  const billed = billedFrom({ ...asked, isBilled: isTuitionBilled(asked) })
  if (billed === 'joined-late') return { fault: billed, rule: null }
  const { from } = billed
  const parts = partsFrom(terms, from)
  const broken = partsFault(asked, parts)
  if (broken) return { fault: 'unlawful', rule: broken.rule }
  const year = yearOf(terms, asked.pack, asked.yearStartsOn, from)
  const wanted = parts.filter(({ part }) => scope.parts.length === 0 || scope.parts.includes(part))
  const invoices: PlannedInvoice[] = []
  let knownCount = 0
  for (const part of wanted) {
    const charges = chargesOf(asked, year, parts, part)
    const fresh = charges.filter(({ component }) => !charged.get(partKey(component, part.part))?.stands)
    const early = seatFault(asked, fresh, asked)
    if (early) return { fault: 'unlawful', rule: early.rule }
    knownCount += charges.length - fresh.length
    countGiven(asked, fresh)
    const more = moreMonths(asked, { ...year, parts }, part).filter(isInScope(scope))
    countGiven(asked, more)
    for (const [payerId, mine] of byPayer([...fresh, ...more], terms.defaultPayerId)) {
      const lines = taxedLines(asked, payerId, mine)
      if ('fault' in lines) return lines
      const dueOn = fresh.some((charge) => charge.payerId === payerId) ? part.dueOn : (mine[0]?.dueOn ?? part.dueOn)
      invoices.push(invoiceOf(asked, { payerId, part: part.part, dueOn }, lines.lines))
    }
  }
  const taken = takenBack(asked)
  countGiven(asked, taken)
  for (const [payerId, mine] of byPayer(taken, terms.defaultPayerId)) {
    const lines = taxedLines(asked, payerId, mine)
    if ('fault' in lines) return lines
    const invoice = invoices.find((each) => each.payerId === payerId)
    if (invoice) invoice.lines.push(...lines.lines.map((line) => ({ ...line, dueOn: invoice.dueOn })))
    else invoices.push(invoiceOf(asked, { payerId, part: clawbackPart, dueOn: asked.today }, lines.lines))
  }
  return { invoices, known: knownCount }
}

/** Returns what falls back to the payers of a child's discounts, of the components of the scope. */
const takenBack = (asked: PlanAsked): PartCharge[] => clawedBack(withRank(asked)).filter(isInScope(asked.scope))

const isInScope =
  ({ components }: BillingScope) =>
  ({ component }: PartCharge): boolean =>
    components.length === 0 || components.includes(component)

const withRank = (asked: PlanAsked) => ({ ...asked, rank: asked.facts.ranks.get(asked.studentId) ?? 1 })

/**
 * Returns what falls back of the discounts of a child that leaves, as invoices that nobody has issued yet. Seat deposits settle nothing
 * of it. @param kept what stays of each charge, with tax
 */
export function planClawback(asked: PlanAsked, kept: ReadonlyMap<string, number>): PlannedInvoice[] {
  const charges = clawedBackByLeaving(withRank(asked), kept)
  return byPayer(charges, asked.terms.defaultPayerId).flatMap(([payerId, mine]) => {
    const lines = taxedLines(asked, payerId, mine)
    const of = { payerId, part: clawbackPart, dueOn: asked.today }
    return 'fault' in lines ? [] : [{ ...of, takesDeposit: false, lines: lines.lines }]
  })
}

/** Money of the family settles what a person owes, of its deposit too; companies get nothing of that. */
const invoiceOf = (
  { facts }: PlanAsked,
  of: Pick<PlannedInvoice, 'payerId' | 'part' | 'dueOn'>,
  lines: PlannedInvoice['lines'],
): PlannedInvoice => ({ ...of, takesDeposit: facts.payers.get(of.payerId)?.kind === 'person', lines })

/** Whether something of the year that the plan divides is billed. */
const isTuitionBilled = ({ terms, charged }: PlanAsked): boolean =>
  terms.lines.some(
    ({ component, billing }) =>
      billing === 'plan' && terms.plan.parts.some((_, at) => charged.get(partKey(component, at + 1))?.stands),
  )

/** Groups charges by payer, the default payer first: it paid the deposit. */
const byPayer = (charges: readonly MonthsCharge[], defaultPayerId: string): [string, MonthsCharge[]][] =>
  [...Map.groupBy(charges, ({ payerId }) => payerId)].toSorted(
    ([a], [b]) => Number(b === defaultPayerId) - Number(a === defaultPayerId),
  )

/** What a child gets of capped discounts counts for its next part and for the next child of its family. */
function countGiven({ terms, facts: { given } }: PlanAsked, charges: readonly PartCharge[]): void {
  for (const { id, amount } of charges.flatMap(({ discounts }) => discounts)) {
    const key = givenKey(id, terms.defaultPayerId)
    given.set(key, (given.get(key) ?? 0) + amount)
  }
}

function chargesOf(
  { studentId, terms, facts, scope }: PlanAsked,
  { lines, takenFrom }: ReturnType<typeof yearOf>,
  parts: readonly YearPart[],
  part: YearPart,
): MonthsCharge[] {
  const year = { lines, parts, discountsOn: discountsOf(terms, facts, studentId), payersOn: payersOf(terms, facts) }
  const monthsOf = new Map(lines.map(({ component, months }) => [component, months]))
  return chargesOfPart(year, part)
    .filter(isInScope(scope))
    .map((charge) => {
      const months = monthsOf.get(charge.component)
      const dueOn = dueFrom(charge.dueOn, takenFrom.get(charge.component))
      return { ...charge, dueOn, ...(months && { months: monthBits(months) }) }
    })
}

type TaxedLines = { lines: PlannedInvoice['lines'] } | PupilFault

/** Taxes the charges of one payer as one document. */
function taxedLines(
  { studentId, terms, facts, charged }: PlanAsked,
  payerId: string,
  charges: readonly MonthsCharge[],
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
  const basisFor = basisOf(terms, facts, studentId)
  const lines = charges.flatMap(({ component, part, dueOn, gross, discounts, net, months = null }, at) => {
    const line = of.get(component)
    if (!line) return []
    const tax = lineTax[at] ?? zero
    const applied = discounts.map(({ id, amount }) => {
      const basis = part === clawbackPart ? undefined : basisFor(id)
      return { code: id, name: names.get(id) ?? line.name, amount, ...(basis && { basis }) }
    })
    const sums = {
      gross,
      discounts: applied,
      net,
      tax,
      total: minor(net + tax),
      taxCode: taxes[at]?.treatment ?? 'outside',
    }
    const { name, priority, isDeferred, kind, capsAsTuition } = line
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
        takesDeposit: kind === 'registration' || capsAsTuition,
        months,
        version: (charged.get(partKey(component, part))?.version ?? 0) + 1,
      },
    ]
  })
  return { lines }
}
