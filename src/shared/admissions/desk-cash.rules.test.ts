import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { receiptNumber } from '#shared/fees/document-number.rules.ts'
import { depositCashFault, feeCashFault, provisionalNumber, readCashNumber } from './desk-cash.rules.ts'

const amounts = fc.integer({ min: 1, max: 1_000_000 })

describe('cash for a fee', () => {
  const standing = { most: 50_000, received: 0, owed: 0, isClosed: false }

  it('is never more in all than the regulator allows, whatever comes in which order', () => {
    const most = fc.option(fc.integer({ min: 0, max: 100_000 }))
    fc.assert(
      fc.property(most, fc.array(amounts, { maxLength: 10 }), (cap, all) => {
        const kept = all.reduce((received, amount) => {
          const fault = feeCashFault({ ...standing, most: cap, received }, { amount, known: received })
          return fault ? received : received + amount
        }, 0)
        expect(cap === null ? kept : Math.max(cap, kept)).toBe(cap ?? all.reduce((sum, each) => sum + each, 0))
      }),
    )
  })

  it('has no effect where another desk took it since, or the file is closed', () => {
    expect(feeCashFault({ ...standing, received: 100 }, { amount: 1, known: 99 })).toBe('paid-already')
    expect(feeCashFault({ ...standing, received: 100 }, { amount: 1, known: 100 })).toBeUndefined()
    expect(feeCashFault({ ...standing, isClosed: true }, { amount: 1, known: 0 })).toBe('file-closed')
    // What is owed to the family again may be taken again.
    expect(feeCashFault({ ...standing, received: 50_000, owed: 50_000 }, { amount: 50_000, known: 50_000 })).toBe(
      undefined,
    )
  })
})

it('cash for a deposit never makes more than is due, and none of an offer that does not count or is done without', () => {
  fc.assert(
    fc.property(
      amounts,
      amounts,
      amounts,
      fc.boolean(),
      fc.boolean(),
      (due, received, amount, isAccepted, isWaived) => {
        const fault = depositCashFault({ isAccepted, isWaived, due, received }, { amount })
        expect(fault === undefined).toBe(isAccepted && !isWaived && received + amount <= due)
      },
    ),
  )
})

it('numbers are read as they are typed, and nothing else is one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9_999_999 }), (no) => {
      for (const number of [provisionalNumber('2K3M4F', no), receiptNumber(2030, no)])
        expect(readCashNumber(` ${number.toLowerCase()} `)).toBe(number)
    }),
  )
  for (const text of ['', 'Sara', 'P-2K3M4F', 'C-30-000001', 'P-ABCDEF-0001', "C-2030-1' or 1=1"])
    expect(readCashNumber(text)).toBeUndefined()
})
