import { Link, useParams } from '@tanstack/react-router'
import { type ComponentType, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useOpening } from '#client/platform/editor/use-opening.ts'
import { readKeptDraft } from '#client/platform/editor/use-versioned-draft.ts'
import common from '#client/ui/common.module.css'
import { ListFrame } from '#client/ui/tables/list-frame.tsx'
import { type SettingsGroup, settingsGroups } from '#shared/school/settings/school-settings.contract.ts'
import { AddressPage } from './address/address-page.tsx'
import { AdmissionPage } from './admission/admission-page.tsx'
import { CalendarPage } from './calendar/calendar-page.tsx'
import { ConnectionsPage } from './connections/connections-page.tsx'
import { DaysPage } from './days/days-page.tsx'
import { GradesPage } from './grades/grades-page.tsx'
import { YearsPage } from './grades/years-page.tsx'
import { LastChange } from './last-change.tsx'
import { LookPage } from './look/look-page.tsx'
import { NamesPage } from './names/names-page.tsx'
import { OfficeFormsPage } from './office-forms/office-forms-page.tsx'
import { RegulatorPage } from './regulator/regulator-page.tsx'
import { readSettings } from './settings.api.ts'
import { SettingsNav } from './settings-nav.tsx'
import { TextsPage } from './texts/texts-page.tsx'
import { TillsPage } from './tills/tills-page.tsx'
import { draftName, type OpenedGroup } from './use-settings-form.ts'

/** The page of each group of settings, but of those that a higher domain has a page for. */
const pageOf: {
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
const groupNamed = (page: string): keyof typeof pageOf | undefined =>
  settingsGroups.find((group): group is keyof typeof pageOf => group === page && group in pageOf)

interface ScreenProps {
  /** Pages of higher domains, by the last part of their addresses. */
  more: Readonly<Record<string, ComponentType>>
}

/** One page of the school's settings, by the last part of its address. */
export function SettingsScreen({ more }: ScreenProps) {
  const { t } = useTranslation('school.settings')
  const { page } = useParams({ from: '/_authenticated/settings/$page' })
  const group = groupNamed(page)
  const Other = Object.hasOwn(more, page) ? more[page] : undefined
  if (Other) return <Other key={page} />
  // The compiler can't follow a group into the type of its page.
  if (group) return <GroupScreen key={group} group={group} Page={pageOf[group] as GroupPage<SettingsGroup>} />
  return (
    <ListFrame title={t('title')} empty={{ title: t('unknown.title'), text: t('unknown.text') }}>
      <p>
        <Link to="/settings">{t('unknown.all')}</Link>
      </p>
    </ListFrame>
  )
}

/** A page of one group. */
export type GroupPage<G extends SettingsGroup> = ComponentType<{ opened: OpenedGroup<G> }>

interface GroupProps<G extends SettingsGroup> {
  group: G
  Page: GroupPage<G>
}

/** The frame of a group's page: it fetches the group and what an earlier visit typed. */
export function GroupScreen<G extends SettingsGroup>({ group, Page }: GroupProps<G>) {
  const name: SettingsGroup = group
  const { t } = useTranslation('school.settings')
  const errorText = useErrorText()
  const question = useCallback(async () => {
    const [settings, kept] = await Promise.all([readSettings(), readKeptDraft(draftName(group))])
    return { standing: settings[group], all: settings, kept }
  }, [group])
  const { opened, failure, again, reopen } = useOpening(question)
  return (
    <>
      <SettingsNav />
      <ListFrame
        title={t(`page.${name}.title`)}
        failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: again }}
        loading={opened || failure ? undefined : t('loading')}
      >
        <p className={common.softLine}>{t(`page.${name}.text`)}</p>
        {opened && <LastChange changed={opened.edit.standing.changed} />}
        {opened && <Page key={opened.no} opened={{ ...opened.edit, onReopen: () => reopen() }} />}
      </ListFrame>
    </>
  )
}
