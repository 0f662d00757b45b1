import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, memo, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LastDataNote } from '#client/features/students/record/components/last-data-note.tsx'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { useFormat } from '#client/i18n/format.ts'
import { Beside } from '#client/ui/feedback/side-panel.tsx'
import { Loading } from '#client/ui/tables/list-frame.tsx'
import { studentList } from '#shared/admissions/student.contract.ts'
import { studentFunnel } from '#shared/admissions/student-file.contract.ts'
import type { StudentRow } from '#shared/students/student-row.contract.ts'
import { CashList } from '../fees/components/cash-list.tsx'
import { PendingDecisionList } from '../transitions/components/pending-decision-list.tsx'
import { StudentKeys } from './components/key-hints.tsx'
import { type DocumentParts, OpenFile } from './components/open-file.tsx'
import { StatusCounts } from './components/status-counts.tsx'
import { StudentFilterBar } from './components/student-filter-bar.tsx'
import { askAhead } from './first-page.ts'
import { useColumns } from './hooks/use-columns.ts'
import { useOpenRow } from './hooks/use-open-row.ts'
import { usePicked } from './hooks/use-picked.ts'
import { useStudents } from './hooks/use-students.ts'
import { ListTools } from './list/list-tools.tsx'
import { StudentList } from './list/student-list.tsx'
import { type ListView, viewOf } from './list-view.ts'
import css from './student-desk.module.css'
import { isNarrowed } from './student-filter.ts'
import { readStudentSearch, type StudentSearch } from './student-search.ts'

askAhead()

const StudentBoard = lazy(async () => ({ default: (await import('./list/student-board.tsx')).StudentBoard }))
const StudentCharts = lazy(async () => ({ default: (await import('./list/student-charts.tsx')).StudentCharts }))

interface DeskProps extends DocumentParts {
  /** Whom the page greets, above the title. */
  greeting?: ReactNode
}

/** The students on their way into the school: how many stand where, who they are, and beside the list the file that is open. */
export function StudentDesk({ greeting, ...parts }: DeskProps) {
  const address = useAddress()
  const { search, show, look } = address
  const { open, document: code } = search
  const may = useRights()
  const isTable = viewOf(search) === 'table'
  const list = useStudents(search)
  const selection = usePicked(list.students)
  const row = useOpenRow({
    students: isTable ? list.students : undefined,
    open,
    onShow: show,
    onPick: may('students.decide') && isTable ? selection.pick : undefined,
    picked: selection.picked,
  })
  const [round, setRound] = useState(0)
  const put = (student: StudentRow) => {
    list.put(student)
    setRound((no) => no + 1)
  }
  const file = open && (
    <OpenFile
      key={open}
      {...parts}
      studentId={open}
      code={code}
      look={look}
      row={row}
      onClose={row.close}
      onChanged={put}
    />
  )
  return (
    <section className={css.desk} aria-labelledby="students-title">
      <Beside panel={file}>
        <DeskList
          greeting={greeting}
          address={address}
          list={list}
          selection={selection}
          round={round}
          onOpen={row.show}
        />
      </Beside>
    </section>
  )
}

const ofLists = [studentList.path, studentFunnel.path]

/** What is said above the list: of when it is, and what waits on this device. */
const Notes = memo(({ isFileOpen }: { isFileOpen: boolean }) => (
  <>
    <LastDataNote of={ofLists} />
    {!isFileOpen && <PendingDecisionList />}
    <CashList />
  </>
))

interface DeskListProps extends Pick<DeskProps, 'greeting'> {
  address: ReturnType<typeof useAddress>
  list: ReturnType<typeof useStudents>
  selection: ReturnType<typeof usePicked>
  /** Counts what was decided here: the board asks again after each. */
  round: number
  onOpen: (studentId: string) => void
}

/** The list itself: its head, what it is narrowed by, and its rows, board or charts. */
function DeskList({ greeting, address: { search, narrow }, list, selection, round, onOpen }: DeskListProps) {
  const { t } = useTranslation('students')
  const format = useFormat()
  const { open } = search
  const filter = useMemo(() => withoutFile(search), [search])
  const choose = useCallback((status: string | undefined) => narrow(withStatus(filter, status)), [narrow, filter])
  const turn = useCallback((view: ListView) => narrow({ ...filter, view }), [narrow, filter])
  const view = viewOf(search)
  const shown = useColumns(search.columns)
  const { counts, total } = list.about ?? {}
  const found = filter.status ? counts?.[filter.status as StudentRow['status']] : total
  const table = { list, selection, total: found ?? 0, isNarrowed: isNarrowed(filter), columns: shown.columns, open }
  return (
    <>
      <header className={css.head}>
        <div className={css.names}>
          {greeting}
          <h2 id="students-title" className={css.title}>
            {t('title')} {found !== undefined && <small className="num">{format.count(found)}</small>}
          </h2>
        </div>
        <ListTools
          view={view}
          search={filter}
          found={found}
          picked={view === 'table' ? selection.chosen : undefined}
          shown={shown}
          onView={turn}
          onChoose={narrow}
        />
      </header>
      <Notes isFileOpen={Boolean(open)} />
      <StatusCounts
        about={list.about}
        isUnknown={list.failure !== undefined && !list.students}
        chosen={filter.status}
        onChoose={choose}
      />
      <StudentFilterBar search={filter} known={list.about?.known} students={list.students} onChange={narrow} />
      {view === 'table' && <StudentList {...table} onOpen={onOpen} />}
      <Suspense fallback={<Loading>{t('loading')}</Loading>}>
        {view === 'board' && <StudentBoard search={filter} counts={counts} round={round} onOpen={onOpen} />}
        {view === 'charts' && <StudentCharts search={filter} onDay={(asOf) => narrow({ ...filter, asOf })} />}
      </Suspense>
      {view === 'table' && <StudentKeys />}
    </>
  )
}

const withoutFile = ({ open: _open, document: _document, ...filter }: StudentSearch): StudentSearch => filter

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
        // From file to file there is one step back to the list.
        replace: address.open !== undefined && studentId !== undefined,
        resetScroll: false,
      }),
    [navigate, address.open],
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
  const search = useMemo(() => readStudentSearch(address), [address])
  return { search, narrow, show, look }
}
