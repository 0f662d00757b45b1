import { describe, expect, it } from 'vitest'
import { createWedge, withoutScan } from './use-wedge.ts'

/** Types `keys` with `gapMs` between them, then Enter; answers what the wedge made of it. */
function typed(keys: string, gapMs: number, enterGapMs = gapMs) {
  const wedge = createWedge()
  let atMs = 1000
  for (const key of keys) {
    wedge.feed(key, atMs)
    atMs += gapMs
  }
  return wedge.feed('Enter', atMs - gapMs + enterGapMs)
}

describe('the barcode wedge', () => {
  it('knows a scanner by its pace', () => {
    expect(typed('6291041500213', 4)).toBe('6291041500213')
    expect(typed('CARD-0042', 30)).toBe('CARD-0042')
  })

  it('leaves a person alone', () => {
    expect(typed('6291041500213', 90)).toBeUndefined()
    expect(typed('12', 5)).toBeUndefined()
    expect(typed('62910415', 5, 400)).toBeUndefined()
  })

  it('takes a scan that follows slow typing by itself', () => {
    const wedge = createWedge()
    wedge.feed('r', 0)
    wedge.feed('i', 200)
    for (const [i, key] of [...'62910'].entries()) wedge.feed(key, 900 + i * 5)
    expect(wedge.feed('Enter', 925)).toBe('62910')
  })

  it('ignores keys that are no characters, and starts afresh after each Enter', () => {
    const wedge = createWedge()
    for (const [i, key] of ['Shift', 'A', 'Shift', 'B', 'C', 'D'].entries()) wedge.feed(key, i * 5)
    expect(wedge.feed('Enter', 30)).toBe('ABCD')
    expect(wedge.feed('Enter', 31)).toBeUndefined()
  })
})

it('takes the code out of the field it was typed into', () => {
  expect(withoutScan('rice62910', '62910', 9)).toBe('rice')
  expect(withoutScan('ri62910ce', '62910', 7)).toBe('rice')
  expect(withoutScan('rice', '62910', 4)).toBe('rice')
})
