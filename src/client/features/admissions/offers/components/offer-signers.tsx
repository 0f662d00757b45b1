import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { Button } from '#client/ui/button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { isAnswerable } from '#shared/admissions/offers/offer-state.rules.ts'
import { ScanChoice, scanMegabytes } from '../../joining/components/scan-choice.tsx'
import { ScanView } from '../../joining/components/scan-view.tsx'
import { useScan } from '../../joining/hooks/use-scan.ts'
import { useActorRoles } from '../../transitions/hooks/use-actor-roles.ts'
import type { OfferPartProps } from './offer-part.types.ts'
import css from './offer-section.module.css'

/** Who has to sign, how far each has come, and what staff do for them. */
export function OfferSigners({ file, offer, decision }: OfferPartProps) {
  const { t } = useTranslation(['admissions', 'students'])
  const format = useFormat()
  const actsAs = useActorRoles()
  const isOpen = isAnswerable(offer.state) && offer.pausedAt === null
  const mayMail = actsAs('officer', 'registrar') && (isOpen || offer.state === 'accepted')
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
              <div className={css.actions}>
                {isOpen && !signedAt && actsAs('officer', 'registrar') && (
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

interface PaperSignatureProps extends OfferPartProps {
  signer: { id: string; name: string }
}

/** Staff write down that somebody signed on paper, with the scan of that paper. */
function PaperSignature(props: PaperSignatureProps) {
  const { t } = useTranslation('admissions')
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <PaperForm {...props} onLeave={() => setOpen(false)} />
  return (
    <Button aria-label={`${t('offers.paper')}: ${props.signer.name}`} onClick={() => setOpen(true)}>
      {t('offers.paper')}
    </Button>
  )
}

function PaperForm({ file, offer, decision, signer, onLeave }: PaperSignatureProps & { onLeave: () => void }) {
  const { t } = useTranslation('admissions')
  const errorText = useErrorText()
  const of = { offerId: offer.id, signerId: signer.id }
  const scan = useScan({ student_id: file.student.student_id, on: of })
  const isSending = scan.share !== undefined
  const send = async () => {
    const scanId = await scan.send()
    if (scanId !== undefined) await decision.send(file, { kind: 'paper-signature', ...of, scanId })
  }
  return (
    <form
      noValidate
      aria-label={`${t('offers.paper')}: ${signer.name}`}
      className={css.paper}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isSending && !decision.isPending) void send()
      }}
    >
      <ScanChoice scan={scan} lead={t('offers.scan.lead', { megabytes: scanMegabytes })} takesFocus />
      {scan.problem && <InlineNotice tone="problem">{errorText(scan.problem)}</InlineNotice>}
      <div className={css.actions}>
        <Button type="submit" kind="main" isWorking={isSending || decision.isPending}>
          {t('offers.scan.record')}
        </Button>
        <Button onClick={onLeave}>{t('offers.scan.leave')}</Button>
      </div>
    </form>
  )
}
