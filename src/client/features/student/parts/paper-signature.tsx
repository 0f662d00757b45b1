import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { mimeOf } from '#client/platform/file-mime.ts'
import { Button } from '#client/ui/button.tsx'
import { FileButton } from '#client/ui/file-button.tsx'
import { scanBytes, scanKinds } from '#shared/rules/offer-scan.rules.ts'
import { useScan } from '../use-scan.ts'
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

const megabyte = 1024 * 1024
const anyKind = scanKinds.map((kind) => mimeOf[kind]).join(',')

function PaperForm({ file, offer, decision, signer, onLeave }: PaperSignatureProps & { onLeave: () => void }) {
  const { t } = useTranslation('admissions')
  const errorText = useErrorText()
  const of = { offerId: offer.id, signerId: signer.id }
  const scan = useScan({ student_id: file.student.student_id, ...of })
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
      <p className={css.soft}>{t('offers.scan.lead', { megabytes: scanBytes / megabyte })}</p>
      <div className={css.line}>
        <FileButton
          accept={anyKind}
          disabled={isSending}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that opened this is gone
          autoFocus
          onChange={(event) => {
            scan.choose(event.currentTarget.files?.[0])
            event.currentTarget.value = ''
          }}
        >
          <span>{t(scan.file ? 'offers.scan.other' : 'offers.scan.choose')}</span>
        </FileButton>
        {scan.file && <bdi className={css.scanName}>{scan.file.name}</bdi>}
      </div>
      {isSending && <progress max={1} value={scan.share} aria-label={t('offers.scan.sending')} />}
      {scan.problem && (
        <p role="alert" className={css.problem}>
          {errorText(scan.problem)}
        </p>
      )}
      <div className={css.deeds}>
        <Button type="submit" kind="main" isWorking={isSending || decision.isWorking}>
          {t('offers.scan.record')}
        </Button>
        <Button onClick={onLeave}>{t('offers.scan.leave')}</Button>
      </div>
    </form>
  )
}
