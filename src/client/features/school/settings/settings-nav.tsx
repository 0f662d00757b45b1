import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PageTabs } from '#client/ui/page-tabs.tsx'
import { settingsGroups } from '#shared/school/settings/school-settings.contract.ts'

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
      <li>
        <Link to="/settings/$page" params={{ page: 'consents' }}>
          {t('page.consents.title')}
        </Link>
      </li>
    </PageTabs>
  )
}
