import { businessDay, dayAfter, endOfDay, fromInstant, minuteMs, toInstant, type Instant } from '#shared/kernel/time.ts'
import type { Breach } from '#shared/retention/breach.contract.ts'
import type { BreachData, BreachRisk } from '#shared/retention/breach.rules.ts'
import { wrongDate } from '#shared/retention/breach.rules.ts'
import type { BreachInput } from './breach.api.ts'

/** A breach as it is typed; days and times are those of the school. */
export interface BreachDraft {
  day: string
  time: string
  happened: string
  dataKinds: readonly BreachData[]
  people: string
  risk: BreachRisk
  measures: string
  authorityDay: string
  authorityRef: string
  familiesDay: string
  isClosed: boolean
}

/** What is wrong with a draft, by the words that say so. */
export type BreachFault = 'day' | 'happened' | 'data' | 'people' | 'dates'

const timeOf = (ms: number, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(ms)

/** Opens a breach for changing, or a new one as of now. */
export function openDraft(known: Breach | undefined, nowMs: number, timeZone: string): BreachDraft {
  const foundMs = known ? fromInstant(known.discoveredAt) : nowMs
  const dayOf = (at: Instant | null | undefined) => (at ? businessDay(fromInstant(at), timeZone, 0) : '')
  return {
    day: businessDay(foundMs, timeZone, 0),
    time: timeOf(foundMs, timeZone),
    happened: known?.happened ?? '',
    dataKinds: known?.dataKinds ?? [],
    people: known?.people?.toString() ?? '',
    risk: known?.risk ?? 'high',
    measures: known?.measures ?? '',
    authorityDay: dayOf(known?.authorityAt),
    authorityRef: known?.authorityRef ?? '',
    familiesDay: dayOf(known?.familiesAt),
    isClosed: known ? known.closedAt !== null : false,
  }
}

const isDay = (typed: string): boolean => /^\d{4}-\d\d-\d\d$/.test(typed)

function momentOf(day: string, time: string, timeZone: string): Instant | undefined {
  const [hour = NaN, minute = NaN] = time.split(':').map(Number)
  if (!isDay(day) || Number.isNaN(hour + minute)) return undefined
  return toInstant(endOfDay(dayAfter(day, -1), timeZone) + (hour * 60 + minute) * minuteMs)
}

/** Day of a notice as a moment: of a day that is over its end, of today now, and of the day of the discovery not before it. */
function noticeAt(day: string, foundAt: Instant, nowMs: number, timeZone: string): Instant | null {
  if (!isDay(day)) return null
  const endMs = endOfDay(day, timeZone) - minuteMs
  const isToday = businessDay(nowMs, timeZone, 0) === day
  const isOfDiscovery = businessDay(fromInstant(foundAt), timeZone, 0) === day
  return toInstant(isToday ? nowMs : Math.max(endMs, isOfDiscovery ? fromInstant(foundAt) : endMs))
}

/** Digits of any script as a number; undefined where they are none. */
function countIn(typed: string): number | null | undefined {
  const plain = typed.trim().replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
  if (plain === '') return null
  return /^\d{1,7}$/.test(plain) ? Number(plain) : undefined
}

/** Reads a draft. A notice of the same day as before keeps its moment. */
export function readDraft(
  draft: BreachDraft,
  known: Breach | undefined,
  { nowMs, timeZone }: { nowMs: number; timeZone: string },
): { said: Omit<BreachInput, 'opId' | 'revision'> } | { faults: BreachFault[] } {
  const before = known && openDraft(known, nowMs, timeZone)
  const typed = momentOf(draft.day, draft.time, timeZone)
  const isSameMoment = before?.day === draft.day && before.time === draft.time
  const discoveredAt = known && isSameMoment ? known.discoveredAt : typed
  const people = countIn(draft.people)
  const faults: BreachFault[] = []
  if (!discoveredAt || fromInstant(discoveredAt) > nowMs) faults.push('day')
  if (draft.happened.trim() === '') faults.push('happened')
  if (draft.dataKinds.length === 0) faults.push('data')
  if (people === undefined) faults.push('people')
  if (!discoveredAt || people === undefined || faults.length > 0) return { faults }
  const told = (day: 'authorityDay' | 'familiesDay', at: 'authorityAt' | 'familiesAt') =>
    known && before?.[day] === draft[day] ? known[at] : noticeAt(draft[day], discoveredAt, nowMs, timeZone)
  const dates = {
    discoveredAt,
    authorityAt: told('authorityDay', 'authorityAt'),
    familiesAt: told('familiesDay', 'familiesAt'),
  }
  if (wrongDate(dates, nowMs)) return { faults: ['dates'] }
  const { happened, dataKinds, risk, measures, authorityRef, isClosed } = draft
  return { said: { happened, dataKinds: [...dataKinds], people, risk, measures, authorityRef, isClosed, ...dates } }
}
