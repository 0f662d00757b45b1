import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { readPublicInfo } from '../settings.api.ts'
import css from '../settings.module.css'

/** What the school says publicly of itself, as others read it now. */
export function PublicInfo() {
  const { t } = useTranslation('school.settings')
  const pick = useBilingual()
  const errorText = useErrorText()
  const { answer: info, failure } = useAnswer(readPublicInfo)
  const lines = info
    ? ([
        ['name', pick(info.name)],
        ['website', info.website],
        ['email', info.contact?.email],
        ['phone', info.contact?.phone],
        ['publicDates', info.dates.map(({ label }) => pick(label)).join(' · ')],
      ] as const)
    : []
  return (
    <details className={css.publicInfo}>
      <summary>{t('names.public')}</summary>
      <p>{t('names.publicHint')}</p>
      {failure && <p role="alert">{errorText(failure)}</p>}
      <dl>
        {lines.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`names.${name}`)}</dt>
            <dd>
              <bdi>{value || t('names.publicNone')}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
