import { Link } from '@tanstack/react-router'
import { type ComponentType, lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RolePreview } from '#client/features/identity/staff/components/role-ticks.tsx'
import type { PeopleSearch } from '#client/features/identity/staff/people-search.ts'
import type { CatalogueSearch } from '#client/features/pos/catalogue/catalogue-search.ts'
import { AdmissionPage } from '#client/features/school/settings/admission/admission-page.tsx'
import { CalendarPage } from '#client/features/school/settings/calendar/calendar-page.tsx'
import { DaysPage } from '#client/features/school/settings/days/days-page.tsx'
import { GradesPage } from '#client/features/school/settings/grades/grades-page.tsx'
import { YearsPage } from '#client/features/school/settings/grades/years-page.tsx'
import { LookPage } from '#client/features/school/settings/look/look-page.tsx'
import { NamesPage } from '#client/features/school/settings/names/names-page.tsx'
import { GroupScreen } from '#client/features/school/settings/settings-screen.tsx'
import { TextsPage } from '#client/features/school/settings/texts/texts-page.tsx'
import { TillsPage } from '#client/features/school/settings/tills/tills-page.tsx'
import { PlacesScreen } from '#client/features/sync/places/places-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'
import link from '#client/ui/link.module.css'
import { ListFrame } from '#client/ui/tables/list-frame.tsx'
import type { StartPage } from '#shared/overview/start.contract.ts'

const CatalogueScreen = lazy(async () => {
  const [screen] = await Promise.all([
    import('#client/features/pos/catalogue/catalogue-screen.tsx'),
    loadWords('pos.catalogue', 'pos.stock'),
  ])
  return { default: screen.CatalogueScreen }
})

const StaffScreen = lazy(async () => {
  const [screen] = await Promise.all([
    import('#client/features/identity/staff/staff-screen.tsx'),
    loadWords('identity.staff', 'identity.setup', 'frame'),
  ])
  return { default: screen.StaffScreen }
})

export interface WizardPageProps {
  /** Shows what a role sees, for who gives it. */
  Preview: RolePreview
}

/** The editor of each page, as it is among the settings. */
export const wizardPages: Record<StartPage, ComponentType<WizardPageProps>> = {
  names: () => <GroupScreen group="names" Page={NamesPage} />,
  calendar: () => <GroupScreen group="calendar" Page={CalendarPage} />,
  days: () => <GroupScreen group="days" Page={DaysPage} />,
  look: () => <GroupScreen group="look" Page={LookPage} />,
  texts: () => <GroupScreen group="texts" Page={TextsPage} />,
  places: () => <PlacesScreen />,
  tills: () => <GroupScreen group="tills" Page={TillsPage} />,
  catalogue: Catalogue,
  years: () => <GroupScreen group="years" Page={YearsPage} />,
  grades: () => <GroupScreen group="grades" Page={GradesPage} />,
  admission: () => <GroupScreen group="admission" Page={AdmissionPage} />,
  fees: Fees,
  people: People,
}

function Catalogue() {
  const [search, setSearch] = useState<CatalogueSearch>({})
  return <CatalogueScreen address={search} onSearch={setSearch} />
}

function People({ Preview }: WizardPageProps) {
  const [search, setSearch] = useState<PeopleSearch>({})
  return <StaffScreen address={search} onSearch={setSearch} Preview={Preview} />
}

/** Fees have pages of their own, which finance and the head fill in together. */
function Fees() {
  const { t } = useTranslation('school.settings')
  return (
    <ListFrame title={t('start.link.fees')}>
      <p>{t('start.step.fees.text')}</p>
      <Link to="/fees/setup" className={link.link}>
        {t('start.link.fees')}
      </Link>
    </ListFrame>
  )
}
