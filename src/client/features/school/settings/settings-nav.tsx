import { Link, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PageTabs } from '#client/ui/page-tabs.tsx'
import { type SettingsPage, sectionNames, sectionOf, settingsSections } from './settings-sections.ts'

interface SettingsNavProps {
  /** Of a page with a route of its own. */
  page?: SettingsPage
}

/** The way from one page of the settings to the others: the sections, and below them the pages of the one that is open. */
export function SettingsNav({ page: own }: SettingsNavProps) {
  const { t } = useTranslation('school.settings')
  const { page } = useParams({ strict: false })
  const open = sectionOf(own ?? page ?? '')
  return (
    <>
      <PageTabs label={t('title')}>
        {sectionNames.map((section) => (
          <li key={section}>
            <Link
              to="/settings/$page"
              params={{ page: settingsSections[section][0] }}
              aria-current={section === open ? 'true' : undefined}
            >
              {t(`section.${section}`)}
            </Link>
          </li>
        ))}
      </PageTabs>
      {open && (
        <PageTabs key={open} label={t(`section.${open}`)}>
          {settingsSections[open].map((each) => (
            <li key={each}>
              <Link to="/settings/$page" params={{ page: each }}>
                {t(`page.${each}.title`)}
              </Link>
            </li>
          ))}
        </PageTabs>
      )}
    </>
  )
}
