import { type Minor, minor } from '#shared/kernel/money.ts'
import type { StudentOutcome } from '#shared/students/student-status.rules.ts'

/** The school's own doing: the family has all of its deposit back, whatever the school's rule about withdrawals. */
const bySchool: readonly StudentOutcome[] = ['refused-by-school', 'offer-rescinded', 'intake-closed']

/** How much of a deposit goes back when a file is closed in this way, in per cent. */
export const refundPercent = (outcome: StudentOutcome, withdrawalRefund: number): number =>
  bySchool.includes(outcome) ? 100 : withdrawalRefund

/** What goes back of what came; of a fil that can't be parted the family has the whole. */
export const refundOf = (received: number, percent: number): Minor => minor(Math.ceil((received * percent) / 100))
