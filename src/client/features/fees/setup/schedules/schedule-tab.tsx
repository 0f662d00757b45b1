// chunk: fees
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { schoolYear } from '#client/i18n/use-grade.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Beside } from '#client/ui/feedback/side-panel.tsx'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import css from '../components/fee-setup.module.css'
import { FeeRefusal, useFeeMutation } from '../fee-refusal.tsx'
import { saveSchedules } from '../fee-setup.api.ts'
import type { TabProps } from '../tab-props.types.ts'
import { ImportSheet } from './import-sheet.tsx'
import { ScheduleGrid } from './schedule-grid.tsx'
import { type OpenSchedule, SchedulePanel } from './schedule-panel.tsx'

/** The yearly amounts by grade: drafts to be typed, approved versions as they stand. */
export function ScheduleTab({ setup, onChanged }: TabProps) {
  const { t } = useTranslation('fees.setup')
  const may = useRights()
  const [year, setYear] = useState(setup.year)
  const [open, setOpen] = useState<OpenSchedule>()
  const [isImporting, setIsImporting] = useState(false)
  const years = [...new Set([...setup.schedules.map((each) => each.year), setup.year, setup.year + 1])].toSorted(
    (one, other) => one - other,
  )
  const ofYear = setup.schedules.filter((each) => each.year === year && !each.isReplaced)
  const isReady =
    setup.components.some(({ isRetired }) => !isRetired) && setup.plans.some(({ isRetired }) => !isRetired)
  const close = () => setOpen(undefined)
  const done = () => {
    close()
    onChanged()
  }
  const closeImport = () => setIsImporting(false)
  const imported = () => {
    closeImport()
    onChanged()
  }
  return (
    <Beside
      panel={
        open && (
          <SchedulePanel
            key={`${year} ${keyOf(open)}`}
            open={open}
            year={year}
            setup={setup}
            onClose={close}
            onDone={done}
            onStale={onChanged}
          />
        )
      }
    >
      <div className={css.bar}>
        <YearField years={years} year={year} onChange={setYear} />
        {may('fees.setup') && (
          <Tools year={year} isReady={isReady} onImport={() => setIsImporting(true)} onAdd={() => setOpen('new')} />
        )}
      </div>
      {isImporting && <ImportSheet setup={setup} year={year} onClose={closeImport} onDone={imported} />}
      <p className={common.softLine}>{t('schedule.lead')}</p>
      {!isReady && <InlineNotice tone="info">{t('schedule.first')}</InlineNotice>}
      {isReady && ofYear.length === 0 && <p className={common.softLine}>{t('schedule.none')}</p>}
      {ofYear.length > 0 && <ScheduleGrid schedules={ofYear} setup={setup} onOpen={setOpen} onChanged={onChanged} />}
    </Beside>
  )
}

interface YearFieldProps {
  years: readonly number[]
  year: number
  onChange: (year: number) => void
}

function YearField({ years, year, onChange }: YearFieldProps) {
  const { t } = useTranslation('fees.setup')
  return (
    <SelectField
      label={t('schedule.year')}
      width="narrow"
      value={String(year)}
      onChange={(typed) => onChange(Number(typed))}
    >
      {years.map((each) => (
        <option key={each} value={each}>
          {schoolYear(each)}
        </option>
      ))}
    </SelectField>
  )
}

const keyOf = (open: OpenSchedule): string =>
  open === 'new' ? open : 'from' in open ? `from ${open.from.id}` : open.id

interface ToolsProps {
  year: number
  /** Whether there is a component and a plan. */
  isReady: boolean
  onImport: () => void
  onAdd: () => void
}

function Tools({ year, isReady, onImport, onAdd }: ToolsProps) {
  const { t } = useTranslation('fees.setup')
  return (
    <div className={common.actions}>
      <ExportSchedules year={year} />
      <Button disabled={!isReady} onClick={onImport}>
        {t('import.open')}
      </Button>
      <Button kind="main" disabled={!isReady} onClick={onAdd}>
        {t('schedule.add')}
      </Button>
    </div>
  )
}

/** Saves the schedules of a year as a spreadsheet; without any the headings, to be filled in. */
function ExportSchedules({ year }: { year: number }) {
  const { t, i18n } = useTranslation('fees.setup')
  const { mutate, isPending, error } = useFeeMutation(() => saveSchedules(year, i18n.language === 'ar' ? 'ar' : 'en'))
  return (
    <>
      <Button isWorking={isPending} onClick={() => void mutate()}>
        {t('export')}
      </Button>
      <FeeRefusal error={error} />
    </>
  )
}
