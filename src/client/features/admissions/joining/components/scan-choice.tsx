import { useTranslation } from 'react-i18next'
import { mimeOf } from '#client/platform/files/file-mime.ts'
import { FileButton } from '#client/ui/fields/file-button.tsx'
import { scanBytes, scanKinds } from '#shared/admissions/offers/offer-scan.rules.ts'
import css from '../../offers/components/offer-section.module.css'
import type { Scan } from '../hooks/use-scan.ts'

const megabyte = 1024 * 1024
const anyKind = scanKinds.map((kind) => mimeOf[kind]).join(',')

/** How large a scan may be, as its leads say it. */
export const scanMegabytes = scanBytes / megabyte

interface ScanChoiceProps {
  scan: Scan
  lead: string
  /** Where the button that opened this is gone. */
  takesFocus?: boolean
}

/** Which file the scan of a paper is, and how far it is on its way. */
export function ScanChoice({ scan, lead, takesFocus = false }: ScanChoiceProps) {
  const { t } = useTranslation('admissions')
  const isSending = scan.share !== undefined
  return (
    <>
      <p className={css.soft}>{lead}</p>
      <div className={css.line}>
        <FileButton
          accept={anyKind}
          disabled={isSending}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- only where the button that opened this is gone
          autoFocus={takesFocus}
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
    </>
  )
}
