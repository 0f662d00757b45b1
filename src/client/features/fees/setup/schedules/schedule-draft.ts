// chunk: fees
import type { FeeSchedule, FeeScheduleInput } from '#shared/fees/setup/fee-schedule.contract.ts'
import type { Currency } from '#shared/kernel/money.ts'
import { amountText, readAmount } from '../fee-amounts.ts'

/** Amounts of one schedule as they are typed, by component; empty for a component that it has not. */
export type TypedLines = Readonly<Record<string, { amount: string; approved: string; approvedOn?: string }>>

export const typedLinesOf = ({ lines }: Pick<FeeSchedule, 'lines'>, currency: Currency): TypedLines =>
  Object.fromEntries(
    lines.map(({ component, amount, approvedAmount, approvedOn }) => [
      component,
      {
        amount: amountText(amount, currency),
        approved: amountText(approvedAmount, currency),
        ...(approvedOn !== undefined && { approvedOn }),
      },
    ]),
  )

/** Reads typed amounts; `wrong` names the components whose amounts can't be read. */
export function readLines(
  typed: TypedLines,
  currency: Currency,
): { lines: FeeScheduleInput['lines']; wrong: string[] } {
  const lines: FeeScheduleInput['lines'] = []
  const wrong: string[] = []
  for (const [component, { amount, approved, approvedOn }] of Object.entries(typed)) {
    if (amount.trim() === '') continue
    const read = readAmount(amount, currency)
    const approvedAmount = approved.trim() === '' ? null : readAmount(approved, currency)
    if (read === undefined || approvedAmount === undefined) wrong.push(component)
    else lines.push({ component, amount: read, approvedAmount, ...(approvedOn && { approvedOn }) })
  }
  return { lines, wrong }
}

/** Returns the sum of what can be read, in minor units. */
export const typedSum = (typed: TypedLines, currency: Currency): number =>
  readLines(typed, currency).lines.reduce((sum, { amount }) => sum + amount, 0)

/** Returns a draft as the call takes it. */
export const scheduleInputOf = (schedule: FeeSchedule, lines: FeeScheduleInput['lines']): FeeScheduleInput => {
  const { id, seriesId, year, campus, stream, grades, pupils, approvalRef, planId } = schedule
  return { id, seriesId, year, campus, stream, grades, pupils, approvalRef, planId, lines }
}
