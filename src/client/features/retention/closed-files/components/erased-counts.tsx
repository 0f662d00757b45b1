import { useTranslation } from 'react-i18next'
import css from '#client/features/admissions/offers/components/offer-section.module.css'
import { useFormat } from '#client/i18n/format.ts'
import { type ErasedCounts, erasedKinds } from '#shared/retention/retention.rules.ts'

/** What goes, or went, by kind; kinds of which there is nothing are left out. */
export function ErasedCountsList({ counts }: { counts: ErasedCounts }) {
  const { t } = useTranslation('retention')
  const format = useFormat()
  const shown = erasedKinds.filter((kind) => counts[kind] > 0)
  return (
    <>
      {shown.length === 0 ? (
        <p>{t('counts.nothing')}</p>
      ) : (
        <dl className={css.facts}>
          {shown.map((kind) => (
            <div key={kind}>
              <dt>{t(`counts.${kind}`)}</dt>
              <dd>{format.count(counts[kind])}</dd>
            </div>
          ))}
        </dl>
      )}
      {counts.guardiansKept > 0 && (
        <p className={css.soft}>{t('counts.guardiansKept', { count: counts.guardiansKept })}</p>
      )}
    </>
  )
}
