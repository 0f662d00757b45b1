import { expect, it } from 'vitest'
import { minor } from '#shared/kernel/money.ts'
import { optionsDraftOf, readOptionsDraft } from './options-draft.ts'

const id = '01900000-0000-7000-8000-00000000000a'
const option = (n: number, priceDelta: number) => ({
  id: `01900000-0000-7000-8000-00000000001${n}`,
  name: { en: `Option ${n}`, ar: `خيار ${n}` },
  priceDelta: minor(priceDelta),
  addsAllergens: ['milk' as const],
  removesAllergens: [],
})
const group = {
  id,
  name: { en: 'Size', ar: 'الحجم' },
  min: 0,
  max: 2,
  modifiers: [option(1, 250), option(2, -50), option(3, 0)],
}

it('reads back what it has written, differences below zero too', () => {
  for (const currency of ['QAR', 'KWD'] as const)
    expect(readOptionsDraft(optionsDraftOf(group, currency), id, currency)).toEqual({ group, wrong: [] })
  expect(optionsDraftOf(group, 'QAR').options.map(({ priceDelta }) => priceDelta)).toEqual(['2.50', '-0.50', ''])
})

it.each([
  [{ min: '3' }, ['min']],
  [{ max: '4' }, ['max']],
  [{ max: '0' }, ['max']],
  [{ name: { en: ' ', ar: 'الحجم' } }, ['name']],
  [{ options: [] }, ['options']],
])('names what is wrong: %j', (more, wrong) => {
  expect(readOptionsDraft({ ...optionsDraftOf(group, 'QAR'), ...more }, id, 'QAR').wrong).toEqual(wrong)
})

it('names the option that is wrong, and takes digits of both scripts', () => {
  const draft = optionsDraftOf(group, 'QAR')
  const put = (priceDelta: string) => ({ ...draft, options: draft.options.with(1, { ...option(2, 0), priceDelta }) })
  expect(readOptionsDraft(put('much'), id, 'QAR').wrong).toEqual(['1.priceDelta'])
  expect(readOptionsDraft(put('-١٫٥'), id, 'QAR').group?.modifiers[1]?.priceDelta).toBe(-150)
})
