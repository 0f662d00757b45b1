import { expect, it } from 'vitest'
import { minor } from '#shared/kernel/money.ts'
import { initialOfferDraft, parseOfferDraft } from './offer-draft.ts'

const typed = {
  ...initialOfferDraft(undefined, 'ar'),
  startOn: '2030-09-01',
  expiresOn: '2030-03-13',
  fees: [{ of: 'tuition' as const, en: 'Tuition', ar: 'الرسوم', amount: '30000.5' }],
  deposit: '1000',
  signers: [{ name: 'Hind Al Mana', email: 'hind@home.example', language: 'ar' as const }],
}

it('makes whole amounts of what is typed, and no deposit of nothing', () => {
  expect(parseOfferDraft(typed, 'QAR')).toMatchObject({
    offer: { terms: { fees: [{ amount: 3_000_050 }], deposit: { amount: 100_000, dueDays: 7 }, conditions: [] } },
  })
  expect(parseOfferDraft({ ...typed, fees: [], deposit: ' ' }, 'KWD')).toMatchObject({
    offer: { terms: { deposit: null } },
  })
})

it('begins the first offer with the guardians who may sign, and a later one with those of the last', () => {
  const guardians = [{ name: 'Hind Al Mana', email: 'hind@home.example', language: 'ar' as const }]
  expect(initialOfferDraft(undefined, 'en', guardians).signers).toEqual(guardians)
  expect(initialOfferDraft(undefined, 'en', []).signers).toEqual([{ name: '', email: '', language: 'en' }])
})

it('begins the first offer with the fees of the schedule', () => {
  const fees = [{ of: 'tuition' as const, label: { en: 'Tuition', ar: 'الرسوم' }, amount: minor(3_200_050) }]
  expect(initialOfferDraft(undefined, 'en', [], '', { fees, currency: 'QAR' }).fees).toEqual([
    { of: 'tuition', en: 'Tuition', ar: 'الرسوم', amount: '32000.50' },
  ])
})

it('says which parts are not right', () => {
  expect(parseOfferDraft(initialOfferDraft(undefined, 'en'), 'QAR')).toEqual({
    wrong: ['startOn', 'expiresOn', 'fees', 'signers'],
  })
  const bad = { ...typed, fees: [], deposit: 'much', letter: 'fls-conditional-offer-letter' as const }
  expect(parseOfferDraft(bad, 'QAR')).toMatchObject({ wrong: ['deposit'] })
  expect(parseOfferDraft({ ...bad, deposit: '' }, 'QAR')).toEqual({ wrong: ['conditions'] })
})
