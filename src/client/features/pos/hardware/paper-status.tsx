// chunk: hardware
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { printJobsAtom } from '#client/platform/hardware/hardware-settings.ts'
import { drawerAtom, fallbackAtom } from '#client/platform/hardware/printing.ts'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'

interface StatusProps {
  /** Number of the document, as people call it. */
  doc: string
  /** Its id; left out for what opens no drawer. */
  of?: string
}

/** What became of a document's paper and of the drawer opened for it, as far as anybody knows. Quiet while all is well. */
export function PaperStatus({ doc, of }: StatusProps) {
  const { t } = useTranslation('pos.hardware')
  const job = useAtomValue(printJobsAtom).find((each) => each.doc === doc)
  const drawer = useAtomValue(drawerAtom)
  const fallback = useAtomValue(fallbackAtom)
  return (
    <>
      {drawer?.state === 'unknown' && of !== undefined && drawer.ref === of && (
        <InlineNotice tone="warning">{t('drawer.unknown')}</InlineNotice>
      )}
      {fallback && (
        <InlineNotice tone="warning">
          {t(`why.${fallback}`)} {t('fallback')}
        </InlineNotice>
      )}
      {job && job.printer !== 'browser' && (
        <InlineNotice
          tone={job.why && job.why !== 'under-way' ? 'warning' : job.state === 'confirmed' ? 'success' : 'info'}
          data-print-state={job.why === 'under-way' ? 'under-way' : job.state}
        >
          {job.why === 'under-way' ? t('why.under-way') : t(`state.${job.state}`)}
          {job.why && job.why !== 'under-way' && <> – {t(`why.${job.why}`)}</>}
        </InlineNotice>
      )}
    </>
  )
}
