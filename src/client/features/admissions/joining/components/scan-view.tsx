import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { ShownFileView } from '#client/platform/files/shown-file.tsx'
import { useShownFile } from '#client/platform/files/use-shown-file.ts'
import { Button } from '#client/ui/button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import type { StaffOffer } from '#shared/admissions/offers/offer.contract.ts'
import css from '../../offers/components/offer-section.module.css'
import { fetchScan } from '../scan.api.ts'

interface ScanViewProps {
  studentId: string
  signer: string
  paper: NonNullable<StaffOffer['signers'][number]['paper']>
  /** The day of a paper with what somebody agrees to; without, it is a letter that they signed. */
  decidedAt?: string
}

/** Who wrote a signature on paper down, and its scan for the person who reads a child's papers. */
export function ScanView({ studentId, signer, paper: { by, scanId }, decidedAt }: ScanViewProps) {
  const { t } = useTranslation('admissions')
  const pick = useBilingual()
  const errorText = useErrorText()
  const may = useRights()
  const format = useFormat()
  const recorded = { name: `\u2068${pick(by.name)}\u2069` }
  const { shown, failure, look, hide } = useShownFile()
  return (
    <>
      <p className={css.soft}>
        {decidedAt === undefined
          ? t('offers.scan.by', recorded)
          : t('consents.by', { ...recorded, day: format.day(Date.parse(decidedAt)) })}
        {scanId === null && ` · ${t('offers.scan.none')}`}
      </p>
      {scanId !== null && may('documents.see') && (
        <div className={css.actions}>
          <Button
            aria-label={`${t(shown ? 'offers.scan.hide' : 'offers.scan.look')}: ${signer}`}
            aria-expanded={shown !== undefined}
            onClick={() => (shown ? hide() : void look(scanId, () => fetchScan(studentId, scanId)))}
          >
            {t(shown ? 'offers.scan.hide' : 'offers.scan.look')}
          </Button>
        </div>
      )}
      {failure && <InlineNotice tone="problem">{errorText(failure)}</InlineNotice>}
      {shown && (
        <ShownFileView
          shown={shown}
          alt={t(decidedAt === undefined ? 'offers.scan.shown' : 'consents.shown', { name: `\u2068${signer}\u2069` })}
          words={{ pdf: t('offers.scan.pdf'), open: t('offers.scan.open'), save: t('offers.scan.save') }}
        />
      )}
    </>
  )
}
