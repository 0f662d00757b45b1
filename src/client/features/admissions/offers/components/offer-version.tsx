import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import type { StaffOffer } from '#shared/admissions/offers/offer.contract.ts'
import { formatDay } from '#shared/kernel/text/format-day.rules.ts'
import { useTransitionDraft } from '../../transitions/hooks/use-transition-draft.ts'
import { OfferLetterView } from './offer-letter-view.tsx'
import { OfferMoney } from './offer-money.tsx'
import type { OfferPartProps } from './offer-part.types.ts'
import css from './offer-section.module.css'
import { OfferSigners } from './offer-signers.tsx'

/** One version of an offer: what it says, where it stands, and what came of it. */
export function OfferVersion(props: OfferPartProps) {
  const { file, offer } = props
  const { t } = useTranslation('admissions')
  const titleId = useId()
  return (
    <article className={css.version} aria-labelledby={titleId} data-state={offer.state}>
      <h4 id={titleId}>
        {t('offers.version', { version: offer.version })}{' '}
        <span className={css.chip} data-state={offer.state}>
          {t(`offers.state.${offer.state}`)}
        </span>
      </h4>
      <OfferDays offer={offer} />
      <OfferSigners {...props} />
      <OfferAnswers answers={offer.answers} />
      <OfferMoney {...props} />
      <div className={css.actions}>
        <OfferLetterView studentId={file.student.student_id} of={{ kind: 'version', offerId: offer.id }} />
        <NewVersion {...props} />
      </div>
    </article>
  )
}

/** A new version is written where every step is taken, and begins with the terms of this one. */
function NewVersion({ file, offer }: OfferPartProps) {
  const { t } = useTranslation('admissions')
  const { chosen, choose } = useTransitionDraft(file.student.student_id)
  const move = file.moves.find(({ says }) => says.includes('offer'))
  if (!move || move.hindrances.length > 0 || chosen || file.offers[0]?.id !== offer.id) return null
  return <Button onClick={() => choose(move)}>{t('offers.anew')}</Button>
}

function OfferDays({ offer }: { offer: StaffOffer }) {
  const { t, i18n } = useTranslation('admissions')
  const format = useFormat()
  const { terms, expiresAt, graceUntil, pausedAt, sentAt, viewedAt, settledAt, state } = offer
  const isOut = state === 'sent' || state === 'viewed'
  const hasGrace = isOut && graceUntil !== expiresAt
  const facts: [string, ReactNode][] = [
    [t('offers.firstDay'), formatDay(terms.startOn, i18n.language)],
    // It expires as its last day ends.
    [t('offers.until'), format.day(Date.parse(expiresAt) - 1)],
    [t('offers.grace'), hasGrace && !pausedAt && format.dateTime(graceUntil)],
    [t('offers.paused'), pausedAt && format.dateTime(pausedAt)],
    [t('offers.sent'), sentAt && format.dateTime(sentAt)],
    [t('offers.viewed'), viewedAt && format.dateTime(viewedAt)],
    [t('offers.settled'), settledAt && format.dateTime(settledAt)],
  ]
  return (
    <dl className={css.facts}>
      {facts
        .filter(([, value]) => value !== null && value !== false)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
    </dl>
  )
}

/** What the family answered, the latest first; also what came too late. */
function OfferAnswers({ answers }: { answers: StaffOffer['answers'] }) {
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
