import { describe, expect, it } from 'vitest'
import { outdatedCopies, readRetention } from './retention.rules.ts'

const at = (text: string) => Date.parse(`${text}Z`)
const now = at('2026-11-26T09:00')

describe('retention of copies', () => {
  it('reads days, weeks and months', () => {
    expect(readRetention('7d,4w,12m')).toEqual({ days: 7, weeks: 4, months: 12 })
    expect(readRetention('14d')).toEqual({ days: 14, weeks: 0, months: 0 })
    for (const bad of ['', '0d', '4w', '7', '7d;4w']) expect(readRetention(bad)).toBeUndefined()
  })

  it('keeps the newest of each day, week and month', () => {
    const copies = [
      at('2026-11-26T02:30'),
      at('2026-11-25T12:00'),
      at('2026-11-24T12:00'),
      at('2026-11-24T02:30'),
      at('2026-11-20T02:30'),
      at('2026-10-31T02:30'),
      at('2026-10-30T02:30'),
      at('2026-09-15T02:30'),
    ]
    expect(outdatedCopies(copies, { days: 3, weeks: 2, months: 2 }, now)).toEqual([
      at('2026-11-24T02:30'),
      at('2026-10-30T02:30'),
      at('2026-09-15T02:30'),
    ])
  })

  it('keeps every copy of the last day, and the newest of all however old', () => {
    const lastDay = [at('2026-11-26T08:00'), at('2026-11-26T07:00'), at('2026-11-25T10:00')]
    expect(outdatedCopies(lastDay, { days: 1, weeks: 0, months: 0 }, now)).toEqual([])
    expect(outdatedCopies([at('2020-01-01T00:00')], { days: 1, weeks: 0, months: 0 }, now)).toEqual([])
  })
})
