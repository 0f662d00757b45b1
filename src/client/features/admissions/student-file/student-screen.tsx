import { Link, useParams, useSearch } from '@tanstack/react-router'
import { type ComponentType, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { namesOf, unnamed } from '#client/features/students/record/student-names.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import common from '#client/ui/common.module.css'
import link from '#client/ui/link.module.css'
import { ListFrame } from '#client/ui/tables/list-frame.tsx'
import { studentData } from '#shared/admissions/student-file.contract.ts'
import type { StudentRow } from '#shared/students/student-row.contract.ts'
import { StudentOffers } from '../offers/components/student-offers.tsx'
import { StudentSteps } from '../transitions/components/student-steps.tsx'
import { usePendingDecisionSettled } from '../transitions/hooks/use-pending-decisions.ts'
import { ByRegistration } from './components/by-registration.tsx'
import { CachedPart } from './components/cached-part.tsx'
import { FileHead } from './components/file-head.tsx'
import { LastDataNote } from '#client/features/students/record/components/last-data-note.tsx'
import { Facts } from './components/student-facts.tsx'
import { type FilePart, type FileTab, fileParts, fileTabs, readFilePart } from './file-search.ts'
import { readStudent, type StudentFile } from './student.api.ts'
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

interface ScreenProps {
  parts: Parts
  /** How long a rejected student's file is kept, shown below where they stand. */
  Retention: ComponentType<{ student: StudentRow; again: () => void }>
}

const isStudentId = (id: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)

/** The whole file of one student: who it is and where they stand, and below one part after another. In the address stands its
 * id, or the number it is registered under. */
export function StudentScreen({ parts, Retention }: ScreenProps) {
  const { id } = useParams({ from: '/_authenticated/student/$id' })
  if (!isStudentId(id)) return <ByRegistration key={id} number={id} />
  return <OfStudent key={id} studentId={id} parts={parts} Retention={Retention} />
}

function OfStudent({ studentId, parts, Retention }: ScreenProps & { studentId: string }) {
  const may = useRights()
  const { t, i18n } = useTranslation(['students', 'students.file'])
  const errorText = useErrorText()
  const question = useCallback(() => readStudent(studentId), [studentId])
  const { answer, failure, again } = useAnswer(question)
  usePendingDecisionSettled(studentId, again)
  const [name] = answer ? namesOf(answer.student, i18n.language) : []
  return (
    <ListFrame
      title={answer ? (name ?? t(unnamed(answer.student))) : t('file.title')}
      tools={
        <span className={common.actions}>
          {may('fees.see') && (
            <Link to="/fees/$admissionNo" params={{ admissionNo: studentId }} className={link.link}>
              {t('students.file:fees')}
            </Link>
          )}
          <Link to="/reports/$id" params={{ id: studentId }} className={link.link}>
            {t('students.file:reports.open')}
          </Link>
        </span>
      }
      failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: again }}
      loading={!answer && !failure ? t('loading') : undefined}
    >
      {answer && <Opened file={answer} again={again} parts={parts} Retention={Retention} />}
    </ListFrame>
  )
}

interface TabsProps {
  studentId: string
  shown: readonly FilePart[]
  part: FilePart
}

/** The tabs of a file, and the parts of the one that is open where it has several. */
function FileTabs({ studentId, shown, part }: TabsProps) {
  const { t } = useTranslation(['students.file', 'admissions.readiness'])
  const tabs = (Object.keys(fileTabs) as FileTab[])
    .map((tab) => ({ tab, parts: shown.filter((each) => fileTabs[tab].some((one) => one === each)) }))
    .filter(({ parts }) => parts.length > 0)
  const open = tabs.find(({ parts }) => parts.includes(part))
  const to = (each: FilePart) => ({
    to: '/student/$id' as const,
    params: { id: studentId },
    search: each === 'standing' ? {} : { part: each },
    replace: true,
    resetScroll: false,
    activeOptions: exactly,
  })
  return (
    <>
      <nav aria-label={t('students.file:parts')} className={css.parts}>
        {tabs.map(({ tab, parts: [first = 'standing'] }) => (
          <Link key={tab} {...to(first)} aria-current={tab === open?.tab ? 'page' : undefined} className={css.tab}>
            {t(`admissions.readiness:tab.${tab}`)}
          </Link>
        ))}
      </nav>
      {open && open.parts.length > 1 && (
        <nav aria-label={t(`admissions.readiness:tab.${open.tab}`)} className={css.within}>
          {open.parts.map((each) => (
            <Link key={each} {...to(each)} aria-current={each === part ? 'page' : undefined} className={css.sub}>
              {t(`students.file:part.${each}`)}
            </Link>
          ))}
        </nav>
      )}
    </>
  )
}

/** What this room shows by itself. */
const ownParts: readonly FilePart[] = ['standing', 'offers']

interface OpenedProps extends ScreenProps {
  file: StudentFile
  again: () => void
}

function Opened({ file, again, parts, Retention }: OpenedProps) {
  const { t } = useTranslation('students.file')
  const may = useRights()
  const search = useSearch({ from: '/_authenticated/student/$id' })
  const studentId = file.student.student_id
  // Of an open file those who may erase it can give the family what is in it.
  const hasRetention = file.student.status === 'rejected' || may('students.erase')
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
      <FileTabs studentId={studentId} shown={shown} part={part} />
      <div className={css.part}>
        <h2 className="visually-hidden">{t(`part.${part}`)}</h2>
        {part === 'standing' && (
          <div className={css.overview}>
            <div>
              <StudentSteps file={file} again={again} />
              {hasRetention && <Retention student={file.student} again={again} />}
            </div>
            <Facts student={file.student} />
          </div>
        )}
        {part === 'offers' && <StudentOffers file={file} onStale={again} />}
        {Part && (
          <CachedPart key={part} isOpenOffline={part === 'notes'} again={again}>
            <Part studentId={studentId} submissionId={file.submissionId} />
          </CachedPart>
        )}
      </div>
    </>
  )
}
