import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { settingsGroups } from '#shared/school/settings/school-settings.contract.ts'
import css from './settings.module.css'

/** The way from one page of the settings to the others. */
export function SettingsNav() {
  const { t } = useTranslation('school.settings')
  const row = useRef<HTMLElement>(null)
  // On a phone the row is wider than the window: the open page's entry must be in sight.
  useEffect(() => {
    row.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [])
  return (
    <nav ref={row} className={css.nav} aria-label={t('title')}>
      <ul className={css.pages}>
        {settingsGroups.map((group) => (
          <li key={group}>
            <Link to="/settings/$page" params={{ page: group }} className={css.page}>
              {t(`page.${group}.title`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
