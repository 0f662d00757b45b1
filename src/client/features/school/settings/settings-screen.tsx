import { Link, useParams } from '@tanstack/react-router'
import { type ComponentType, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useOpening } from '#client/platform/editor/use-opening.ts'
import { readKeptDraft } from '#client/platform/editor/use-versioned-draft.ts'
import common from '#client/ui/common.module.css'
import { ListFrame } from '#client/ui/tables/list-frame.tsx'
import type { SettingsGroup } from '#shared/school/settings/school-settings.contract.ts'
import { LastChange } from './last-change.tsx'
import { readSettings } from './settings.api.ts'
import { SettingsNav } from './settings-nav.tsx'
import { groupNamed, pageOf } from './settings-pages.ts'
import { draftName, type OpenedGroup } from './use-settings-form.ts'

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
