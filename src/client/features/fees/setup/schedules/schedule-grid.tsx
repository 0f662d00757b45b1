// chunk: fees
import { type KeyboardEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useSchoolGrades } from '#client/i18n/use-school-grades.ts'
import type { FeeSchedule } from '#shared/fees/setup/fee-schedule.contract.ts'
import type { FeeSetup } from '#shared/fees/setup/fee-setup.contract.ts'
import css from '../components/fee-setup.module.css'
import type { OpenSchedule } from './schedule-panel.tsx'
import { ScheduleRow } from './schedule-row.tsx'

interface ScheduleGridProps {
  schedules: FeeSchedule[]
  setup: FeeSetup
  onOpen: (open: OpenSchedule) => void
  onChanged: () => void
}

/** Schedules of a year as rows, components as columns. Arrow keys go up and down a column of drafts; Enter saves the row. */
export function ScheduleGrid({ schedules, setup, onOpen, onChanged }: ScheduleGridProps) {
  const { t } = useTranslation('fees.setup')
  const pick = useBilingual()
  const table = useRef<HTMLTableElement>(null)
  const grades = useSchoolGrades()
  const placeOf = (each: FeeSchedule) => grades.indexOf(each.grades[0] ?? '')
  const inOrder = schedules.toSorted((one, other) => placeOf(one) - placeOf(other))
  const named = new Set(schedules.flatMap(({ lines }) => lines.map(({ component }) => component)))
  const columns = setup.components.filter(({ code, isRetired }) => !isRetired || named.has(code))
  const go = (event: KeyboardEvent<HTMLTableElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step || !(event.target instanceof HTMLInputElement)) return
    const column = event.target.dataset['column']
    const cells = [...(table.current?.querySelectorAll<HTMLInputElement>(`input[data-column="${column}"]`) ?? [])]
    const next = cells[cells.indexOf(event.target) + step]
    if (!next) return
    event.preventDefault()
    next.focus()
    next.select()
  }
  return (
    <div className={css.scroll}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys of the cells */}
      <table ref={table} className={css.grid} onKeyDown={go}>
        <thead>
          <tr>
            <th scope="col">{t('column.grades')}</th>
            {columns.map(({ code, name }) => (
              <th key={code} scope="col" className={css.number}>
                {pick(name)}
              </th>
            ))}
            <th scope="col" className={css.number}>
              {t('column.total')}
            </th>
            <th scope="col">{t('column.state')}</th>
            <th scope="col">{t('column.actions')}</th>
          </tr>
        </thead>
        <tbody>
          {inOrder.map((schedule) => (
            <ScheduleRow
              key={schedule.id}
              schedule={schedule}
              columns={columns}
              setup={setup}
              hasDraft={schedules.some(({ seriesId, state }) => seriesId === schedule.seriesId && state === 'draft')}
              onOpen={onOpen}
              onChanged={onChanged}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}
