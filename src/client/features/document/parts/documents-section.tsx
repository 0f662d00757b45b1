import { Link } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { Failure, Loading } from '#client/ui/list-frame.tsx'
import { readDocuments } from '../document.api.ts'
import { DocumentStateMark } from './document-state.tsx'
import css from './documents.module.css'

/** A student's documents in short, inside of the student's file. */
export function DocumentsSection({ studentId }: { studentId: string }) {
  const { t } = useTranslation('documents')
  const pick = useBilingual()
  const errorText = useErrorText()
  const question = useCallback(() => readDocuments(studentId), [studentId])
  const { answer, failure, again } = useAnswer(question)
  const open = answer?.items.filter(({ isSettled, isAsked }) => isAsked && !isSettled).length ?? 0
  return (
    <section className={css.section} aria-labelledby="documents-title">
      <h3 id="documents-title">{t('title')}</h3>
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
      {!answer && !failure && <Loading>{t('loading')}</Loading>}
      {answer && (
        <>
          <p className={css.soft}>{answer.isSettled ? t('settled') : t('open', { count: open })}</p>
          <ul className={css.short}>
            {answer.items.map((item) => (
              <li key={item.type.code}>
                <span>{pick(item.type.label)}</span> <DocumentStateMark item={item} />
                {item.files[0] && (
                  <bdi className={css.fileName} title={item.files[0].doc_name}>
                    {item.files[0].doc_name}
                  </bdi>
                )}
              </li>
            ))}
          </ul>
          <Link to="/upload/$id" params={{ id: studentId }} className={css.link}>
            {t('section.all')}
          </Link>
        </>
      )}
    </section>
  )
}
