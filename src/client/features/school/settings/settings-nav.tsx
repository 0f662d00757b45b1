import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PageTabs } from '#client/ui/page-tabs.tsx'
import { settingsGroups } from '#shared/school/settings/school-settings.contract.ts'

/** Pages that are no group of settings. */
export const otherPages = ['consents', 'places'] as const

/** The way from one page of the settings to the others. */
export function SettingsNav() {
  const { t } = useTranslation('school.settings')
  return (
    <PageTabs label={t('title')}>
      {settingsGroups.map((group) => (
        <li key={group}>
          <Link to="/settings/$page" params={{ page: group }}>
            {t(`page.${group}.title`)}
          </Link>
        </li>
      ))}
      {otherPages.map((page) => (
        <li key={page}>
          <Link to="/settings/$page" params={{ page }}>
            {t(`page.${page}.title`)}
          </Link>
        </li>
      ))}
    </PageTabs>
  )
}
