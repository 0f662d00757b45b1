import type { Tx } from '#server/kernel/db.ts'
import type { FeePlacement } from '#shared/fees/setup/schedule-choice.rules.ts'
import { chooseSchedule } from '#shared/fees/setup/schedule-choice.rules.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { Minor } from '#shared/kernel/money.ts'
import { feeComponentsOf } from './fee-component.service.ts'
import { feeSchedulesOf } from './fee-schedule.service.ts'

/** A fee of the approved schedule, yearly and before discounts and tax. */
export interface ScheduledFee {
  of: 'tuition' | 'application' | 'other'
  label: Bilingual
  amount: Minor
}

/**
 * Returns what a new child of this placement is charged by the approved schedule of the year, without what only some take; empty
 * where no schedule fits.
 */
export async function scheduledFees(
  tx: Tx,
  schoolId: string,
  { year, ...placement }: Omit<FeePlacement, 'isNew'> & { year: number },
): Promise<ScheduledFee[]> {
  const schedule = chooseSchedule(await feeSchedulesOf(tx, schoolId, year), { ...placement, isNew: true })
  if (typeof schedule === 'string') return []
  const components = new Map((await feeComponentsOf(tx, schoolId)).map((each) => [each.code, each]))
  return schedule.lines.flatMap(({ component, amount }) => {
    const known = components.get(component)
    if (!known || known.isOptional) return []
    const { kind, name: label } = known
    return [{ of: kind === 'tuition' || kind === 'application' ? kind : 'other', label, amount }]
  })
}
