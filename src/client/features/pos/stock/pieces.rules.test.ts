import { describe, expect, it } from 'vitest'
import { readPieces } from './pieces.rules.ts'

describe('pieces as they are typed', () => {
  it('are whole or have up to three decimals, in any digits', () => {
    expect(['12', ' 0 ', '1.5', '1,250', '٤٫٥', '100000'].map(readPieces)).toEqual([
      12_000, 0, 1500, 1250, 4500, 100_000_000,
    ])
    expect(['', '-1', 'x', '1.2345', '100001', '9999999'].map(readPieces)).toEqual(Array.from({ length: 6 }))
  })
})
