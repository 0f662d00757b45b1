import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { Button } from '#client/ui/button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import link from '#client/ui/link.module.css'
import { readConnections } from '../settings.api.ts'
import css from '../settings.module.css'

/** What the listing names, as the server has just fetched it; or why it could not. */
export function ConnectionList() {
  const { t } = useTranslation('school.settings')
  const id = useId()
  const errorText = useErrorText()
  const { answer, failure, again } = useAnswer(readConnections)
  return (
    <section aria-labelledby={id} className={css.logo}>
      <h2 id={id} className={css.section}>
        {t('connections.title')}
      </h2>
      {!answer && !failure && <p role="status">{t('connections.loading')}</p>}
      {failure && <InlineNotice tone="problem">{errorText(failure)}</InlineNotice>}
      {answer?.state === 'unset' && <p>{t('connections.unset')}</p>}
      {answer?.state === 'failed' && (
        <InlineNotice tone="problem">
          {t(`connections.failed.${answer.why}`)} <Button onClick={again}>{t('retry')}</Button>
        </InlineNotice>
      )}
      {answer?.state === 'listed' && <Listed connections={answer.connections} />}
    </section>
  )
}

type Answer = Awaited<ReturnType<typeof readConnections>>

function Listed({ connections }: Pick<Extract<Answer, { state: 'listed' }>, 'connections'>) {
  const { t } = useTranslation('school.settings')
  const pick = useBilingual()
  if (connections.length === 0) return <p>{t('connections.none')}</p>
  return (
    <ul className={css.index}>
      {connections.map(({ name, text, url }, no) => (
        <li key={no} className={css.entry}>
          <p>
            <strong>
              {url === null ? (
                <bdi>{pick(name)}</bdi>
              ) : (
                <a href={url} target="_blank" rel="noreferrer" className={link.link}>
                  <bdi>{pick(name)}</bdi>
                </a>
              )}
            </strong>
          </p>
          {text && (
            <p className={css.hint}>
              <bdi>{pick(text)}</bdi>
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
