/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- drawn as a grid, which takes a table’s meaning from it in some browsers */
import { memo, useState } from 'react'
import list from '#client/ui/tables/list-table.module.css'
import type { StudentRow } from '#shared/students/student-row.contract.ts'
import { useTableText } from '../hooks/use-table-text.ts'
import { pageSize, RowPage } from '../list/row-group.tsx'
import { watchRows } from '../watch-rows.ts'
import type { StudentColumn } from '../student-columns.ts'
import css from './student-table.module.css'

export interface TableProps {
  students: readonly StudentRow[]
  /** How many there are, of whom these are the first. */
  total: number
  /** The ids of those selected; undefined for who may do nothing with a selection. */
  picked: ReadonlySet<string> | undefined
  columns: readonly StudentColumn[]
  /** The student whose file is open beside the list. */
  open: string | undefined
  onPick: (students: readonly StudentRow[], isPicked: boolean) => void
  onOpen: (studentId: string) => void
}

/** One line per student; on a phone each is a card. Of a long list only its first page and what is near the window is drawn. */
export const StudentTable = memo(function StudentTable({ students, total, picked, ...rows }: TableProps) {
  const texts = useTableText()
  const { t, ofList } = texts
  const [watch] = useState(watchRows)
  const pages = Array.from({ length: Math.ceil(students.length / pageSize) }, (_, no) => no * pageSize)
  const isAll = picked !== undefined && students.length > 0 && students.every(({ student_id: id }) => picked.has(id))
  return (
    <table role="table" className={`${list.table} ${css.table}`} aria-rowcount={total + 1}>
      <caption className="visually-hidden">{t('list.title')}</caption>
      <thead role="rowgroup">
        <tr role="row" aria-rowindex={1}>
          <th role="columnheader" scope="col" data-column="name">
            {picked && (
              <label className={css.pick}>
                <input
                  type="checkbox"
                  aria-label={ofList('pick.all')}
                  checked={isAll}
                  onChange={() => rows.onPick(students, !isAll)}
                />
              </label>
            )}
            {t('column.name')}
          </th>
          {rows.columns.map((column) => (
            <th key={column} role="columnheader" scope="col" data-column={column}>
              {ofList(`column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      {pages.map((from) => (
        <RowPage
          key={from}
          students={students.slice(from, from + pageSize)}
          firstIndex={from + 2}
          texts={texts}
          watch={watch}
          picked={picked}
          {...rows}
        />
      ))}
    </table>
  )
})
