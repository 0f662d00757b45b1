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

/** One page of the school's settings, by the last part of its address. */
export function SettingsScreen() {
  const { t } = useTranslation('school.settings')
  const { page } = useParams({ from: '/_authenticated/settings/$page' })
  const group = groupNamed(page)
  if (group) return <GroupScreen key={group} group={group} />
  return (
    <ListFrame title={t('title')} empty={{ title: t('unknown.title'), text: t('unknown.text') }}>
      <p>
        <Link to="/settings">{t('unknown.all')}</Link>
      </p>
    </ListFrame>
  )
}

function GroupScreen({ group }: { group: SettingsGroup }) {
  const { t } = useTranslation('school.settings')
  const errorText = useErrorText()
  const question = useCallback(async () => {
    const [settings, kept] = await Promise.all([readSettings(), readKeptDraft(draftName(group))])
    return { standing: settings[group], all: settings, kept }
  }, [group])
  const { opened, failure, again, reopen } = useOpening(question)
  // The compiler can't follow a group into the type of its page.
  const Page = pageOf[group] as ComponentType<{ opened: OpenedGroup<SettingsGroup> }>
  return (
    <>
      <SettingsNav />
      <ListFrame
        title={t(`page.${group}.title`)}
        failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: again }}
        loading={opened || failure ? undefined : t('loading')}
      >
        <p className={common.softLine}>{t(`page.${group}.text`)}</p>
        {opened && <LastChange changed={opened.edit.standing.changed} />}
        {opened && <Page key={opened.no} opened={{ ...opened.edit, onReopen: () => reopen() }} />}
      </ListFrame>
    </>
  )
}
