import { Link, useParams, useSearch } from '@tanstack/react-router'
import { type ComponentType, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { ListFrame } from '#client/ui/list-frame.tsx'
import { studentData } from '#shared/contract/student.ts'
import { type FilePart, fileParts, readFilePart } from '../file-search.ts'
import { FileHead } from '../parts/file-head.tsx'
import { KeptPart } from '../parts/kept-part.tsx'
import { LastDataNote } from '../parts/last-data-note.tsx'
import { RetentionSection } from '../parts/retention-section.tsx'
import { Facts } from '../parts/student-facts.tsx'
import { StudentOffers } from '../parts/student-offers.tsx'
import { StudentSteps } from '../parts/student-steps.tsx'
import { readStudent, type StudentFile } from '../student.api.ts'
import { namesOf, unnamed } from '../student-names.ts'
import { useKeptSettled } from '../use-kept.ts'
import { useRights } from '../use-rights.ts'
import css from './student-screen.module.css'

/** A part is here when its whole address is; the router says so of itself. */
const exactly = { exact: true, includeSearch: true }

interface PartProps {
  studentId: string
  /** Of the application, where there is one. */
  submissionId: string | null
}

/** What other rooms show of a student. */
type Parts = Partial<Record<FilePart, ComponentType<PartProps>>>

/** The whole file of one student: who it is and where they stand, and below one part after another. */
export function StudentScreen({ parts }: { parts: Parts }) {
  const { id } = useParams({ from: '/_authenticated/student/$id' })
  return <OfStudent key={id} studentId={id} parts={parts} />
}

function OfStudent({ studentId, parts }: { studentId: string; parts: Parts }) {
  const { t, i18n } = useTranslation(['students', 'student-file'])
  const errorText = useErrorText()
  const question = useCallback(() => readStudent(studentId), [studentId])
  const { answer, failure, again } = useAnswer(question)
  useKeptSettled(studentId, again)
  const [name] = answer ? namesOf(answer.student, i18n.language) : []
  return (
    <ListFrame
      title={answer ? (name ?? t(unnamed(answer.student))) : t('file.title')}
      tools={
        <Link to="/reports/$id" params={{ id: studentId }} className={css.link}>
          {t('student-file:reports.open')}
        </Link>
      }
      failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: again }}
      loading={!answer && !failure ? t('loading') : undefined}
    >
      {answer && <Opened file={answer} again={again} parts={parts} />}
    </ListFrame>
  )
}

/** What this room shows by itself. */
const ownParts: readonly FilePart[] = ['standing', 'offers']

function Opened({ file, again, parts }: { file: StudentFile; again: () => void; parts: Parts }) {
  const { t } = useTranslation('student-file')
  const may = useRights()
  const search = useSearch({ from: '/_authenticated/student/$id' })
  const studentId = file.student.student_id
  const isShown: Partial<Record<FilePart, boolean>> = {
    application: may('submissions.see') && file.submissionId !== null,
    documents: may('documents.see'),
    scoring: may('scoring.score'),
    appointments: may('appointments.see'),
  }
  const shown = fileParts.filter((part) => ownParts.includes(part) || (parts[part] && isShown[part] !== false))
  const asked = readFilePart(search)
  const part = shown.includes(asked) ? asked : 'standing'
  const Part = parts[part]
  return (
    <>
      <FileHead file={file} />
      <LastDataNote of={[studentData.path]} />
      <nav aria-label={t('parts')} className={css.parts}>
        {shown.map((each) => (
          <Link
            key={each}
            to="/student/$id"
            params={{ id: studentId }}
            search={each === 'standing' ? {} : { part: each }}
            replace
            resetScroll={false}
            activeOptions={exactly}
            aria-current={each === part ? 'page' : undefined}
            className={css.tab}
          >
            {t(`part.${each}`)}
          </Link>
        ))}
      </nav>
      <div className={css.part}>
        <h2 className="visually-hidden">{t(`part.${part}`)}</h2>
        {part === 'standing' && (
          <>
            <Facts student={file.student} />
            <StudentSteps file={file} again={again} />
            {file.student.status === 'rejected' && <RetentionSection student={file.student} again={again} />}
          </>
        )}
        {part === 'offers' && <StudentOffers file={file} onStale={again} />}
        {Part && (
          <KeptPart key={part} again={again}>
            <Part studentId={studentId} submissionId={file.submissionId} />
          </KeptPart>
        )}
      </div>
    </>
  )
}
