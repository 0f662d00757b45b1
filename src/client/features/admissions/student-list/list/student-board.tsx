import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStatusLabel } from '#client/i18n/use-status-label.ts'
import { statusIcons } from '#client/features/students/record/components/status-icons.tsx'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import frame from '#client/ui/tables/list-frame.module.css'
import { Failure, Loading } from '#client/ui/tables/list-frame.tsx'
import type { StudentRow } from '#shared/students/student-row.contract.ts'
import { type StudentStatus, studentStatuses } from '#shared/students/student-status.rules.ts'
import { readStudent } from '../../student-file/student.api.ts'
import { useDraftStart } from '../../transitions/hooks/use-transition-draft.ts'
import { useStudents } from '../hooks/use-students.ts'
import { useTargets } from '../hooks/use-targets.ts'
import type { StudentSearch } from '../student-search.ts'
import { BoardCard } from './board-card.tsx'
import css from './student-board.module.css'

interface ColumnProps {
  status: StudentStatus
  search: StudentSearch
  count: number | undefined
  round: number
  /** While a card is held: whether it may be put here. */
  drop: 'open' | 'shut' | undefined
  onHold: (student: StudentRow | undefined) => void
  onDrop: () => void
  onMove: (student: StudentRow, to: StudentStatus) => void
  onOpen: (studentId: string) => void
}

/** All of one status, page by page. */
function BoardColumn({ status, search, count, round, drop, onHold, onDrop, onMove, onOpen }: ColumnProps) {
  const { t } = useTranslation('admissions.student-list')
  const { t: ofStudents } = useTranslation('students')
  const label = useStatusLabel()
  const errorText = useErrorText()
  const format = useFormat()
  const { students, failure, isLoading, next, again, more } = useStudents({ ...search, status })
  useEffect(() => {
    if (round > 0) again()
  }, [round, again])
  const Icon = statusIcons[status]
  const titleId = `board-${status}`
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- every card has buttons that do the same
    <section
      className={css.column}
      aria-labelledby={titleId}
      data-drop={drop}
      tabIndex={0}
      onDragOver={(event) => drop === 'open' && event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        onDrop()
      }}
    >
      <h3 id={titleId} className={css.head}>
        <Icon size={18} />
        {label(status, ofStudents(`status.${status}`))}
        <span className={css.count}>{count === undefined ? '' : format.count(count)}</span>
      </h3>
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
      {!students && isLoading && <Loading>{t('loading')}</Loading>}
      {students?.length === 0 && <p className={common.softLine}>{t('board.none')}</p>}
      <ul className={css.cards}>
        {students
          ?.filter((student) => student.status === status)
          .map((student) => (
            <li key={student.student_id}>
              <BoardCard student={student} onHold={onHold} onMove={onMove} onOpen={onOpen} />
            </li>
          ))}
      </ul>
      {students && next && (
        <button type="button" className={frame.button} aria-busy={isLoading} onClick={() => void more()}>
          {ofStudents('list.more')}
        </button>
      )}
    </section>
  )
}

interface BoardProps {
  search: StudentSearch
  counts: Readonly<Record<string, number>> | undefined
  /** Grows with every decision: what the columns show is asked for again. */
  round: number
  onOpen: (studentId: string) => void
}

/** A column for each status. A card goes where a step leads that this person may take; what has to be said is asked for. */
export function StudentBoard({ search, counts, round, onOpen }: BoardProps) {
  const { t } = useTranslation('admissions.student-list')
  const [held, setHeld] = useState<StudentRow>()
  const { move, problem } = useMove(onOpen)
  const targetsOf = useTargets()
  const targets = held ? targetsOf(held) : []
  const shown = studentStatuses.filter((status) => search.status === undefined || search.status === status)
  return (
    <>
      {problem}
      <p className={css.hint}>{t('board.hint')}</p>
      <section className={css.board} aria-label={t('board.title')}>
        {shown.map((status) => (
          <BoardColumn
            key={status}
            status={status}
            search={search}
            count={counts?.[status]}
            round={round}
            drop={held && (targets.includes(status) ? 'open' : 'shut')}
            onHold={setHeld}
            onDrop={() => {
              if (held && targets.includes(status)) void move(held, status)
              setHeld(undefined)
            }}
            onMove={(student, to) => void move(student, to)}
            onOpen={onOpen}
          />
        ))}
      </section>
    </>
  )
}

/** Opens the file at the step that leads there; where several do, or something hinders it, at all of them. */
function useMove(onOpen: (studentId: string) => void): {
  move: (student: StudentRow, to: StudentStatus) => Promise<unknown>
  problem: ReactNode
} {
  const errorText = useErrorText()
  const start = useDraftStart()
  const { mutate: move, error } = useMutation(async ({ student_id: id }: StudentRow, to: StudentStatus) => {
    const { moves } = await readStudent(id)
    const [only, ...others] = moves.filter((each) => each.to === to && each.hindrances.length === 0)
    if (only && others.length === 0) start(id, only)
    onOpen(id)
  })
  const said = error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>
  return { move, problem: said }
}
