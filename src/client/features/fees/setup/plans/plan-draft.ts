// chunk: fees

import type { FeePlan } from '#shared/fees/setup/fee-plan.contract.ts'
import { latinDigits } from '#shared/kernel/digits.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { Currency } from '#shared/kernel/money.ts'
import { amountText, percentText, readAmount, readPercent } from '../fee-amounts.ts'

/** A part as it is typed. */
export interface PartDraft {
  /** Of this row while it is edited. */
  key: string
  label: Bilingual
  by: 'day' | 'term'
  on: string
  term: string
  days: string
  of: 'percent' | 'amount'
  value: string
}

export interface PlanDraft {
  name: Bilingual
  parts: PartDraft[]
  isRetired: boolean
}

/** Returns a new part. @param no from 1 */
export const newPart = (key: string, no: number): PartDraft => ({
  key,
  label: { en: `Instalment ${no}`, ar: `القسط ${no}` },
  by: 'day',
  on: '',
  term: '1',
  days: '0',
  of: 'percent',
  value: '',
})

export const planDraftOf = (plan: FeePlan, currency: Currency): PlanDraft => ({
  name: plan.name,
  isRetired: plan.isRetired,
  parts: plan.parts.map(({ label, due, share }, at) => ({
    ...newPart(String(at), at + 1),
    label,
    ...('on' in due ? { by: 'day', on: due.on } : { by: 'term', term: String(due.term), days: String(due.days) }),
    ...('ppm' in share
      ? { of: 'percent', value: percentText(share.ppm) }
      : { of: 'amount', value: amountText(share.amount, currency) }),
  })),
})

const whole = (text: string): number => Number(latinDigits(text.trim()) || Number.NaN)

/** Returns a draft as the call takes it; what can't be read is NaN and refused by the contract. */
export const planInputOf = (id: string, { name, parts, isRetired }: PlanDraft, currency: Currency) => ({
  id,
  name,
  isRetired,
  parts: parts.map(({ label, by, on, term, days, of, value }) => ({
    label,
    due: by === 'day' ? { on } : { term: whole(term), days: whole(days) },
    share:
      of === 'percent'
        ? { ppm: readPercent(value) ?? Number.NaN }
        : { amount: readAmount(value, currency) ?? Number.NaN },
  })),
})

/** Returns the sum of what is typed: of percentages in parts per million, of amounts in minor units. */
export function planSums(
  { parts }: PlanDraft,
  currency: Currency,
): { ppm: number; amount: number; hasPercent: boolean } {
  const percents = parts.filter(({ of }) => of === 'percent')
  const amounts = parts.filter(({ of }) => of === 'amount')
  return {
    hasPercent: percents.length > 0,
    ppm: percents.reduce((sum, { value }) => sum + (readPercent(value) ?? 0), 0),
    amount: amounts.reduce((sum, { value }) => sum + (readAmount(value, currency) ?? 0), 0),
  }
}
