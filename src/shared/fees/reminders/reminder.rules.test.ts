import { describe, expect, it } from 'vitest'
import {
  mayRemind,
  minuteOfDay,
  type ReminderCase,
  reminderDue,
  type ReminderTime,
  usualQuiet,
} from './reminder.rules.ts'

const of = (more: Partial<ReminderCase> = {}): ReminderCase => ({
  recipient: 'payer',
  items: [{ dueOn: '2026-10-01', open: 1_000 }],
  holds: [],
  chequesHeld: 0,
  sentOn: [],
  ...more,
})
/** A Wednesday, ten in the morning. */
const at = (more: Partial<ReminderTime> = {}): ReminderTime => ({
  today: '2026-11-25',
  minute: 600,
  days: { weekend: [5, 6], holidays: [] },
  ...usualQuiet,
  ...more,
})

describe('a reminder', () => {
  it('FEE-45: is not sent with a hold, a promise or a cheque that covers it', () => {
    expect(reminderDue(of(), at())).toEqual({ level: 1, open: 1_000 })
    const held = (reason: 'promise' | 'dispute', until: string | null) =>
      reminderDue(of({ holds: [{ reason, until }] }), at())
    expect(held('dispute', null)).toEqual({ stop: 'held' })
    expect(held('promise', '2026-11-25')).toEqual({ stop: 'promised' })
    expect(held('promise', '2026-11-24')).toEqual({ level: 1, open: 1_000 })
    expect(reminderDue(of({ chequesHeld: 1_000 }), at())).toEqual({ stop: 'cheque-covers' })
    expect(reminderDue(of({ chequesHeld: 999 }), at())).toEqual({ level: 1, open: 1_000 })
    expect(reminderDue(of({ credit: 1_000 }), at())).toEqual({ stop: 'credit-covers' })
    const item = { dueOn: '2026-10-01', open: 1_000, holds: [{ reason: 'dispute' as const, until: null }] }
    expect(reminderDue(of({ items: [item] }), at())).toEqual({ stop: 'held' })
    expect(reminderDue(of({ items: [item, { dueOn: '2026-10-01', open: 7 }] }), at())).toEqual({ level: 1, open: 7 })
  })

  it('FEE-45: is not sent on a Friday, in quiet hours, or to the child', () => {
    expect(reminderDue(of(), at({ today: '2026-11-27' }))).toEqual({ stop: 'day-off' })
    expect(reminderDue(of(), at({ minute: 479 }))).toEqual({ stop: 'quiet-hours' })
    expect(reminderDue(of(), at({ minute: 1_200 }))).toEqual({ stop: 'quiet-hours' })
    expect(reminderDue(of({ recipient: 'child' }), at())).toEqual({ stop: 'not-a-payer' })
    expect(reminderDue(of({ hasAddress: false }), at())).toEqual({ stop: 'no-address' })
    expect(minuteOfDay(Date.parse('2026-11-25T21:05:00Z'), 'Asia/Qatar')).toBe(5)
  })

  it('FEE-45: is the third no sooner than 7 days after the second, and never a fourth', () => {
    const third = (second: string) => reminderDue(of({ sentOn: ['2026-10-10', second] }), at())
    expect(third('2026-11-19')).toEqual({ stop: 'too-soon' })
    expect(third('2026-11-18')).toEqual({ level: 3, open: 1_000 })
    expect(reminderDue(of({ sentOn: ['2026-10-10', '2026-10-20', '2026-10-30'] }), at())).toEqual({
      stop: 'last-level',
    })
  })

  it('is not sent for what is paid, or due today', () => {
    expect(reminderDue(of({ items: [{ dueOn: '2026-11-25', open: 5 }] }), at())).toEqual({ stop: 'nothing-due' })
    expect(reminderDue(of({ items: [{ dueOn: '2026-11-23', open: 5 }] }), at())).toEqual({ stop: 'too-soon' })
  })
})

describe('mayRemind', () => {
  it.each([
    ['2030-09-11T08:00:00Z', true],
    ['2030-09-11T04:59:00Z', false],
    ['2030-09-11T05:00:00Z', true],
    ['2030-09-11T17:00:00Z', false],
    // A Friday by the school's clock, and the Thursday before it.
    ['2030-09-13T08:00:00Z', false],
    ['2030-09-12T16:59:00Z', true],
  ])('at %s: %s', (at, may) => {
    expect(mayRemind(Date.parse(at), 'Asia/Qatar')).toBe(may)
  })

  it('not at the weekend of the school, nor on its holidays, and never on a Friday', () => {
    const holidays = [{ from: '2030-09-15', to: '2030-09-17' }]
    const may = (day: string, weekend: number[]) =>
      mayRemind(Date.parse(`${day}T08:00:00Z`), 'Asia/Qatar', { weekend, holidays })
    expect([may('2030-09-14', [5, 6]), may('2030-09-14', [0])]).toEqual([false, true])
    expect([may('2030-09-08', [6, 0]), may('2030-09-13', [6, 0])]).toEqual([false, false])
    expect([may('2030-09-15', []), may('2030-09-17', []), may('2030-09-18', [])]).toEqual([false, false, true])
  })
})
