import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { WithKeptDraft } from '#client/platform/editor/with-kept-draft.tsx'
import type { KeptDraft } from '#client/platform/editor/use-versioned-draft.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import { DateField } from '#client/ui/fields/text-field.tsx'
import { DayInput } from '#shared/kernel/fields.ts'
import { dayAfter } from '#shared/kernel/time.ts'
import type { Catalogue, CatalogueItem } from '#shared/pos/catalogue-edit.contract.ts'
import css from './grid.module.css'
import { gridColumns } from './grid-cells.ts'
import { GridTable } from './grid-table.tsx'
import { type Grid, type Place, useGrid } from './use-grid.ts'
import { gridDraftName } from './use-kept-edits.ts'

interface GridScreenProps {
  catalogue: Catalogue
  items: readonly CatalogueItem[]
  /** Items were saved: the catalogue is read again. */
  onSaved: () => void
}

/** All items as a table of cells, for what is quicker in a spreadsheet: as of now, or the prices of a later day. */
export function GridScreen({ catalogue, items, onSaved }: GridScreenProps) {
  const { t } = useTranslation('pos.catalogue')
  const planned = catalogue.items.flatMap(({ nextPrices = [] }) => nextPrices.map(({ from }) => from)).toSorted()
  const [isPlan, setPlan] = useState(false)
  const [day, setDay] = useState(planned[0] ?? dayAfter(catalogue.today, 1))
  const isDay = DayInput.safeParse(day).success && day > catalogue.today
  return (
    <>
      <p className={common.softLine}>{t('grid.lead')}</p>
      <div className={css.bar}>
        <SelectField
          label={t('grid.when')}
          value={isPlan ? 'day' : 'now'}
          onChange={(chosen) => setPlan(chosen === 'day')}
        >
          {(['now', 'day'] as const).map((when) => (
            <option key={when} value={when}>
              {t(`grid.${when}`)}
            </option>
          ))}
        </SelectField>
        {isPlan && (
          <DateField
            label={t('grid.from')}
            error={isDay ? undefined : t('grid.dayWrong')}
            value={day}
            onChange={setDay}
          />
        )}
      </div>
      {(!isPlan || isDay) && (
        <WithKeptDraft key={isPlan ? day : 'now'} name={gridDraftName(isPlan ? day : undefined)}>
          {(kept) => (
            <EditedGrid
              catalogue={catalogue}
              items={items}
              day={isPlan ? day : undefined}
              kept={kept}
              onSaved={onSaved}
            />
          )}
        </WithKeptDraft>
      )}
    </>
  )
}

interface EditedGridProps extends GridScreenProps {
  /** First day of planned prices; undefined for all cells as of now. */
  day: string | undefined
  /** What an earlier visit typed. */
  kept: KeptDraft | undefined
}

function EditedGrid({ catalogue, items, day, kept, onSaved }: EditedGridProps) {
  const { t } = useTranslation('pos.catalogue')
  const errorText = useErrorText()
  const [saved, setSaved] = useState<number>()
  const grid = useGrid(catalogue, { day, kept }, (count) => {
    setSaved(count)
    onSaved()
  })
  const [at, setAt] = useState<Place>({ row: 0, column: grid.columns[0] ?? 'price' })
  const { mutate, isPending, error } = grid.save
  return (
    <>
      {grid.isBack && <InlineNotice tone="info">{t('grid.kept')}</InlineNotice>}
      <GridTable catalogue={catalogue} items={items} grid={grid} isPlan={day !== undefined} at={at} onMove={setAt} />
      <Faults grid={grid} items={items} at={at} onMove={setAt} />
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
      {saved !== undefined && grid.count === 0 && (
        <InlineNotice tone="success">{t('grid.saved', { count: saved })}</InlineNotice>
      )}
      <div className={css.actions}>
        <Button kind="main" disabled={grid.count === 0} isWorking={isPending} onClick={() => void mutate()}>
          {grid.count === 0 ? t('grid.saveNone') : t('grid.save', { count: grid.count })}
        </Button>
        <Button disabled={grid.count === 0} onClick={grid.discard}>
          {t('grid.discard')}
        </Button>
      </div>
    </>
  )
}

interface FaultsProps {
  grid: Grid
  items: readonly CatalogueItem[]
  at: Place
  onMove: (at: Place) => void
}

/** What is wrong with the cell that is open, how many others are, and the way to the next. */
function Faults({ grid, items, at, onMove }: FaultsProps) {
  const { t } = useTranslation('pos.catalogue')
  const wrong = items.flatMap(({ id }, row) => {
    const faults = grid.faults.get(id) ?? {}
    return gridColumns.flatMap((column) => (faults[column] ? [{ row, column, why: faults[column] }] : []))
  })
  if (wrong.length === 0) return null
  const here = wrong.find(({ row, column }) => row === at.row && column === at.column)
  const isAfter = ({ row, column }: Place) =>
    row > at.row || (row === at.row && gridColumns.indexOf(column) > gridColumns.indexOf(at.column))
  return (
    <InlineNotice tone="problem" isBoxed>
      {here && <>{t(`grid.fault.${here.why}`)} </>}
      {t('grid.wrong', { count: wrong.length })}{' '}
      <Button
        kind="quiet"
        onClick={() => {
          const next = wrong.find(isAfter) ?? wrong[0]
          if (next) onMove({ row: next.row, column: next.column })
        }}
      >
        {t('grid.nextWrong')}
      </Button>
    </InlineNotice>
  )
}
