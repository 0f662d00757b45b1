import { Link } from '@tanstack/react-router'
import { type ReactNode, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { namesOf, unnamed } from '#client/features/students/record/student-names.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useListKeys } from '#client/platform/use-list-keys.ts'
import { SidePanel } from '#client/ui/feedback/side-panel.tsx'
import { NextRowIcon, PreviousRowIcon } from '#client/ui/icons/frame-icons.tsx'
import { Failure, Loading } from '#client/ui/tables/list-frame.tsx'
import { studentData } from '#shared/admissions/student-file.contract.ts'
import type { StudentRow } from '#shared/students/student-row.contract.ts'
import { StudentOffers } from '../../offers/components/student-offers.tsx'
import { StudentSteps } from '../../transitions/components/student-steps.tsx'
import { usePendingDecisionSettled } from '../../transitions/hooks/use-pending-decisions.ts'
import { readStudent, type StudentFile } from '../student.api.ts'
import { LastDataNote } from '#client/features/students/record/components/last-data-note.tsx'
import { Facts, StudentLead } from './student-facts.tsx'
import { StudentHistory } from './student-history.tsx'

/** Which line of the list is open, and the way to those beside it. */
export interface RowSteps {
  /** Undefined where the list does not show this student. */
  position: { no: number; count: number } | undefined
  step: (by: 1 | -1) => void
  /** It was opened by going on from another one: the focus stays in the list. */
  isByStep: boolean
}

interface SheetProps {
  studentId: string
  row: RowSteps
  /** The student's documents, for staff who may see them. */
  documents: ReactNode
  onClose: () => void
  /** Somebody's decision has been taken: the line in the list says so too. */
  onChanged: (student: StudentRow) => void
  /** Opens one of the documents; absent for the person who may not see them. */
  onDocument?: ((code: string) => void) | undefined
}

/** The file of one student beside the list: who, where they stand, how they came there, and which steps lead on. */
export function StudentSheet({ studentId, row, documents, onClose, onChanged, onDocument }: SheetProps) {
  const { t, i18n } = useTranslation('students')
  const errorText = useErrorText()
  const question = useCallback(() => readStudent(studentId), [studentId])
  const { answer, failure, again } = useAnswer(question)
  usePendingDecisionSettled(studentId, again)
  const names = answer && namesOf(answer.student, i18n.language)
  const loading = failure ? t('file.title') : t('loading')
  return (
    <SidePanel
      title={<bdi>{names ? (names[0] ?? t(unnamed(answer.student))) : loading}</bdi>}
      tools={<PanelTools studentId={studentId} row={row} />}
      takesFocus={!row.isByStep}
      onClose={onClose}
    >
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
      {!answer && !failure && <Loading>{t('loading')}</Loading>}
      {answer && (
        <File file={answer} documents={documents} again={again} onChanged={onChanged} onDocument={onDocument} />
      )}
    </SidePanel>
  )
}

interface FileProps {
  file: StudentFile
  documents: ReactNode
  again: () => void
  onChanged: SheetProps['onChanged']
  onDocument: SheetProps['onDocument']
}

function File({ file, documents, again, onChanged, onDocument }: FileProps) {
  const may = useRights()
  const waiting = file.readiness?.documents.next
  useListKeys({
    KeyR: onDocument && waiting ? () => onDocument(waiting) : undefined,
    KeyS: showSteps,
  })
  return (
    <>
      <LastDataNote of={[studentData.path]} />
      <StudentLead file={file} />
      <StudentSteps file={file} again={again} onChanged={onChanged} onDocument={onDocument} />
      <StudentOffers file={file} onStale={again} onChanged={onChanged} />
      {may('documents.see') && documents}
      <Facts student={file.student} />
      <StudentHistory history={file.history} />
    </>
  )
}

/** Goes to the steps that lead on, below in the same file; without one to the heading above them. */
function showSteps(): void {
  const title = document.getElementById('student-moves')
  title?.scrollIntoView({ block: 'start' })
  title?.parentElement?.querySelector<HTMLElement>('button, input, select, textarea')?.focus({ preventScroll: true })
}

/** The files before and after this one, and the way to the whole record. */
function PanelTools({ studentId, row: { position, step } }: { studentId: string; row: RowSteps }) {
  const { t } = useTranslation('admissions.student-list')
  const { no = 0, count = 0 } = position ?? {}
  return (
    <>
      {position && (
        <>
          <button type="button" aria-label={t('file.before')} disabled={no <= 1} onClick={() => step(-1)}>
            <PreviousRowIcon />
          </button>
          <button type="button" aria-label={t('file.after')} disabled={no >= count} onClick={() => step(1)}>
            <NextRowIcon />
          </button>
          <span className="num">{t('file.position', { no, count })}</span>
        </>
      )}
      <Link to="/student/$id" params={{ id: studentId }}>
        {t('file.whole')} <kbd aria-hidden="true">{'O'}</kbd>
      </Link>
    </>
  )
}
