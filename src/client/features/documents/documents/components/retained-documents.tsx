import { useAtomValue } from 'jotai'
import { useEffect, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { recalledAtom } from '#client/platform/offline/last-data.ts'
import { Button } from '#client/ui/button.tsx'
import { type DocumentItem, studentDocuments } from '#shared/documents/document.contract.ts'
import { DocumentAbout } from './document-about.tsx'
import { DocumentHistory } from './document-history.tsx'
import css from './documents.module.css'
import { DocumentsAge } from './documents-age.tsx'

/** Whether nobody answered, and the documents are as this device saw them last. */
export const useAreRetained = (): boolean => useAtomValue(recalledAtom)[studentDocuments.path] !== undefined

interface PendingDecisionProps {
  items: readonly DocumentItem[]
  /** Where each has to say which it is. */
  areTitled?: boolean
  again: () => void
}

/** Documents as they stood when this device saw them last: read, and nothing done with them, until the network is back. */
export function RetainedDocuments({ items, areTitled = false, again }: PendingDecisionProps) {
  const { t } = useTranslation('documents')
  useEffect(() => {
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [again])
  return (
    <>
      <DocumentsAge />
      {items.map((item) => (
        <RetainedDocument key={item.type.code} item={item} isTitled={areTitled} />
      ))}
      {items.length === 0 && <p>{t('dialog.notKept')}</p>}
      <Button onClick={again}>{t('retry')}</Button>
    </>
  )
}

function RetainedDocument({ item, isTitled }: { item: DocumentItem; isTitled: boolean }) {
  const pick = useBilingual()
  const titleId = useId()
  if (!isTitled)
    return (
      <>
        <DocumentAbout item={item} />
        <DocumentHistory deeds={item.deeds} />
      </>
    )
  return (
    <section aria-labelledby={titleId} className={css.kept}>
      <h2 id={titleId}>
        <bdi>{pick(item.type.label)}</bdi>
      </h2>
      <DocumentAbout item={item} />
      <DocumentHistory deeds={item.deeds} />
    </section>
  )
}
