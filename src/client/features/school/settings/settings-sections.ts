import type { SettingsGroup } from '#shared/school/settings/school-settings.contract.ts'

/** A page of the settings: a group of them, or what a higher domain shows among them. */
export type SettingsPage = SettingsGroup | 'consents' | 'places' | 'programs' | 'signIn'

/** All pages of the settings in their order, by what they are about. */
export const settingsSections = {
  school: ['names', 'look', 'texts', 'calendar', 'address'],
  year: ['years', 'days', 'grades'],
  admissions: ['admission', 'statuses', 'letters', 'officeForms'],
  canteen: ['places', 'tills'],
  rules: ['consents', 'regulator', 'connections', 'programs', 'signIn'],
} as const satisfies Record<string, readonly SettingsPage[]>

export type SettingsSection = keyof typeof settingsSections
export const sectionNames = Object.keys(settingsSections) as SettingsSection[]

/** Returns the section of a page, by the last part of its address; undefined for a page that is in none. */
export const sectionOf = (page: string): SettingsSection | undefined =>
  sectionNames.find((section) => settingsSections[section].some((each) => each === page))
