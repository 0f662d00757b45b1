import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import { useNow } from '#client/platform/use-now.ts'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'

/** Says of when it is what stands below, where nobody answers and this device shows what it saw last. */
export function RecalledNote({ atMs }: { atMs: number | undefined }) {
  const { t } = useTranslation('pos.pupil-accounts')
  const format = useFormat()
  const nowMs = useNow(60_000)
  if (atMs === undefined) return null
  return (
    <InlineNotice tone="warning" isBoxed>
      {t('kept.asOf', { ago: format.ago(atMs, nowMs), at: format.dateTime(atMs) })}
    </InlineNotice>
  )
}
