import { expect, it } from 'vitest'
import { minor } from '#shared/kernel/money.ts'
import { startBands } from '#shared/recognition/face-bands.rules.ts'
import { mergeSettings } from './settings-merge.ts'
import { draftOf, readDraft, type SettingsValues } from './settings-values.ts'

const opened: SettingsValues = {
  bands: startBands,
  capMinor: minor(3000),
  galleryHours: 72,
  fallbackDays: 14,
  chooseByName: true,
  keepsPictures: false,
  acceptedWording: 1,
}
const draft = draftOf(opened, 'QAR')
const withBand = (accept: number): SettingsValues => ({
  ...opened,
  bands: { ...opened.bands, few: { ...opened.bands.few, accept } },
})

it('reads back what it wrote', () => {
  expect(readDraft(draft, 'QAR')).toEqual({ values: opened, wrong: [] })
  expect(readDraft(draftOf(opened, 'KWD'), 'KWD').values?.capMinor).toBe(3000)
})

it('takes the digits and the comma of Arabic keyboards', () => {
  const { values } = readDraft({ ...draft, cap: '٢٥٫٥٠', galleryHours: '٤٨' }, 'QAR')
  expect(values).toMatchObject({ capMinor: 2550, galleryHours: 48 })
})

it('names every field that says nothing', () => {
  const bands = { ...draft.bands, few: { accept: '0.5', ask: '0.4', margin: '-1', mostPeople: '1.5' } }
  const { values, wrong } = readDraft({ ...draft, bands, cap: 'much', galleryHours: '0', fallbackDays: '' }, 'QAR')
  expect(values).toBeUndefined()
  expect(wrong.toSorted()).toEqual([
    'band-few-ask',
    'band-few-margin',
    'band-few-mostPeople',
    'cap',
    'fallbackDays',
    'galleryHours',
  ])
})

it('saves only what was changed here, and leaves what somebody else changed', () => {
  const there = { ...opened, capMinor: minor(5000) }
  expect(mergeSettings(opened, withBand(0.38), there)).toMatchObject({
    changes: { bands: { few: { accept: 0.38 } } },
    clashes: [],
    kept: { capMinor: 5000 },
  })
  expect(mergeSettings(opened, { ...opened, capMinor: minor(1) }, withBand(0.3)).changes).toEqual({ capMinor: 1 })
  expect(mergeSettings(opened, opened, there).changes).toEqual({})
})

it('keeps the other bands as somebody else has set them', () => {
  const there = { ...opened, bands: { ...opened.bands, group: { ...opened.bands.group, ask: 0.6 } } }
  const { changes, clashes } = mergeSettings(opened, withBand(0.38), there)
  expect(clashes).toEqual([])
  expect(changes.bands).toMatchObject({ few: { accept: 0.38 }, group: { ask: 0.6 } })
})

it('says where both have changed the same, unless they agree', () => {
  const { clashes, kept, changes } = mergeSettings(opened, withBand(0.38), withBand(0.3))
  expect(clashes).toEqual(['bands.few'])
  expect(kept.bands.few.accept).toBe(0.3)
  expect(changes.bands?.few.accept).toBe(0.38)
  expect(mergeSettings(opened, withBand(0.38), withBand(0.38)).clashes).toEqual([])
})
