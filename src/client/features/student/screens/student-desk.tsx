import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ComponentType, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import frame from '#client/ui/list-frame.module.css'
import { Failure, Loading } from '#client/ui/list-frame.tsx'
import { StatusCounts } from '../parts/status-counts.tsx'
import { StudentFilterBar } from '../parts/student-filter-bar.tsx'
import { StudentSheet } from '../parts/student-sheet.tsx'
import { StudentTable } from '../parts/student-table.tsx'
import { isNarrowed } from '../student-filter.ts'
import { readStudentSearch, type StudentSearch } from '../student-search.ts'
import { useStudents } from '../use-students.ts'
import css from './student-desk.module.css'

/** The students on their way into the school: how many stand where, who they are, and each one's file. */
export function StudentDesk({ Documents }: { Documents: ComponentType<{ studentId: string }> }) {
  const { t } = useTranslation('students')
  const search = readStudentSearch(useSearch({ from: '/_authenticated/dashboard' }))
  const navigate = useNavigate({ from: '/dashboard' })
  const { open, ...filter } = search
  const list = useStudents(search)
  const narrow = useCallback(
    (next: StudentSearch) => void navigate({ search: next, replace: true, resetScroll: false }),
    [navigate],
  )
  const chooseStatus = (status: string | undefined) => {
    const { status: _before, ...rest } = filter
    narrow({ ...rest, ...(status && { status }) })
  }
  const show = (studentId?: string) =>
    void navigate({ search: { ...filter, ...(studentId && { open: studentId }) }, resetScroll: false })
  return (
    <section className={css.desk} aria-labelledby="students-title">
      <h2 id="students-title" className={css.title}>
        {t('title')}
      </h2>
      <StatusCounts
        about={list.about}
        isUnknown={list.failure !== undefined && !list.students}
        chosen={filter.status}
        onChoose={chooseStatus}
      />
      <StudentFilterBar search={filter} known={list.about?.known} students={list.students} onChange={narrow} />
      <StudentList list={list} isNarrowed={isNarrowed(filter)} onOpen={show} />
      {open && (
        <StudentSheet key={open} studentId={open} Documents={Documents} onClose={() => show()} onChanged={list.put} />
      )}
    </section>
  )
}

interface ListProps {
  list: ReturnType<typeof useStudents>
  isNarrowed: boolean
  onOpen: (studentId: string) => void
}

function StudentList({ list, isNarrowed, onOpen }: ListProps) {
  const { t } = useTranslation('students')
  const errorText = useErrorText()
  const { students, failure, isLoading, next, again, more } = list
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
      {students && students.length > 0 && <StudentTable students={students} onOpen={onOpen} />}
      {students && next && (
        <button type="button" className={frame.button} aria-busy={isLoading} onClick={() => void more()}>
          {t('list.more')}
        </button>
      )}
    </>
  )
}
