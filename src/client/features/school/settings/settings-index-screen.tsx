import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { ask } from '#client/platform/http.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { TypedConfirm } from '#client/ui/fields/typed-confirm.tsx'
import link from '#client/ui/link.module.css'
import { ListFrame } from '#client/ui/tables/list-frame.tsx'
import { demoSchools, removeDemoSchools } from '#shared/school/demo-schools.contract.ts'
import { type SettingsGroup, settingsGroups } from '#shared/school/settings/school-settings.contract.ts'
import { LastChange } from './last-change.tsx'
import { readSettings } from './settings.api.ts'
import css from './settings.module.css'
import { sectionNames, type SettingsPage, settingsSections } from './settings-sections.ts'

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

const askDemos = () => ask(demoSchools, {})

/** The way to remove the demo schools of the installation; nothing where there are none or they are not this person's to remove. */
function DemoSection() {
  const { t } = useTranslation('school.settings')
  const errorText = useErrorText()
  const { answer, again } = useAnswer(askDemos)
  const [isDone, setIsDone] = useState(false)
  const { mutate, isPending, error } = useMutation(() => ask(removeDemoSchools, {}), {
    onSuccess: () => {
      setIsDone(true)
      again()
    },
  })
  if (isDone) return <p role="status">{t('demo.done')}</p>
  if (!answer || answer.codes.length === 0) return null
  return (
    <>
      <TypedConfirm
        title={t('demo.title')}
        text={t('demo.text', { codes: answer.codes.join(', ') })}
        word={t('demo.word')}
        label={t('demo.label', { word: t('demo.word') })}
        action={t('demo.remove')}
        isWorking={isPending}
        onConfirm={() => void mutate()}
      />
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </>
  )
}
