import { useNavigate } from '@tanstack/react-router'
import { useSetAtom } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { pickedStudentsAtom } from '#client/platform/picked-students.ts'
import { Button } from '#client/ui/button.tsx'
import frame from '#client/ui/tables/list-frame.module.css'
import { Failure, Loading } from '#client/ui/tables/list-frame.tsx'
import type { StudentRow } from '#shared/students/student-row.contract.ts'
import { StudentTable } from '../components/student-table.tsx'
import type { usePicked } from '../hooks/use-picked.ts'
import type { useStudents } from '../hooks/use-students.ts'
import type { StudentColumn } from '../student-columns.ts'
import { BulkSheet } from './bulk-sheet.tsx'
import css from './list-tools.module.css'

interface PickedProps {
  picked: readonly StudentRow[]
  onChanged: (student: StudentRow) => void
  onClear: () => void
}

/** Stays in sight while somebody is selected. */
function PickedBar({ picked, onChanged, onClear }: PickedProps) {
  const { t } = useTranslation('admissions.student-list')
  const [isOpen, setIsOpen] = useState(false)
  const may = useRights()
  const navigate = useNavigate()
  const putPicked = useSetAtom(pickedStudentsAtom)
  const write = () => {
    putPicked(picked.map(({ student_id: id }) => id))
    void navigate({ to: '/messages', search: { part: 'many' } })
  }
  return (
    <>
      {picked.length > 0 && (
        <div className={css.picked}>
          <span role="status">{t('pick.count', { count: picked.length })}</span>
          <Button kind="main" onClick={() => setIsOpen(true)}>
            {t('pick.act')}
          </Button>
          {may('messages.many') && <Button onClick={write}>{t('pick.write')}</Button>}
          <Button kind="quiet" onClick={onClear}>
            {t('pick.clear')}
          </Button>
        </div>
      )}
      {isOpen && (
        <BulkSheet
          students={picked}
          onChanged={onChanged}
          onClose={() => {
            setIsOpen(false)
            onClear()
          }}
        />
      )}
    </>
  )
}

interface MoreProps {
  isLoading: boolean
  /** The page before did not come: only a press asks again. */
  hasFailed: boolean
  onMore: () => void
}

/** Asks for the next page when somebody comes near the end of the list, or presses it. */
function MoreRows({ isLoading, hasFailed, onMore }: MoreProps) {
  const { t } = useTranslation('students')
  const button = useRef<HTMLButtonElement>(null)
  const canAsk = !isLoading && !hasFailed
  useEffect(() => {
    const element = button.current
    if (!element || !canAsk) return
    const watcher = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && onMore(), {
      rootMargin: '1800px 0px',
    })
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [canAsk, onMore])
  return (
    <button ref={button} type="button" className={frame.button} aria-busy={isLoading} onClick={onMore}>
      {t('list.more')}
    </button>
  )
}

interface ListProps {
  list: ReturnType<typeof useStudents>
  selection: ReturnType<typeof usePicked>
  /** How many the whole list has. */
  total: number
  isNarrowed: boolean
  columns: readonly StudentColumn[]
  /** The student whose file is open. */
  open: string | undefined
  onOpen: (studentId: string) => void
}

/** The list as a table, page after page, with what is done with those who are selected. */
export function StudentList({ list, selection, isNarrowed, ...table }: ListProps) {
  const { t } = useTranslation('students')
  const errorText = useErrorText()
  const may = useRights()
  const { students, failure, isLoading, next, again, more, put } = list
  const { picked, chosen, pick, clear } = selection
  return (
    <>
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
      {!students && isLoading && <Loading>{t('loading')}</Loading>}
      {students?.length === 0 && (
        <div className={frame.empty}>
          <h3>{t(isNarrowed ? 'empty.filtered.title' : 'empty.title')}</h3>
          <p>{t(isNarrowed ? 'empty.filtered.text' : 'empty.text')}</p>
        </div>
      )}
      {students && students.length > 0 && (
        <StudentTable
          {...table}
          students={students}
          picked={may('students.decide') ? picked : undefined}
          onPick={pick}
        />
      )}
      {students && next && (
        <MoreRows isLoading={isLoading} hasFailed={failure !== undefined} onMore={() => void more()} />
      )}
      <PickedBar picked={chosen} onChanged={put} onClear={clear} />
    </>
  )
}
