import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { messageIdOf } from '#client/platform/use-answer.ts'
import { Button } from '#client/ui/button.tsx'
import type { StaffOffer } from '#shared/contract/offer.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import { fetchScan } from '../scan.api.ts'
import { useRights } from '../use-rights.ts'
import css from './offer-section.module.css'

interface ScanViewProps {
  studentId: string
  signer: string
  paper: NonNullable<StaffOffer['signers'][number]['paper']>
}

/** Who wrote a signature on paper down, and its scan for whoever reads a child's papers. */
export function ScanView({ studentId, signer, paper: { by, scanId } }: ScanViewProps) {
  const { t } = useTranslation('admissions')
  const pick = useBilingual()
  const errorText = useErrorText()
  const may = useRights()
  const { shown, failure, look, hide } = useShownScan(studentId)
  return (
    <>
      <p className={css.soft}>
        {t('offers.scan.by', { name: `\u2068${pick(by.name)}\u2069` })}
        {scanId === null && ` · ${t('offers.scan.none')}`}
      </p>
      {scanId !== null && may('documents.see') && (
        <div className={css.deeds}>
          <Button
            aria-label={`${t(shown ? 'offers.scan.hide' : 'offers.scan.look')}: ${signer}`}
            aria-expanded={shown !== undefined}
            onClick={() => (shown ? hide() : void look(scanId))}
          >
            {t(shown ? 'offers.scan.hide' : 'offers.scan.look')}
          </Button>
        </div>
      )}
      {failure && (
        <p role="alert" className={css.problem}>
          {errorText(failure)}
        </p>
      )}
      {shown && (
        <img className={css.scan} src={shown} alt={t('offers.scan.shown', { name: `\u2068${signer}\u2069` })} />
      )}
    </>
  )
}

/** The scan that is looked at: in memory, as long as it is shown. A PDF is saved, since only the browser's own reader opens it. */
function useShownScan(studentId: string) {
  const [shown, setShown] = useState<string>()
  const [failure, setFailure] = useState<MessageId>()
  useEffect(
    () => () => {
      if (shown) URL.revokeObjectURL(shown)
    },
    [shown],
  )
  const look = async (scanId: string) => {
    setFailure(undefined)
    try {
      const file = await fetchScan(studentId, scanId)
      const url = URL.createObjectURL(file)
      if (file.type !== 'application/pdf') return setShown(url)
      Object.assign(document.createElement('a'), { href: url, download: file.name }).click()
      setTimeout(() => URL.revokeObjectURL(url), 60_000)
    } catch (error) {
      setFailure(messageIdOf(error))
    }
  }
  return { shown, failure, look, hide: () => setShown(undefined) }
}
