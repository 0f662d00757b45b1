import { minor } from '#shared/kernel/money.ts'
import type { Consequence, ConsequenceRule, FeePack, LeavingRule, SeatRule } from './fee-pack.types.ts'

/*
 * Regulators' rules on fees: data by regulator and by the school year from which it holds. Taken from what newspapers and schools
 * publish, not from the rules themselves: a school reviews them before relying on them. A new year's rules are a new pack here.
 */

const seat = (rule: Partial<SeatRule>): SeatRule => ({
  percent: null,
  atLeast: null,
  fixed: null,
  monthsBefore: null,
  afterBreak: false,
  afterAcceptance: false,
  belowSemester: false,
  offTuition: false,
  ...rule,
})

const after = (notices: number, names: readonly Consequence[], maxDays: number | null = null): ConsequenceRule[] =>
  names.map((consequence) => ({ consequence, notices, daysBetween: 7, maxDays }))

/** Three notices a week apart before anything; nothing that a child would feel in class. */
const holds = ['hold-results', 'hold-transfer-certificate', 'hold-re-registration'] as const
const emirates = [...after(0, ['reschedule']), ...after(3, ['suspension'], 3), ...after(3, holds)]

const month = (months: number) => ({ months })

const dubaiLeaving: LeavingRule = {
  fullRefundNoticeDays: null,
  beforeStart: 'seat',
  steps: [
    { until: { days: 14 }, keep: month(1) },
    { until: { months: 1 }, keep: month(2) },
    { until: null, keep: 'term' },
  ],
  books: 'before-start',
  seatBackFor: ['left-country', 'left-emirate', 'lower-rating', 'no-place'],
}

const abuDhabiLeaving: LeavingRule = {
  fullRefundNoticeDays: 14,
  beforeStart: 'seat',
  steps: [
    { until: { days: 7 }, keep: 'seat' },
    { until: { days: 21 }, keep: month(1) },
    { until: { days: 42 }, keep: month(2) },
    { until: null, keep: 'term' },
  ],
  books: 'if-unused',
  seatBackFor: ['no-place'],
}

const northernLeaving: LeavingRule = {
  fullRefundNoticeDays: null,
  beforeStart: 'seat',
  steps: [
    { until: { days: 14 }, keep: month(1) },
    { until: { months: 1 }, keep: month(2) },
    { until: null, keep: month(3) },
  ],
  books: 'never',
  seatBackFor: ['no-place'],
}

const base = {
  application: null,
  newSeat: null,
  returningSeat: null,
  parts: null,
  firstPartMonths: null,
  partsBySemester: false,
  approvedOnly: true,
  rise: null,
  mayChargeLate: false,
  mayChargeBounce: false,
  leaving: null,
  graceMonths: 0,
}

const semesterSeat = seat({ belowSemester: true, offTuition: true })
const kuwaitSeat = seat({
  fixed: { foreign: minor(100_000), arabic: minor(25_000) },
  offTuition: true,
})
const qatar = {
  ...base,
  regulator: 'qatar',
  newSeat: semesterSeat,
  returningSeat: semesterSeat,
  partsBySemester: true,
  rise: { byApproval: true, yearsBetween: 2, isFixedInYear: false, registeredMonths: null },
  graceMonths: 1,
} as const
const inQatar = [...after(0, ['reschedule', 'guarantee']), ...after(1, ['court'])]

export const feePacks: readonly FeePack[] = [
  {
    ...base,
    regulator: 'dubai',
    fromYear: 2023,
    application: { cap: minor(50_000) },
    newSeat: seat({ percent: 10, afterAcceptance: true, offTuition: true }),
    returningSeat: seat({ percent: 5, atLeast: minor(50_000), afterBreak: true, offTuition: true }),
    parts: [
      { kind: 'caps', percents: [40, 30, 30] },
      { kind: 'equal', counts: [10] },
    ],
    leaving: dubaiLeaving,
    consequences: emirates,
  },
  {
    ...base,
    regulator: 'abu-dhabi',
    fromYear: 2023,
    newSeat: seat({ percent: 5, monthsBefore: 4 }),
    returningSeat: seat({ percent: 5, monthsBefore: 4 }),
    parts: [{ kind: 'equal', counts: [3, 4, 10] }],
    firstPartMonths: 1,
    leaving: abuDhabiLeaving,
    consequences: emirates,
  },
  {
    ...base,
    regulator: 'northern-emirates',
    fromYear: 2023,
    newSeat: seat({ percent: 5 }),
    returningSeat: seat({ percent: 5 }),
    parts: [{ kind: 'caps', percents: [40, 30, 30] }],
    leaving: northernLeaving,
    consequences: [...after(0, ['reschedule']), ...after(1, holds)],
  },
  { ...qatar, fromYear: 2020, consequences: [...inQatar, ...after(1, ['block-registration'])] },
  { ...qatar, fromYear: 2025, consequences: inQatar },
  {
    ...base,
    regulator: 'kuwait',
    fromYear: 2018,
    newSeat: kuwaitSeat,
    returningSeat: kuwaitSeat,
    consequences: [...after(0, ['reschedule']), ...after(1, ['court'])],
  },
  {
    ...base,
    regulator: 'saudi',
    fromYear: 2023,
    rise: { byApproval: false, yearsBetween: 1, isFixedInYear: true, registeredMonths: 12 },
    consequences: [...after(0, ['reschedule']), ...after(1, ['court'])],
  },
]
