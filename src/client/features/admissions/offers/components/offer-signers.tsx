import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import { Button } from '#client/ui/button.tsx'
import { isAnswerable } from '#shared/admissions/offers/offer-state.rules.ts'
import { ScanView } from '../../joining/components/scan-view.tsx'
import { useMovers } from '../../transitions/hooks/use-movers.ts'
import type { OfferPartProps } from './offer-part.types.ts'
import css from './offer-section.module.css'
import { PaperSignature } from './paper-signature.tsx'

/** Who has to sign, how far each has come, and what staff do for them. */
export function OfferSigners({ file, offer, decision }: OfferPartProps) {
  const { t } = useTranslation(['admissions', 'students'])
  const format = useFormat()
  const am = useMovers()
  const isOpen = isAnswerable(offer.state) && offer.pausedAt === null
  const mayMail = am('officer', 'registrar') && (isOpen || offer.state === 'accepted')
  const isLatest = file.offers[0]?.id === offer.id
  return (
    <ul className={css.people} aria-label={t('offers.signers')}>
      {offer.signers.map(({ id, name, email, language, linkSentAt, viewedAt, signedAt, consentOpen, paper }) => {
        const steps = [
          linkSentAt && t('offers.linkSent', { at: format.dateTime(linkSentAt) }),
          viewedAt && t('offers.opened', { at: format.dateTime(viewedAt) }),
        ].filter(Boolean)
        return (
          <li key={id}>
            <p>
              <strong>
                <bdi>{name}</bdi>
              </strong>{' '}
              <span className={css.chip} data-state={signedAt ? 'accepted' : 'sent'}>
                {signedAt ? t('offers.signed', { at: format.dateTime(signedAt) }) : t('offers.unsigned')}
              </span>
            </p>
            <p className={css.soft}>
              <bdi dir="ltr">{email}</bdi> · {t(`students:language.${language}`)}
            </p>
            {consentOpen && <p>{t('offers.consentOpen')}</p>}
            {paper && <ScanView studentId={file.student.student_id} signer={name} paper={paper} />}
            {steps.length > 0 && <p className={css.soft}>{steps.join(' · ')}</p>}
            {isLatest && (
              <div className={css.deeds}>
                {isOpen && !signedAt && am('officer', 'registrar') && (
                  <PaperSignature {...{ file, offer, decision }} signer={{ id, name }} />
                )}
                {mayMail && (
                  <Button
                    isWorking={decision.isPending}
                    aria-label={`${t('offers.resend')}: ${name}`}
                    onClick={() => void decision.send(file, { kind: 'resend', offerId: offer.id, signerId: id })}
                  >
                    {t('offers.resend')}
                  </Button>
                )}
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}
