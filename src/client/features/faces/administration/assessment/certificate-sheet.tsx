import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { useNow } from '#client/platform/use-now.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { PrintIcon } from '#client/ui/icons/action-icons.tsx'
import facts from '#client/ui/tables/facts.module.css'
import type { FaceForgotten } from '#shared/faces/face-report.contract.ts'
import { fromInstant, minuteMs } from '#shared/kernel/time.ts'
import { Document } from '../components/document.tsx'
import { saveCertificate } from '../face-desk.api.ts'

interface CertificateSheetProps {
  forgotten: FaceForgotten
  onClose: () => void
}

/** The certificate of one deletion, to be read and to be printed for the person who asks. */
export function CertificateSheet({ forgotten, onClose }: CertificateSheetProps) {
  const { t } = useTranslation('faces.administration')
  const title = t('certificate.title')
  const footer = (
    <>
      <Button onClick={onClose}>{t('close')}</Button>
      <Button kind="main" icon={<PrintIcon />} onClick={() => print()}>
        {t('print')}
      </Button>
    </>
  )
  return (
    <Sheet title={title} onClose={onClose} footer={footer}>
      <Certificate forgotten={forgotten} />
      <AsLetter forgotten={forgotten} />
      <Document title={title}>
        <Certificate forgotten={forgotten} />
      </Document>
    </Sheet>
  )
}

/** The same as a letter of the school, as soon as what it says is true. */
function AsLetter({ forgotten: { id, devices } }: { forgotten: FaceForgotten }) {
  const { t } = useTranslation('faces.administration')
  const nowMs = useNow(minuteMs)
  const errorText = useErrorText()
  const { mutate, isPending, error } = useMutation(saveCertificate)
  const isGone = devices.every(({ doneAt, expiresAt }) => doneAt !== null || fromInstant(expiresAt) <= nowMs)
  if (!isGone) return <p className={common.soft}>{t('certificate.letterNotYet')}</p>
  return (
    <>
      <p className={common.soft}>{t('certificate.letterHint')}</p>
      <Button isWorking={isPending} onClick={() => void mutate(id)}>
        {t('certificate.letter')}
      </Button>
      <span role="status">{isPending ? t('certificate.letterWorking') : ''}</span>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </>
  )
}

function Certificate({ forgotten }: { forgotten: FaceForgotten }) {
  const { t } = useTranslation('faces.administration')
  const pick = useBilingual()
  const format = useFormat()
  const { id, name, reason, at, devices, completeAt } = forgotten
  return (
    <>
      <p>{t('certificate.text')}</p>
      <dl className={facts.facts}>
        <dt>{t('deletions.column.who')}</dt>
        <dd>
          <bdi>{pick(name)}</bdi>
        </dd>
        <dt>{t('deletions.column.why')}</dt>
        <dd>{t(`deletions.reason.${reason}`)}</dd>
        <dt>{t('certificate.server')}</dt>
        <dd>{format.dateTime(at)}</dd>
        <dt>{t('certificate.complete')}</dt>
        <dd>{completeAt ? format.dateTime(completeAt) : t('certificate.notYet')}</dd>
        <dt>{t('certificate.number')}</dt>
        <dd>
          <bdi dir="ltr" className="num">
            {id}
          </bdi>
        </dd>
      </dl>
      <h3>{t('certificate.devices')}</h3>
      {devices.length === 0 && <p>{t('certificate.noDevices')}</p>}
      <ul>
        {devices.map((device) => (
          <CertifiedDevice key={device.deviceId} device={device} />
        ))}
      </ul>
    </>
  )
}

function CertifiedDevice({
  device: { till, deviceId, doneAt, expiresAt },
}: {
  device: FaceForgotten['devices'][number]
}) {
  const { t } = useTranslation('faces.administration')
  const pick = useBilingual()
  const format = useFormat()
  const nowMs = useNow(minuteMs)
  const state = doneAt ? 'done' : fromInstant(expiresAt) <= nowMs ? 'itself' : 'by'
  return (
    <li>
      <bdi>{till ? pick(till.name) : t('certificate.unknownDevice')}</bdi>{' '}
      <bdi dir="ltr" className="num">
        {till ? `${till.siteCode}-${till.tillCode}` : deviceId.slice(0, 8)}
      </bdi>
      {' — '}
      {t(`certificate.${state}`, { at: format.dateTime(doneAt ?? expiresAt) })}
    </li>
  )
}
