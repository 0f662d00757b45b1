import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import common from '#client/ui/common.module.css'
import type { ScoringSet } from '#shared/admissions/scoring.contract.ts'
import css from './set-editor.module.css'

/** Every version there ever was: children who were scored by one go on with it. */
export function SetVersions({ versions }: { versions: readonly ScoringSet[] }) {
  const { t } = useTranslation('admissions.scoring-editor')
  const pick = useBilingual()
  const format = useFormat()
  if (versions.length === 0) return null
  return (
    <section className={css.card} aria-label={t('versions')}>
      <h2>{t('versions')}</h2>
      <p className={common.softPart}>{t('versionsHint')}</p>
      {versions.map(({ id, version, body, by, at }) => (
        <details key={id} className={css.more}>
          <summary>
            {t('version', { version })} · {t(body.isInForce ? 'inForce' : 'notInForce')}
          </summary>
          <p className={common.softPart}>
            <bdi>{pick(by.name)}</bdi> · <bdi>{format.dateTime(at)}</bdi> ·{' '}
            {t(body.assessors === 2 ? 'assessors.two' : 'assessors.one')}
          </p>
          <ul>
            {body.items.map(({ code, label, weight, answer }) => (
              <li key={code}>
                <bdi>{pick(label)}</bdi>{' '}
                <span className={common.softPart}>
                  {t(`answer.${answer.kind}`)} · {t('weight', { weight })}
                </span>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </section>
  )
}
