import { expect, it } from 'vitest'
import { minor } from '#shared/kernel/money.ts'
import { settingsInputs } from '#shared/school/settings/settings-values.contract.ts'
import { draftOf, valuesOf } from './tills-draft.ts'

const values = {
  currency: 'KWD',
  taxCodes: [
    { code: 'S5', name: { en: 'VAT', ar: 'ضريبة' }, ratePpm: 52_500, included: true },
    { code: 'Z0', name: { en: 'Zero', ar: 'صفرية' }, ratePpm: 0, included: false, isRetired: true },
  ],
  cashIncrement: 5,
  offlineAllowance: minor(1500),
  approvalAbove: minor(50_000),
  cashTolerance: minor(200),
  topUps: { least: minor(1000), most: null, balance: minor(100_000) },
  receiptHeader: { en: 'Al Noor', ar: 'النور' },
  receiptFooter: { en: '', ar: '' },
} as const satisfies Parameters<typeof draftOf>[0]

it('is typed and read back without a change', () => {
  expect(draftOf(values)).toMatchObject({
    cashIncrement: '0.005',
    offlineAllowance: '1.500',
    taxCodes: [{ rate: '5.25' }, {}],
  })
  expect(valuesOf(draftOf(values))).toEqual(values)
})

it('says never with nothing typed', () => {
  expect(valuesOf({ ...draftOf(values), approvalAbove: ' ' }).approvalAbove).toBeNull()
  expect(draftOf({ ...values, approvalAbove: null }).approvalAbove).toBe('')
})

it('bounds no top-up with nothing typed, and names the bound that leaves no amount', () => {
  const draft = draftOf({ ...values, topUps: undefined })
  expect(valuesOf(draft).topUps).toEqual({ least: null, most: null, balance: null })
  const wrong = (change: object) => {
    const typed = valuesOf({ ...draft, topUps: { ...draft.topUps, ...change } })
    return settingsInputs.tills.safeParse(typed).error?.issues.map(({ path }) => path.join('.'))
  }
  expect(wrong({ least: '10', most: '9.5' })).toEqual(['topUps.most'])
  expect(wrong({ least: '0' })).toEqual(['topUps.least'])
  expect(wrong({ least: '10', most: '٥٠', balance: '200' })).toBeUndefined()
})

it('is read in any digits, and what is no number is refused at its field', () => {
  const draft = draftOf(values)
  expect(valuesOf({ ...draft, offlineAllowance: '٢٫٥' }).offlineAllowance).toBe(2500)
  const wrong = valuesOf({ ...draft, cashIncrement: 'five', taxCodes: [{ ...draft.taxCodes[0]!, rate: '5%' }] })
  const { error } = settingsInputs.tills.safeParse(wrong)
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['taxCodes.0.ratePpm', 'cashIncrement'])
})
