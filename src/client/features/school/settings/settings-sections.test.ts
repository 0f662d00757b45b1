import { expect, it } from 'vitest'
import { settingsGroups } from '#shared/school/settings/school-settings.contract.ts'
import { sectionNames, sectionOf, settingsSections } from './settings-sections.ts'

it('every group of settings stands in one section, and each page once', () => {
  const pages: string[] = sectionNames.flatMap((section) => settingsSections[section])
  expect(new Set(pages).size).toBe(pages.length)
  expect(pages.toSorted()).toEqual([...settingsGroups, 'consents', 'places', 'programs', 'signIn'].toSorted())
  expect(pages.filter((page) => sectionOf(page) === undefined)).toEqual([])
  expect(sectionOf('start')).toBeUndefined()
})
