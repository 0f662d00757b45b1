import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import common from '#client/ui/common.module.css'
import link from '#client/ui/link.module.css'
import { ListFrame } from '#client/ui/tables/list-frame.tsx'
import { type SettingsGroup, settingsGroups } from '#shared/school/settings/school-settings.contract.ts'
import { DemoSection } from './demo-section.tsx'
import { LastChange } from './last-change.tsx'
import { readSettings } from './settings.api.ts'
import css from './settings.module.css'
import { type SettingsPage, sectionNames, settingsSections } from './settings-sections.ts'

const isGroup = (page: SettingsPage): page is SettingsGroup => settingsGroups.some((group) => group === page)

/** All pages of the school's settings by section, each with who changed it last. */
export function SettingsIndexScreen() {
  const { t } = useTranslation('school.settings')
  const errorText = useErrorText()
  const { answer, failure, again } = useAnswer(readSettings)
  return (
    <ListFrame title={t('title')} failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: again }}>
      <p>
        <Link to="/settings/$page" params={{ page: 'start' }} className={link.link}>
          {t('start.all')}
        </Link>
      </p>
      {sectionNames.map((section) => (
        <section key={section} className={css.part} aria-labelledby={`settings-${section}`}>
          <h2 id={`settings-${section}`} className={common.heading}>
            {t(`section.${section}`)}
          </h2>
          <ul className={css.index}>
            {settingsSections[section].map((page) => (
              <li key={page} className={css.entry}>
                <h3 className={common.heading}>
                  <Link to="/settings/$page" params={{ page }} className={link.link}>
                    {t(`page.${page}.title`)}
                  </Link>
                </h3>
                <p className={common.softLine}>{t(`page.${page}.text`)}</p>
                {answer && isGroup(page) && <LastChange changed={answer[page].changed} />}
              </li>
            ))}
          </ul>
        </section>
      ))}
      <DemoSection />
    </ListFrame>
  )
}
