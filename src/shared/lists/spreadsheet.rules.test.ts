import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dayOfSerial, decimalText, looksLikeFormula, serialOfDay, storableText } from './spreadsheet.rules.ts'

it('a day is the number that sheets know it by, and comes back from it', () => {
  expect(serialOfDay('1900-03-01')).toBe(61)
  expect(serialOfDay('2026-11-22')).toBe(46_348)
  expect(serialOfDay('1900-02-28')).toBeUndefined()
  expect(serialOfDay('soon')).toBeUndefined()
  const days = fc.date({
    min: new Date('1900-03-01T00:00:00Z'),
    max: new Date('2999-12-31T00:00:00Z'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(days, (date) => {
      const day = date.toISOString().slice(0, 10)
      expect(dayOfSerial(serialOfDay(day) ?? 0)).toBe(day)
    }),
  )
})

it('money is written out of whole minor units, to the last digit', () => {
  expect([decimalText(5, 3), decimalText(-1, 2), decimalText(1_234_500, 3), decimalText(7, 0)]).toEqual([
    '0.005',
    '-0.01',
    '1234.500',
    '7',
  ])
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.integer({ min: 0, max: 3 }), (minor, exponent) => {
      const text = decimalText(minor, exponent)
      expect(BigInt(text.replace('.', ''))).toBe(BigInt(minor))
      expect((text.split('.')[1] ?? '').length).toBe(exponent)
    }),
  )
})

it('what a program would compute is known, in its wide forms too, and what XML cannot hold is taken out', () => {
  for (const text of ['=1+1', '+974', '-2', '@SUM', '\tx', '\rx', '＝1', '＋1'])
    expect(looksLikeFormula(text), text).toBe(true)
  for (const text of ['', 'Al-Thani', '٣', 'a=b']) expect(looksLikeFormula(text), text).toBe(false)
  expect(storableText('a\u0000b\u001b\ud800c\uffff')).toBe('ab\ufffdc')
  expect(storableText('x'.repeat(40_000))).toHaveLength(32_767)
})
