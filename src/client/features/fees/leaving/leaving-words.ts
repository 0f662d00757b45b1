// chunk: fees
import type { TFunction } from 'i18next'
import type { Format } from '#client/i18n/format.ts'
import type { LeavingStepLine } from '#shared/fees/leaving/leaving.contract.ts'
import type { Currency } from '#shared/kernel/money.ts'

/** One language as a statement is written in it. */
export interface LeavingLanguage {
  lng: 'en' | 'ar'
  t: TFunction<'fees.leaving'>
  format: Format
}

type Keep = Extract<LeavingStepLine, { rule: 'later' }>['keep']

function keepText(t: LeavingLanguage['t'], keep: Keep): string {
  if (typeof keep === 'string') return t(`keep.${keep}`)
  return 'months' in keep ? t('keep.months', { count: keep.months }) : t('keep.percent', { percent: keep.percent })
}

/** Returns the sentence of a step of the calculation. */
export function stepText({ t, format }: LeavingLanguage, line: LeavingStepLine, currency: Currency): string {
  if (line.rule === 'seat-back') return t('step.seat-back', { reason: t(`reason.${line.reason}`) })
  if (line.rule === 'notice-in-time') return t('step.notice-in-time', { count: line.days })
  if (line.rule === 'term-cap') return t('step.term-cap', { uncapped: format.money(line.uncapped, currency) })
  if (line.rule === 'until-days')
    return t('step.until-days', { day: line.day, days: line.days, keep: keepText(t, line.keep) })
  if (line.rule === 'until-months')
    return t('step.until-months', { day: line.day, count: line.months, keep: keepText(t, line.keep) })
  if (line.rule === 'later') return t('step.later', { day: line.day, keep: keepText(t, line.keep) })
  if (line.rule === 'discounts-end') return t('step.discounts-end', { amount: format.money(line.kept, currency) })
  return t(`step.${line.rule}`)
}
