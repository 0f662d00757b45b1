import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { statusIcons } from '#client/features/students/record/components/status-icons.tsx'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import common from '#client/ui/common.module.css'
import frame from '#client/ui/tables/list-frame.module.css'
import { Failure, Loading } from '#client/ui/tables/list-frame.tsx'
import type { StudentRow } from '#shared/students/student-row.contract.ts'
import type { StudentStatus } from '#shared/students/student-status.rules.ts'
import { useStudents } from '../hooks/use-students.ts'
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
export function BoardColumn({ status, search, count, round, drop, onHold, onDrop, onMove, onOpen }: ColumnProps) {
  const { t } = useTranslation('admissions.student-list')
  const { t: ofStudents } = useTranslation('students')
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
        {ofStudents(`status.${status}`)}
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
