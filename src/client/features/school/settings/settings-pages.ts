import type { ComponentType } from 'react'
import { type SettingsGroup, settingsGroups } from '#shared/school/settings/school-settings.contract.ts'
import { AddressPage } from './address/address-page.tsx'
import { AdmissionPage } from './admission/admission-page.tsx'
import { CalendarPage } from './calendar/calendar-page.tsx'
import { DaysPage } from './days/days-page.tsx'
import { ConnectionsPage } from './connections/connections-page.tsx'
import { RegulatorPage } from './regulator/regulator-page.tsx'
import { GradesPage } from './grades/grades-page.tsx'
import { YearsPage } from './grades/years-page.tsx'
import { LookPage } from './look/look-page.tsx'
import { NamesPage } from './names/names-page.tsx'
import { OfficeFormsPage } from './office-forms/office-forms-page.tsx'
import { TextsPage } from './texts/texts-page.tsx'
import { TillsPage } from './tills/tills-page.tsx'
import type { OpenedGroup } from './use-settings-form.ts'

/** The page of each group of settings, but of those that a higher domain has a page for. */
export const pageOf: {
  [G in Exclude<SettingsGroup, 'statuses' | 'letters'>]: ComponentType<{ opened: OpenedGroup<G> }>
} = {
  names: NamesPage,
  look: LookPage,
  texts: TextsPage,
  admission: AdmissionPage,
  grades: GradesPage,
  years: YearsPage,
  regulator: RegulatorPage,
  connections: ConnectionsPage,
  calendar: CalendarPage,
  address: AddressPage,
  days: DaysPage,
  tills: TillsPage,
  officeForms: OfficeFormsPage,
}

/** Returns the group whose page an address names; undefined for none. */
export const groupNamed = (page: string): keyof typeof pageOf | undefined =>
  settingsGroups.find((group): group is keyof typeof pageOf => group === page && group in pageOf)
