import { Link } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { ListFrame } from '#client/ui/tables/list-frame.tsx'
import { GuideBlocks } from './guide-blocks.tsx'
import { guideNames, isGuideName, loadGuide } from './guides.ts'
import css from './help-screen.module.css'

/** Guides for the people who look after the server, one at a time; the first one for an unknown name. */
export function HelpScreen({ guide }: { guide: string | undefined }) {
  const name = isGuideName(guide) ? guide : guideNames[0]
  const { t, i18n } = useTranslation('overview.help')
  const errorText = useErrorText()
  const language = i18n.language === 'ar' ? 'ar' : 'en'
  const { answer, failure, again } = useAnswer(useCallback(() => loadGuide(name, language), [name, language]))
  return (
    <ListFrame
      title={t(`guide.${name}`)}
      failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: again }}
      loading={answer || failure ? undefined : t('loading')}
    >
      <nav className={css.parts} aria-label={t('parts')}>
        {guideNames.map((each) => (
          <Link
            key={each}
            className={css.part}
            to="/help"
            search={{ guide: each }}
            aria-current={each === name ? 'page' : undefined}
          >
            {t(`guide.${each}`)}
          </Link>
        ))}
      </nav>
      {answer && <GuideBlocks blocks={answer.slice(1)} />}
    </ListFrame>
  )
}
