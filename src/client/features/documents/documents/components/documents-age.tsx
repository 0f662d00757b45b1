import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import { recalledAtom } from '#client/platform/offline/last-data.ts'
import { useNow } from '#client/platform/use-now.ts'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { studentDocuments } from '#shared/documents/document.contract.ts'

/** Says of when the documents are, where nobody answers and this device shows what it saw last; and what needs a network. */
export function DocumentsAge() {
  const { t } = useTranslation('documents')
  const format = useFormat()
  const at = useAtomValue(recalledAtom)[studentDocuments.path]
  const nowMs = useNow(60_000)
  if (at === undefined) return null
  return (
    <InlineNotice tone="warning" isBoxed>
      {t('lastSeen', { ago: format.ago(at, nowMs), at: format.dateTime(at) })}
    </InlineNotice>
  )
}
