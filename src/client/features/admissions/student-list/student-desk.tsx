import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Loading } from '#client/ui/tables/list-frame.tsx'
import { studentList } from '#shared/admissions/student.contract.ts'
import { studentFunnel } from '#shared/admissions/student-file.contract.ts'
import type { StudentRow } from '#shared/students/student-row.contract.ts'
import { CashList } from '../fees/components/cash-list.tsx'
import { LastDataNote } from '#client/features/students/record/components/last-data-note.tsx'
import { PendingDecisionList } from '../transitions/components/pending-decision-list.tsx'
import { type DocumentParts, OpenFile } from './components/open-file.tsx'
import { StatusCounts } from './components/status-counts.tsx'
import { StudentFilterBar } from './components/student-filter-bar.tsx'
import { askAhead } from './first-page.ts'
import { usePicked } from './hooks/use-picked.ts'
import { useStudents } from './hooks/use-students.ts'
import { ListTools } from './list/list-tools.tsx'
import { StudentList } from './list/student-list.tsx'
import { viewOf } from './list-view.ts'
import css from './student-desk.module.css'
import { isNarrowed } from './student-filter.ts'
import { readStudentSearch, type StudentSearch } from './student-search.ts'

askAhead()

const StudentBoard = lazy(async () => ({ default: (await import('./list/student-board.tsx')).StudentBoard }))
const StudentCharts = lazy(async () => ({ default: (await import('./list/student-charts.tsx')).StudentCharts }))

/** The students on their way into the school: how many stand where, who they are, and each one's file. */
export function StudentDesk(parts: DocumentParts) {
  const { t } = useTranslation('students')
  const { search, narrow, show, look } = useAddress()
  const { open, document: code, ...filter } = search
  const view = viewOf(search)
  const list = useStudents(search)
  const selection = usePicked(list.students)
  const [round, setRound] = useState(0)
  const put = (student: StudentRow) => {
    list.put(student)
    setRound((no) => no + 1)
  }
  const { counts, total } = list.about ?? {}
  const found = filter.status ? counts?.[filter.status as StudentRow['status']] : total
  const table = { list, selection, total: found ?? 0, isNarrowed: isNarrowed(filter), onOpen: show }
  return (
    <section className={css.desk} aria-labelledby="students-title">
      <h2 id="students-title" className={css.title}>
        {t('title')}
      </h2>
      <LastDataNote of={[studentList.path, studentFunnel.path]} />
      <PendingDecisionList />
      <CashList />
      <StatusCounts
        about={list.about}
        isUnknown={list.failure !== undefined && !list.students}
        chosen={filter.status}
        onChoose={(status) => narrow(withStatus(filter, status))}
      />
      <StudentFilterBar search={filter} known={list.about?.known} students={list.students} onChange={narrow} />
      <ListTools
        view={view}
        search={filter}
        found={found}
        picked={view === 'table' ? selection.chosen : undefined}
        onView={(to) => narrow({ ...filter, view: to })}
        onChoose={narrow}
      />
      {view === 'table' && <StudentList {...table} />}
      <Suspense fallback={<Loading>{t('loading')}</Loading>}>
        {view === 'board' && <StudentBoard search={filter} counts={counts} round={round} onOpen={show} />}
        {view === 'charts' && <StudentCharts search={filter} onDay={(asOf) => narrow({ ...filter, asOf })} />}
      </Suspense>
      {open && (
        <OpenFile
          key={open}
          {...parts}
          studentId={open}
          code={code}
          look={look}
          onClose={() => show()}
          onChanged={put}
        />
      )}
    </section>
  )
}

function withStatus({ status: _before, ...rest }: StudentSearch, status: string | undefined): StudentSearch {
  return { ...rest, ...(status && { status }) }
}

/** What the address says, and how it is changed: a filter takes the place of the one before, a file can be gone back from. */
function useAddress() {
  const address = useSearch({ from: '/_authenticated/dashboard' })
  const navigate = useNavigate({ from: '/dashboard' })
  const narrow = useCallback(
    (next: StudentSearch) => void navigate({ search: next, replace: true, resetScroll: false }),
    [navigate],
  )
  const show = useCallback(
    (studentId?: string) =>
      void navigate({
        search: ({ open: _before, document: _document, ...rest }) => ({
          ...rest,
          ...(studentId && { open: studentId }),
        }),
        resetScroll: false,
      }),
    [navigate],
  )
  const look = useCallback(
    (code?: string, replace = false) =>
      void navigate({
        search: ({ document: _before, ...rest }) => ({ ...rest, ...(code && { document: code }) }),
        replace,
        resetScroll: false,
      }),
    [navigate],
  )
  return { search: readStudentSearch(address), narrow, show, look }
}
