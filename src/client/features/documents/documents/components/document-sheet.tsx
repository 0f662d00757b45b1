import { type KeyboardEvent, type Ref, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { Failure, Loading } from '#client/ui/tables/list-frame.tsx'
import type { DocumentItem } from '#shared/documents/document.contract.ts'
import { formatReference } from '#shared/kernel/text/reference-number.rules.ts'
import { recallDocuments, type StudentDocuments } from '../document.api.ts'
import { type Documents, useDocuments } from '../hooks/use-documents.ts'
import { useNextReview } from '../hooks/use-next-review.ts'
import { onLetter } from '../review-keys.ts'
import { DocumentPane, type PaneHandle } from './document-pane.tsx'
import css from './documents.module.css'
import { RetainedDocuments, useAreRetained } from './retained-documents.tsx'

interface WaysProps {
  ref: Ref<HTMLDivElement>
  answer: StudentDocuments | undefined
  /** Which of them is shown, from 0; below that none. */
  at: number
  onBack: () => void
  onGo: (by: number) => void
}

/** Whose document it is, the way back to them, and to the documents before and after this one. */
function DocumentWays({ ref, answer, at, onBack, onGo }: WaysProps) {
  const { t, i18n } = useTranslation('documents')
  const pick = useBilingual()
  const items = answer?.items ?? []
  const label = items[at]?.type.label
  const names = [answer?.student.student_name, answer?.student.student_name_ar]
  const name = (i18n.language === 'ar' ? names.toReversed() : names).find((each) => each)
  return (
    <>
      {answer && (
        <p className={css.who}>
          <bdi>{name ?? t('noName')}</bdi> ·{' '}
          <bdi dir="ltr" className="num">
            {formatReference(answer.student.registration_id)}
          </bdi>
        </p>
      )}
      <div ref={ref} className={css.ways}>
        <Button data-autofocus onClick={onBack}>
          {t('dialog.back')}
        </Button>
        {label && items.length > 1 && (
          <>
            <Button kind="quiet" data-by={-1} onClick={() => onGo(-1)}>
              {t('dialog.previous')}
            </Button>
            <Button kind="quiet" data-by={1} onClick={() => onGo(1)}>
              {t('dialog.next')}
            </Button>
            <span role="status" className={common.soft}>
              <span className="visually-hidden">{pick(label)}:</span>{' '}
              {t('dialog.place', { at: at + 1, of: items.length })}
            </span>
          </>
        )}
      </div>
    </>
  )
}

interface SheetProps {
  studentId: string
  /** Which of the student's documents. */
  code: string
  /** Shows another one in its place, or without a code the student. */
  onShow: (code?: string, replace?: boolean) => void
}

/** One document of a student in a dialog: what it is, what comes next, its files, and what may be done with it. */
export function DocumentSheet({ studentId, code, onShow }: SheetProps) {
  const { t } = useTranslation('documents')
  const pick = useBilingual()
  const errorText = useErrorText()
  const documents = useDocuments(studentId, recallDocuments)
  const { answer, failure, again } = documents
  const ways = useRef<HTMLDivElement>(null)
  const pane = useRef<PaneHandle>(null)
  useLostFocus(answer, ways)
  const items = answer?.items ?? []
  const at = items.findIndex(({ type }) => type.code === code)
  const item = items[at]
  const [next, setNext] = useState<string>()
  const deciding = useNextReview({
    items,
    documents,
    onNext: ({ type }) => {
      setNext(type.code)
      onShow(type.code, true)
    },
    // The last of several: back to the student, where the next step stands.
    onNone: () => next && onShow(),
  })
  const go = (by: number) => {
    onShow(items[(at + by + items.length) % items.length]?.type.code, true)
    ways.current?.querySelector<HTMLElement>(`[data-by="${by}"]`)?.focus()
  }
  const onKey = (event: KeyboardEvent) =>
    item &&
    onLetter(event, {
      KeyN: () => go(1),
      KeyP: () => go(-1),
      KeyO: () => pane.current?.look(),
      KeyA: () => pane.current?.begin('approve'),
      KeyR: () => pane.current?.begin('reject'),
    })
  return (
    <Sheet title={<bdi>{item ? pick(item.type.label) : t('dialog.title')}</bdi>} size="wide" onClose={() => onShow()}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- letters are a second way; everything in here is a button */}
      <div onKeyDown={onKey}>
        <DocumentWays ref={ways} answer={answer} at={at} onBack={() => onShow()} onGo={go} />
        {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
        {!answer && !failure && <Loading>{t('loading')}</Loading>}
        {answer && (
          <Shown
            key={code}
            studentId={studentId}
            item={item}
            documents={deciding}
            pane={pane}
            isNext={next === code && item?.state === 'uploaded'}
          />
        )}
      </div>
    </Sheet>
  )
}

interface ShownProps {
  studentId: string
  item: DocumentItem | undefined
  documents: Documents
  pane: RefObject<PaneHandle | null>
  isNext: boolean
}

function Shown({ studentId, item, documents, pane, isNext }: ShownProps) {
  const { t } = useTranslation('documents')
  const areKept = useAreRetained()
  if (areKept) return <RetainedDocuments items={item ? [item] : []} again={documents.again} />
  if (!item) return <p>{t('dialog.gone')}</p>
  return (
    <>
      <DocumentPane ref={pane} isTitled isNext={isNext} studentId={studentId} item={item} documents={documents} />
      <p className={common.soft}>{t('dialog.keys')}</p>
    </>
  )
}

/** A decision takes the button away that was pressed: the focus goes to the first way on, where letters and Tab still work. */
function useLostFocus(answer: unknown, ways: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const { activeElement, body } = document
    if (answer && (!activeElement || activeElement === body)) ways.current?.querySelector('button')?.focus()
  }, [answer, ways])
}
