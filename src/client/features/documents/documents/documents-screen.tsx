import { Link, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import link from '#client/ui/link.module.css'
import { ListFrame } from '#client/ui/tables/list-frame.tsx'
import { formatReference } from '#shared/kernel/text/reference-number.rules.ts'
import { AskFamily } from './components/ask-family.tsx'
import { DocumentReview } from './components/document-review.tsx'
import css from './components/documents.module.css'
import { RetainedDocuments, useAreRetained } from './components/retained-documents.tsx'
import { recallDocuments, type StudentDocuments } from './document.api.ts'
import { type Documents, useDocuments } from './hooks/use-documents.ts'

/** What papers one student has brought: added, looked at and decided on here. */
export function DocumentsScreen() {
  const { id } = useParams({ from: '/_authenticated/upload/$id' })
  return <OfStudent key={id} studentId={id} />
}

function OfStudent({ studentId }: { studentId: string }) {
  const { t } = useTranslation('documents')
  const errorText = useErrorText()
  const documents = useDocuments(studentId, recallDocuments)
  const { answer, failure, again } = documents
  return (
    <ListFrame
      isWide
      title={t('title')}
      tools={
        <Link to="/student/$id" params={{ id: studentId }} search={{ part: 'documents' }} className={link.link}>
          {t('back')}
        </Link>
      }
      failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: again }}
      loading={!answer && !failure ? t('loading') : undefined}
      empty={answer?.items.length === 0 ? { title: t('empty.title'), text: t('empty.text') } : undefined}
    >
      {answer && <Opened answer={answer} documents={documents} />}
    </ListFrame>
  )
}

function Opened({ answer, documents }: { answer: StudentDocuments; documents: Documents }) {
  const { t, i18n } = useTranslation('documents')
  const { student, items, isSettled } = answer
  const names = [student.student_name, student.student_name_ar]
  const name = (i18n.language === 'ar' ? names.toReversed() : names).find((each) => each)
  const open = items.filter((item) => item.isAsked && !item.isSettled).length
  const areKept = useAreRetained()
  return (
    <>
      <p className={css.who}>
        <bdi>{name ?? t('noName')}</bdi> ·{' '}
        <bdi dir="ltr" className="num">
          {formatReference(student.registration_id)}
        </bdi>{' '}
        · {isSettled ? t('settled') : t('open', { count: open })}
      </p>
      {areKept ? (
        <RetainedDocuments areTitled items={items} again={documents.again} />
      ) : (
        <>
          {items.length > 0 && <DocumentReview answer={answer} documents={documents} />}
          <AskFamily answer={answer} again={documents.again} />
        </>
      )}
    </>
  )
}
