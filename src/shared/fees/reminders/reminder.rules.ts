import { type DaysOff, isDayOff } from '#shared/school/school-days.rules.ts'
import { businessDay, type Day, dayAfter } from '#shared/kernel/time.ts'

/** Why no reminder is sent now. The first that holds is named. */
export const reminderStops = [
  /** Only a payer is reminded, never a child. */
  'not-a-payer',
  'nothing-due',
  /** A hold on the payer or on every item: dispute or plan. */
  'held',
  /** The payer has promised to pay by a day to come. */
  'promised',
  /** Cheques not yet cleared cover what is due. */
  'cheque-covers',
  /** Money of the payer that settles nothing yet covers it: it is to be allocated. */
  'credit-covers',
  /** The last level was sent. */
  'last-level',
  /** Less than the days between two levels since the last one. */
  'too-soon',
  'day-off',
  'quiet-hours',
  /** The payer has no address to write to. */
  'no-address',
] as const
export type ReminderStop = (typeof reminderStops)[number]

export interface ReminderLevel {
  /** Days after the due date, at least. */
  readonly daysAfterDue: number
  /** Days after the level before, at least. */
  readonly daysAfterLast: number
}

/** A third reminder comes a week after the second at the earliest. */
export const usualLevels: readonly ReminderLevel[] = [
  { daysAfterDue: 3, daysAfterLast: 0 },
  { daysAfterDue: 10, daysAfterLast: 7 },
  { daysAfterDue: 20, daysAfterLast: 7 },
]

/** Why a payer is not reminded: a promise to pay, a dispute, a plan that was agreed. */
export const holdReasons = ['promise', 'dispute', 'plan'] as const
export type HoldReason = (typeof holdReasons)[number]

export interface Hold {
  readonly reason: HoldReason
  /** Last day of it; null until somebody ends it. */
  readonly until: Day | null
}

export interface ReminderCase {
  readonly recipient: 'payer' | 'child'
  /** What is due and open, each with its own holds; amounts in minor units. */
  readonly items: readonly {
    readonly dueOn: Day
    readonly open: number
    readonly holds?: readonly Hold[] | undefined
  }[]
  /** Holds on the payer. */
  readonly holds: readonly Hold[]
  /** Cheques of the payer that have not cleared. */
  readonly chequesHeld: number
  /** Money of the payer that settles nothing. */
  readonly credit?: number | undefined
  /** Whether there is an address to write to; true where it is not said. */
  readonly hasAddress?: boolean | undefined
  /** Days on which levels 1, 2 … were sent. */
  readonly sentOn: readonly Day[]
}

/** When a school does not work: days of the week, 0 for Sunday, and holidays. */
export interface ReminderDays {
  readonly weekend: readonly number[]
  readonly holidays: readonly DaysOff[]
}

export interface ReminderTime {
  readonly today: Day
  /** Minutes since midnight by the school's clock. */
  readonly minute: number
  /** Days on which the school works; no message leaves on others. */
  readonly days: ReminderDays
  /** Minutes since midnight between which messages may be sent. */
  readonly from: number
  readonly until: number
}

const friday = 5
/** Between eight in the evening and eight in the morning nothing leaves. */
export const usualQuiet = { from: 8 * 60, until: 20 * 60 } as const

/** Friday is the day of prayer, whatever the school's weekend is. */
const isQuietDay = (day: Day, { weekend, holidays }: ReminderDays): boolean =>
  isDayOff(day, [friday, ...weekend], holidays)

/** Returns holds whose last day is not over. */
export const holdsOn = <T extends Hold>(holds: readonly T[], today: Day): readonly T[] =>
  holds.filter(({ until }) => until === null || today <= until)

/** Returns the level to send now, from 1, or why none is sent. */
export function reminderDue(
  { recipient, items, holds, chequesHeld, credit = 0, hasAddress = true, sentOn }: ReminderCase,
  { today, minute, days, from, until }: ReminderTime,
  levels: readonly ReminderLevel[] = usualLevels,
): { readonly level: number; readonly open: number } | { readonly stop: ReminderStop } {
  if (recipient !== 'payer') return { stop: 'not-a-payer' }
  const due = items.filter(({ open, dueOn }) => open > 0 && dueOn < today)
  if (due.length === 0) return { stop: 'nothing-due' }
  const ofPayer = holdsOn(holds, today)[0]
  if (ofPayer) return { stop: ofPayer.reason === 'promise' ? 'promised' : 'held' }
  const free = due.filter((item) => holdsOn(item.holds ?? [], today).length === 0)
  if (free.length === 0) return { stop: 'held' }
  const open = free.reduce((all, item) => all + item.open, 0)
  if (chequesHeld >= open) return { stop: 'cheque-covers' }
  if (credit + chequesHeld >= open) return { stop: 'credit-covers' }
  const level = levels[sentOn.length]
  if (!level) return { stop: 'last-level' }
  const first = free.map(({ dueOn }) => dueOn).toSorted()[0] ?? today
  const last = sentOn.toSorted().at(-1)
  const isSoon = last !== undefined && today < dayAfter(last, level.daysAfterLast)
  if (isSoon || today < dayAfter(first, level.daysAfterDue)) return { stop: 'too-soon' }
  if (!hasAddress) return { stop: 'no-address' }
  if (isQuietDay(today, days)) return { stop: 'day-off' }
  if (minute < from || minute >= until) return { stop: 'quiet-hours' }
  return { level: sentOn.length + 1, open }
}

/** Returns the minutes since midnight by the clock of a time zone. */
export function minuteOfDay(atMs: number, timeZone: string): number {
  const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone })
  const [hour = '0', minute = '0'] = clock.format(atMs).split(':')
  return Number(hour) * 60 + Number(minute)
}

const everyDay: ReminderDays = { weekend: [], holidays: [] }

/**
 * Returns whether reminders may leave at this time by the clock of a school: on what day and at what hour.
 * @param days of the school; without them only Fridays are off
 */
export function mayRemind(nowMs: number, timeZone: string, days: ReminderDays = everyDay): boolean {
  const { from, until } = usualQuiet
  const minute = minuteOfDay(nowMs, timeZone)
  return !isQuietDay(businessDay(nowMs, timeZone, 0), days) && minute >= from && minute < until
}
