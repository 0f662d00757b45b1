import type { ComponentType } from 'react'
import { type SettingsGroup, settingsGroups } from '#shared/school/settings/school-settings.contract.ts'
import { NamesPage } from './names/names-page.tsx'
import type { OpenedGroup } from './use-settings-form.ts'

/** The page of each group of settings. */
export const pageOf: { [G in SettingsGroup]: ComponentType<{ opened: OpenedGroup<G> }> } = {
  names: NamesPage,
}

/** Returns the group whose page an address names; undefined for none. */
export const groupNamed = (page: string): SettingsGroup | undefined => settingsGroups.find((group) => group === page)
