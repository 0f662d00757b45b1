import { Link, useParams, useSearch } from '@tanstack/react-router'
import { type ComponentType, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { SummaryReport } from '#client/features/students/record/components/summary-report.tsx'
import { listReports, readRecord } from '#client/features/students/record/file.api.ts'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { namesOf } from '#client/features/students/record/student-names.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { Button } from '#client/ui/button.tsx'
import link from '#client/ui/link.module.css'
import { Printout } from '#client/ui/print/printout.tsx'
import { ListFrame } from '#client/ui/tables/list-frame.tsx'
import { FileHead } from './components/file-head.tsx'
import { StudentHistory } from './components/student-history.tsx'
import { readStudent } from './student.api.ts'
import css from './student-screen.module.css'

/** A part is here when its whole address is; the router says so of itself. */
const exactly = { exact: true, includeSearch: true }

interface PartProps {
  studentId: string
  submissionId: string | null
}

interface ReportsProps {
  /** What other rooms report of a student. */
  parts: Record<'application' | 'documents', ComponentType<PartProps>>
  /** The way to make a letter of it, for the person who may. */
  letter: ComponentType<{ studentId: string }>
}

/** The reports of one student: to be read here and printed as pages. */
export function ReportsScreen({ parts, letter }: ReportsProps) {
  const { id } = useParams({ from: '/_authenticated/reports/$id' })
  return <OfStudent key={id} studentId={id} parts={parts} letter={letter} />
}

const readAll = async (studentId: string) => ({
  file: await readStudent(studentId),
  record: await readRecord(studentId),
  reports: (await listReports(studentId)).reports.map(({ report_name }) => report_name),
})

type Read = Awaited<ReturnType<typeof readAll>>

function OfStudent({ studentId, parts, letter: Letter }: ReportsProps & { studentId: string }) {
  const isAllowed = useRights()('letters.issue')
  const { t } = useTranslation('students.file')
  const errorText = useErrorText()
  const question = useCallback(() => readAll(studentId), [studentId])
  const { answer, failure, again } = useAnswer(question)
  return (
    <ListFrame
      title={t('reports.title')}
      tools={
        <Link to="/student/$id" params={{ id: studentId }} className={link.link}>
          {t('reports.back')}
        </Link>
      }
      failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: again }}
      loading={!answer && !failure ? t('loading') : undefined}
    >
      {answer && <Opened read={answer} parts={parts} />}
      {answer && isAllowed && <Letter studentId={studentId} />}
    </ListFrame>
  )
}

function Opened({ read, parts }: { read: Read; parts: ReportsProps['parts'] }) {
  const { t } = useTranslation('students.file')
  const { report: asked } = useSearch({ from: '/_authenticated/reports/$id' })
  const { reports, file } = read
  const report = reports.find((each) => each === asked) ?? 'summary'
  return (
    <>
      <nav aria-label={t('reports.title')} className={css.parts}>
        {reports.map((each) => (
          <Link
            key={each}
            to="/reports/$id"
            params={{ id: file.student.student_id }}
            search={{ report: each }}
            replace
            activeOptions={exactly}
            aria-current={each === report ? 'page' : undefined}
            className={css.tab}
          >
            {t(`reports.name.${each}`)}
          </Link>
        ))}
      </nav>
      <div className={css.part}>
        <Button onClick={() => print()}>{t('reports.print')}</Button>
        <Report report={report} read={read} parts={parts} />
      </div>
      <Printout size="page">
        <Report report={report} read={read} parts={parts} />
      </Printout>
    </>
  )
}

interface ReportProps {
  report: Read['reports'][number]
  read: Read
  parts: ReportsProps['parts']
}

function Report({ report, read: { file, record }, parts }: ReportProps) {
  const { t, i18n } = useTranslation(['students.file', 'students'])
  const [name = t('students:noName')] = namesOf(file.student, i18n.language)
  const Part = report === 'application' || report === 'documents' ? parts[report] : undefined
  return (
    <article>
      <h2>
        {t(`reports.name.${report}`)} · <bdi>{name}</bdi>
      </h2>
      <FileHead file={file} />
      {Part && <Part studentId={file.student.student_id} submissionId={file.submissionId} />}
      {report === 'summary' && <SummaryReport record={record} />}
      {report === 'history' && <StudentHistory history={file.history} />}
    </article>
  )
}
