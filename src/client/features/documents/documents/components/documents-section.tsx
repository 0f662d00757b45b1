// chunk: students
import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { useCallback, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { recalledAtom } from '#client/platform/offline/last-data.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import common from '#client/ui/common.module.css'
import link from '#client/ui/link.module.css'
import { Failure, Loading } from '#client/ui/tables/list-frame.tsx'
import { type DocumentItem, studentDocuments } from '#shared/documents/document.contract.ts'
import { recallDocuments } from '../document.api.ts'
import { DocumentStateMark } from './document-state.tsx'
import css from './documents.module.css'
import { DocumentsAge } from './documents-age.tsx'

interface SectionProps {
  studentId: string
  /** Opens one of them, where they open in a dialog. */
  onOpen?: (code: string) => void
  /** The one that somebody comes back from: it gets the focus. */
  returnTo?: string | undefined
}

/** A student's documents in short, inside of the student's file. */
export function DocumentsSection({ studentId, onOpen, returnTo }: SectionProps) {
  const { t } = useTranslation('documents')
  const errorText = useErrorText()
  const question = useCallback(() => recallDocuments(studentId), [studentId])
  const { answer, failure, again } = useAnswer(question)
  const isRecalled = useAtomValue(recalledAtom)[studentDocuments.path] !== undefined
  const list = useRef<HTMLUListElement>(null)
  const isThere = answer !== undefined
  useEffect(() => {
    if (isThere && returnTo) list.current?.querySelector<HTMLElement>(`[data-code="${CSS.escape(returnTo)}"]`)?.focus()
  }, [isThere, returnTo])
  const open = answer?.items.filter(({ isSettled, isAsked }) => isAsked && !isSettled).length ?? 0
  return (
    <section className={css.section} aria-labelledby="documents-title">
      <h3 id="documents-title">{t('title')}</h3>
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
      {!answer && !failure && <Loading>{t('loading')}</Loading>}
      {answer && (
        <>
          <DocumentsAge />
          {!isRecalled && <p className={common.soft}>{answer.isSettled ? t('settled') : t('open', { count: open })}</p>}
          <ul ref={list} className={css.short}>
            {answer.items.map((item) => (
              <Line key={item.type.code} item={item} onOpen={onOpen} />
            ))}
          </ul>
          <Link to="/upload/$id" params={{ id: studentId }} className={link.link}>
            {t('section.all')}
          </Link>
        </>
      )}
    </section>
  )
}

function Line({ item, onOpen }: { item: DocumentItem; onOpen: SectionProps['onOpen'] }) {
  const pick = useBilingual()
  const { code, label } = item.type
  const [latest] = item.files
  return (
    <li>
      {onOpen ? (
        <button type="button" className={css.open} data-code={code} onClick={() => onOpen(code)}>
          {pick(label)}
        </button>
      ) : (
        <span>{pick(label)}</span>
      )}{' '}
      <DocumentStateMark item={item} />
      {latest && (
        <bdi className={css.fileName} title={latest.doc_name}>
          {latest.doc_name}
        </bdi>
      )}
    </li>
  )
}
