import { Link } from '@tanstack/react-router'
import { useCallback, useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useGrade } from '#client/i18n/use-grade.ts'
import { useGradeOrder } from '#client/i18n/use-grade-order.ts'
import { ExportButton } from '#client/platform/files/export-button.tsx'
import { useAnswer } from '#client/platform/use-answer.ts'
import { usePages } from '#client/platform/use-pages.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { ChoiceField, SelectField } from '#client/ui/fields/select-field.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { FilterBar } from '#client/ui/tables/filter-bar.tsx'
import { Empty, ListFrame } from '#client/ui/tables/list-frame.tsx'
import link from '#client/ui/link.module.css'
import list from '#client/ui/tables/list-table.module.css'
import { Money } from '#client/ui/tables/money.tsx'
import { type FeeListFilter, type FeeListRow, feeListStates } from '#shared/fees/fee-list.contract.ts'
import { useFeeText } from '../../account/hooks/use-fee-text.ts'
import { exportChildren, listChildren, readListTotals } from '../fees.api.ts'
import type { FeesSearch } from '../fees-search.ts'
import css from '../../account/components/fees.module.css'
import { Ageing } from './ageing.tsx'

interface ChildrenProps {
  filter: Omit<FeesSearch, 'view'>
  onFilter: (filter: Omit<FeesSearch, 'view'>) => void
}

/** Pages and sums of what the filter finds. */
function useChildren({ text, grade, state }: FeeListFilter) {
  const page = useCallback((after?: string) => listChildren({ text, grade, state }, after), [text, grade, state])
  const sums = useCallback(() => readListTotals({ text, grade, state }), [text, grade, state])
  return { ...usePages(page), totals: useAnswer(sums).answer }
}

/** All children with items: what is open, due and overdue, and how old it is. */
export function ChildrenView({ filter, onFilter }: ChildrenProps) {
  const { t } = useTranslation('fees.overview')
  const errorText = useErrorText()
  const text = useDeferredValue(filter.text ?? '')
  const asked: FeeListFilter = { text, grade: filter.grade, state: filter.state ?? 'all' }
  const { rows, next, isLoading, failure, retry, more, totals } = useChildren(asked)
  const isFiltered = text !== '' || asked.grade !== undefined || asked.state !== 'all'
  const isEmpty = rows?.length === 0
  return (
    <ListFrame
      isWide
      title={t('title')}
      tools={<ExportButton list="fees" of={rows} fetchFile={(how) => exportChildren(asked, how)} />}
      failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: retry }}
      loading={rows || failure ? undefined : t('loading')}
    >
      <Filters filter={filter} grades={totals?.grades ?? []} onFilter={onFilter} />
      {totals && !(isEmpty && !isFiltered) && <Ageing totals={totals} />}
      <p role="status" className={common.soft}>
        {isEmpty ? isFiltered && t('none') : totals && t('found', { count: totals.count })}
      </p>
      {isEmpty && !isFiltered && <NothingBilled />}
      {rows && rows.length > 0 && <ChildrenTable rows={rows} />}
      {next && (
        <p>
          <Button isWorking={isLoading} onClick={() => void more()}>
            {t('more')}
          </Button>
        </p>
      )}
    </ListFrame>
  )
}

function NothingBilled() {
  const { t } = useTranslation('fees.overview')
  const may = useRights()
  return (
    <Empty title={t('empty.title')} text={t('empty.text')}>
      <p>
        <Link to="/fees/setup" className={link.link}>
          {t('setUp')}
        </Link>
        {may('fees.bill') && (
          <>
            {' · '}
            <Link to="/fees" search={{ view: 'billing' }} className={link.link}>
              {t('view.billing')}
            </Link>
          </>
        )}
      </p>
    </Empty>
  )
}

function Filters({ filter, grades, onFilter }: ChildrenProps & { grades: readonly string[] }) {
  const { t } = useTranslation('fees.overview')
  const gradeOf = useGrade()
  const inOrder = useGradeOrder()
  const { text = '', grade = '', state = 'all' } = filter
  const change = (part: Partial<FeesSearch>) => {
    const merged = { ...filter, ...part }
    onFilter({
      ...(merged.text && { text: merged.text }),
      ...(merged.grade && { grade: merged.grade }),
      ...(merged.state && merged.state !== 'all' && { state: merged.state }),
    })
  }
  return (
    <FilterBar label={t('filter.title')}>
      <TextField
        label={t('filter.text')}
        type="search"
        maxLength={100}
        value={text}
        onChange={(typed) => change({ text: typed })}
      />
      <SelectField label={t('filter.grade')} value={grade} onChange={(chosen) => change({ grade: chosen })}>
        <option value="">{t('filter.all')}</option>
        {grades.toSorted(inOrder).map((each) => (
          <option key={each} value={each}>
            {gradeOf(each)}
          </option>
        ))}
      </SelectField>
      <ChoiceField
        label={t('filter.state')}
        values={feeListStates}
        nameOf={(each) => t(`filter.is.${each}`)}
        value={state}
        onChange={(chosen) => change({ state: chosen })}
      />
    </FilterBar>
  )
}

const amounts = ['open', 'due', 'overdue', 'held'] as const

function ChildrenTable({ rows }: { rows: readonly FeeListRow[] }) {
  const { t } = useTranslation('fees.overview')
  return (
    <table className={`${list.table} ${css.amounts}`}>
      <thead>
        <tr>
          <th scope="col">{t('column.child')}</th>
          <th scope="col">{t('column.grade')}</th>
          <th scope="col">{t('column.since')}</th>
          {amounts.map((each) => (
            <th key={each} scope="col" className={css.amount}>
              {t(`column.${each}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <ChildRow key={row.child.studentId} row={row} />
        ))}
      </tbody>
    </table>
  )
}

function ChildRow({ row }: { row: FeeListRow }) {
  const { t } = useTranslation('fees.overview')
  const { childName, dayOf } = useFeeText()
  const gradeOf = useGrade()
  const { child, since } = row
  return (
    <tr>
      <th scope="row">
        <Link to="/fees/$admissionNo" params={{ admissionNo: child.number ?? child.studentId }} className={list.open}>
          <bdi>{childName(child)}</bdi>
        </Link>{' '}
        {child.number && (
          <bdi dir="ltr" className={`num ${list.soft}`}>
            {child.number}
          </bdi>
        )}
      </th>
      <td>{child.grade && <bdi>{gradeOf(child.grade)}</bdi>}</td>
      <td data-label={since ? t('column.since') : undefined}>{since && <bdi>{dayOf(since)}</bdi>}</td>
      {amounts.map((each) => (
        <td key={each} className={css.amount} data-label={t(`column.${each}`)}>
          {row[each] === 0 && each !== 'open' ? '–' : <Money bare minor={row[each]} />}
        </td>
      ))}
    </tr>
  )
}
