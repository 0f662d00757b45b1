// chunk: desk-parts
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import { recalledAtom } from '#client/platform/offline/last-data.ts'
import { useNow } from '#client/platform/use-now.ts'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'

/** Says of when it is what stands below, where nobody answers and this device shows what it saw last. */
export function LastDataNote({ of }: { of: readonly string[] }) {
  const { t } = useTranslation('students')
  const format = useFormat()
  const recalled = useAtomValue(recalledAtom)
  const nowMs = useNow(60_000)
  const ages = of.flatMap((path) => recalled[path] ?? [])
  if (ages.length === 0) return null
  const at = Math.min(...ages)
  return (
    <InlineNotice tone="warning" isBoxed>
      {t('lastData', { ago: format.ago(at, nowMs), at: format.dateTime(at) })}
    </InlineNotice>
  )
}
