import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import frame from '#client/ui/tables/list-frame.module.css'
import { Failure, Loading } from '#client/ui/tables/list-frame.tsx'
import type { StudentRow } from '#shared/students/student-row.contract.ts'
import { StudentTable } from '../components/student-table.tsx'
import type { useStudents } from '../hooks/use-students.ts'
import { MoreRows } from './more-rows.tsx'
import { PickedBar } from './picked-bar.tsx'

interface ListProps {
  list: ReturnType<typeof useStudents>
  /** How many the whole list has. */
  total: number
  isNarrowed: boolean
  onOpen: (studentId: string) => void
}

/** The list as a table, page after page, with what is done with those who are selected. */
export function StudentList({ list, total, isNarrowed, onOpen }: ListProps) {
  const { t } = useTranslation('students')
  const errorText = useErrorText()
  const may = useRights()
  const { students, failure, isLoading, next, again, more, put } = list
  const { picked, chosen, pick, clear } = usePicked(students)
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
          students={students}
          total={total}
          picked={may('students.decide') ? picked : undefined}
          onPick={pick}
          onOpen={onOpen}
        />
      )}
      {students && next && (
        <MoreRows isLoading={isLoading} hasFailed={failure !== undefined} onMore={() => void more()} />
      )}
      <PickedBar picked={chosen} onChanged={put} onClear={clear} />
    </>
  )
}

/** Who is selected, of those that the list shows: another filter leaves nobody behind unseen. */
function usePicked(students: readonly StudentRow[] | undefined) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const pick = useCallback(
    (some: readonly StudentRow[], isPicked: boolean) =>
      setPicked((now) => {
        const ids = some.map(({ student_id: id }) => id)
        return isPicked ? new Set([...now, ...ids]) : new Set([...now].filter((id) => !ids.includes(id)))
      }),
    [],
  )
  const chosen = useMemo(() => students?.filter(({ student_id: id }) => picked.has(id)) ?? [], [students, picked])
  return { picked, chosen, pick, clear: () => setPicked(new Set()) }
}
