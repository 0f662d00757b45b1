import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import common from '#client/ui/common.module.css'
import link from '#client/ui/link.module.css'
import { ListFrame } from '#client/ui/tables/list-frame.tsx'
import { settingsGroups } from '#shared/school/settings/school-settings.contract.ts'
import { DemoSection } from './demo-section.tsx'
import { LastChange } from './last-change.tsx'
import { readSettings } from './settings.api.ts'
import css from './settings.module.css'
import { otherPages } from './settings-nav.tsx'

/** All pages of the school's settings, each with who changed it last. */
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
      <ul className={css.index}>
        {settingsGroups.map((group) => (
          <li key={group} className={css.entry}>
            <h2 className={common.heading}>
              <Link to="/settings/$page" params={{ page: group }} className={link.link}>
                {t(`page.${group}.title`)}
              </Link>
            </h2>
            <p className={common.softLine}>{t(`page.${group}.text`)}</p>
            {answer && <LastChange changed={answer[group].changed} />}
          </li>
        ))}
        {otherPages.map((page) => (
          <li key={page} className={css.entry}>
            <h2 className={common.heading}>
              <Link to="/settings/$page" params={{ page }} className={link.link}>
                {t(`page.${page}.title`)}
              </Link>
            </h2>
            <p className={common.softLine}>{t(`page.${page}.text`)}</p>
          </li>
        ))}
      </ul>
      <DemoSection />
    </ListFrame>
  )
}
