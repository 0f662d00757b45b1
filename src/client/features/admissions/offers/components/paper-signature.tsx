import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { Button } from '#client/ui/button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { ScanChoice, scanMegabytes } from '../../joining/components/scan-choice.tsx'
import { useScan } from '../../joining/hooks/use-scan.ts'
import type { OfferPartProps } from './offer-part.types.ts'
import css from './offer-section.module.css'

interface PaperSignatureProps extends OfferPartProps {
  signer: { id: string; name: string }
}

/** Staff write down that somebody signed on paper, with the scan of that paper. */
export function PaperSignature(props: PaperSignatureProps) {
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
        if (!isSending && !decision.isWorking) void send()
      }}
    >
      <ScanChoice scan={scan} lead={t('offers.scan.lead', { megabytes: scanMegabytes })} takesFocus />
      {scan.problem && <InlineNotice tone="problem">{errorText(scan.problem)}</InlineNotice>}
      <div className={css.deeds}>
        <Button type="submit" kind="main" isWorking={isSending || decision.isWorking}>
          {t('offers.scan.record')}
        </Button>
        <Button onClick={onLeave}>{t('offers.scan.leave')}</Button>
      </div>
    </form>
  )
}
