import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import common from '#client/ui/common.module.css'
import type { StaffOffer } from '#shared/admissions/offers/offer.contract.ts'
import css from './offer-section.module.css'

/** What the family answered, the latest first; also what came too late. */
export function OfferAnswers({ answers }: { answers: StaffOffer['answers'] }) {
  const { t } = useTranslation(['admissions', 'admissions.offer'])
  const format = useFormat()
  if (answers.length === 0) return null
  return (
    <ol className={css.people} aria-label={t('offers.answers')}>
      {answers.map(({ id, kind, signer, reason, note, chosenSchool, keepPlace, at, counts }) => (
        <li key={id}>
          <p>
            <strong>{t(`offers.answer.${kind}`)}</strong>{' '}
            {!counts && (
              <span className={css.chip} data-state="expired">
                {t('offers.tooLate')}
              </span>
            )}
          </p>
          <p className={css.soft}>
            <bdi>{format.dateTime(at)}</bdi> · <bdi>{signer}</bdi>
          </p>
          {reason && <p>{t(`admissions.offer:reason.${reason}`)}</p>}
          {chosenSchool && (
            <p>
              {t('offers.chosenSchool')} <bdi>{chosenSchool}</bdi>
            </p>
          )}
          {keepPlace && <p>{t('offers.keepPlace')}</p>}
          {note && (
            <p className={common.asWritten}>
              <bdi>{note}</bdi>
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}
