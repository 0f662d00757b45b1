import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pupilColumnCodes } from '#shared/students/pupils/pupil-import.contract.ts'
import { readPupilRow } from './pupil-row.rules.ts'

const setting = { order: 'day-first', today: '2030-03-03', country: 'QA', currency: 'QAR' } as const
const read = (cells: object) => readPupilRow(2, { admissionNo: 'P1', nameEn: 'Sara', ...cells }, setting)

it('reads both scripts, digits of any keyboard, and what programs write', () => {
  const { pupil, problems } = read({
    admissionNo: '٢٠٣٠/١',
    nameAr: 'سارة',
    grade: 'الصف ٥',
    classEn: '5-A',
    classAr: '٥-أ',
    birthDate: '31/12/2019',
    cardNo: '٠٠١٢ ٣٤٥٦',
    guardianEmail: 'HIND@Home.example',
    guardianPhone: '5550 1234',
    openingBalance: '-1,250.5',
    dailyLimit: '٢٠',
    allergens: 'Milk؛ مكسرات',
    diet: 'حلال',
  })
  expect(problems).toEqual([])
  expect(pupil).toMatchObject({
    admissionNo: '2030/1',
    grade: '5',
    className: { en: '5-A', ar: '٥-أ' },
    birthDate: '2019-12-31',
    cardNo: '00123456',
    guardian: { name: null, email: 'hind@home.example', phone: '+97455501234' },
    openingBalance: -125_050,
    dailyLimit: 2000,
    allergens: ['milk', 'nuts'],
    diet: ['halal'],
  })
})

it.each([
  ['admissionNo', ' ', 'missing'],
  ['admissionNo', 'two words', 'not-a-number'],
  ['nameEn', 'سارة', 'script'],
  ['nameAr', 'Sara', 'script'],
  ['grade', '14', 'not-a-grade'],
  ['birthDate', '31/02/2019', 'not-a-day'],
  ['birthDate', '2030-03-04', 'day-to-come'],
  ['cardNo', '12', 'not-a-card'],
  ['guardianEmail', 'hind', 'not-an-email'],
  ['guardianPhone', '12', 'not-a-phone'],
  ['openingBalance', '1.005', 'not-an-amount'],
  ['openingBalance', '99999999999', 'not-an-amount'],
  ['dailyLimit', '-1', 'not-an-amount'],
  ['overdraft', 'x', 'not-an-amount'],
  ['allergens', 'dust', 'unknown-allergen'],
  ['diet', 'keto', 'unknown-diet'],
] as const)('names the column at fault: %s %j', (column, cell, why) => {
  expect(read({ [column]: cell }).problems).toEqual([{ column, why }])
})

it('bears any cells, and says nothing of what a file does not say', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...pupilColumnCodes), fc.string({ unit: 'binary' })), (cells) => {
      expect(() => readPupilRow(2, cells, setting)).not.toThrow()
    }),
    { numRuns: 30 },
  )
  const { pupil } = read({})
  expect(Object.entries(pupil).filter(([, value]) => value !== undefined)).toEqual([
    ['row', 2],
    ['admissionNo', 'P1'],
    ['nameEn', 'Sara'],
  ])
})
