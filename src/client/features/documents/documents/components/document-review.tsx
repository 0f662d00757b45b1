import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import type { DocumentItem } from '#shared/documents/document.contract.ts'
import type { StudentDocuments } from '../document.api.ts'
import type { Documents } from '../hooks/use-documents.ts'
import { useNextReview } from '../hooks/use-next-review.ts'
import { onLetter } from '../review-keys.ts'
import { DocumentPane, type PaneHandle } from './document-pane.tsx'
import { DocumentStateMark } from './document-state.tsx'
import css from './documents.module.css'

interface ReviewProps {
  answer: StudentDocuments
  documents: Documents
}

/**
 * The list of what is asked, and the one document that is looked at. Letters work while the focus is in here: next, previous,
 * open, approve, reject.
 */
export function DocumentReview({ answer, documents }: ReviewProps) {
  const { t } = useTranslation('documents')
  const pick = useBilingual()
  const { items, student } = answer
  const [chosen, setChosen] = useState(() => items.find((item) => item.state === 'uploaded')?.type.code)
  const found = items.findIndex(({ type }) => type.code === chosen)
  const at = Math.max(0, found)
  const item = items[at]
  const pane = useRef<PaneHandle>(null)
  const list = useRef<HTMLUListElement>(null)
  const goTo = (next: number) => {
    setChosen(items[next]?.type.code)
    list.current?.querySelectorAll('button')[next]?.focus()
  }
  const go = (by: number) => goTo((at + by + items.length) % items.length)
  const deciding = useNextReview({
    items,
    documents,
    onNext: (next) => goTo(items.indexOf(next)),
    onNone: () => !list.current?.contains(document.activeElement) && pane.current?.focus(),
  })
  const onKey = (event: KeyboardEvent) =>
    onLetter(event, {
      KeyN: () => go(1),
      KeyP: () => go(-1),
      ArrowDown: () => go(1),
      ArrowUp: () => go(-1),
      KeyO: () => pane.current?.look(),
      KeyA: () => pane.current?.begin('approve'),
      KeyR: () => pane.current?.begin('reject'),
    })
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- letters are a second way; everything in here is a button
    <div className={css.review} onKeyDown={onKey}>
      <nav aria-label={t('list')} data-column="list">
        <ul ref={list} className={css.list}>
          {items.map((each) => (
            <li key={each.type.code}>
              <button
                type="button"
                className={css.row}
                aria-current={each === item || undefined}
                // One stop for the whole list: arrows lead through it, and the next stop is the document beside it.
                tabIndex={each === item ? 0 : -1}
                onClick={() => setChosen(each.type.code)}
              >
                <span className={common.strong}>{pick(each.type.label)}</span>
                <DocumentStateMark item={each} />
              </button>
            </li>
          ))}
        </ul>
        <p className={common.soft}>{t('keys')}</p>
        <DoneBefore items={items} code={documents.doneWith} shown={item} />
      </nav>
      {item && (
        <DocumentPane ref={pane} key={item.type.code} studentId={student.student_id} item={item} documents={deciding} />
      )}
    </div>
  )
}

interface DoneProps {
  items: readonly DocumentItem[]
  /** The document of the last decision. */
  code: string | undefined
  shown: DocumentItem | undefined
}

/** That a decision on a document was taken which is shown no more; of the one that is, its own pane says so. */
function DoneBefore({ items, code, shown }: DoneProps) {
  const { t } = useTranslation('documents')
  const pick = useBilingual()
  const before = items.find(({ type }) => type.code === code && type.code !== shown?.type.code)
  return <InlineNotice tone="success">{before && `${pick(before.type.label)}: ${t('done')}`}</InlineNotice>
}
