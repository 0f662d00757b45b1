import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import type { StudentRow } from '#shared/students/student-row.contract.ts'
import { type StudentStatus, studentStatuses } from '#shared/students/student-status.rules.ts'
import { readStudent } from '../../student-file/student.api.ts'
import { useDraftStart } from '../../transitions/hooks/use-transition-draft.ts'
import { useTargets } from '../hooks/use-targets.ts'
import type { StudentSearch } from '../student-search.ts'
import { BoardColumn } from './board-column.tsx'
import css from './student-board.module.css'

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
