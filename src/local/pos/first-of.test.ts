import { expect, it } from 'vitest'
import { cardNosOf, type ScannerProfile, usualScanner } from '#shared/pos/printing/scanner.rules.ts'
import { customerOf } from '#tests/support/devices/snapshot-kit.ts'
import { indexCustomers } from './customers.ts'
import { firstOf } from './first-of.ts'

const hex: ScannerProfile = { ...usualScanner, prefix: ';', suffix: '?', numbers: 'hex' }
const decimal: ScannerProfile = { ...usualScanner, numbers: 'decimal', order: 'last' }

it.each(['04A1B2C3', '77705923', '0077705923', '04a1b2c3'])(
  'POS-75: a card is one pupil’s at readers of two makes, when the school knows it as %s',
  (cardNo) => {
    const pupil = customerOf(1, { cardNo })
    const index = indexCustomers([pupil, customerOf(2, { cardNo: '3283263748' })])
    const found = (scan: string, profile: ScannerProfile) => firstOf(cardNosOf(scan, profile), index.byCard)
    expect(found(';04a1b2c3?', hex)).toBe(pupil)
    expect(found(String(0xc3b2a104), decimal)).toBe(pupil)
    expect(found('8888', decimal)).toBeUndefined()
  },
)
