import { useTranslation } from 'react-i18next'
import { SettingsNav } from '#client/features/school/settings/settings-nav.tsx'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import common from '#client/ui/common.module.css'
import { ListFrame } from '#client/ui/tables/list-frame.tsx'
import { DefinitionSection } from './definition-section.tsx'
import css from './wordings.module.css'
import { readDefinitions } from './wordings.api.ts'

/** Every consent of the school with its wordings, and the way to publish a new one. */
export function WordingsScreen() {
  const { t } = useTranslation('consents.wordings')
  const errorText = useErrorText()
  const { answer, failure, again } = useAnswer(readDefinitions)
  return (
    <>
      <SettingsNav />
      <ListFrame
        title={t('title')}
        failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: again }}
        loading={answer || failure ? undefined : t('loading')}
        empty={answer?.length === 0 ? { title: t('none.title'), text: t('none.text') } : undefined}
      >
        <p className={common.softLine}>{t('text')}</p>
        <div className={css.list}>
          {answer?.map((definition) => (
            <DefinitionSection key={definition.purpose} definition={definition} onPublished={again} />
          ))}
        </div>
      </ListFrame>
    </>
  )
}
