// chunk: fees
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { FileButton } from '#client/ui/fields/file-button.tsx'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import outcome from '#client/ui/tables/import-outcome.module.css'
import type { FeeSetup } from '#shared/fees/setup/fee-setup.contract.ts'
import { maxScheduleBytes, type ScheduleImport, scheduleColumns } from '#shared/fees/setup/schedule-import.contract.ts'
import { unreadableSheetWords } from '#shared/lists/unreadable-sheet-words.ts'
import { FeeRefusal, useFeeMutation } from '../fee-refusal.tsx'
import { sendSchedules } from '../fee-setup.api.ts'

interface ImportSheetProps {
  setup: FeeSetup
  year: number
  onClose: () => void
  /** Something was imported. */
  onDone: () => void
}

type Unreadable = NonNullable<ScheduleImport['unreadable']>
const tooLarge: Unreadable = { why: 'too-large', columns: [] }

/** Reads a spreadsheet of schedules, says what would become of it, and writes drafts when told. */
export function ImportSheet({ setup, year, onClose, onDone }: ImportSheetProps) {
  const { t } = useTranslation('fees.setup')
  const plans = setup.plans.filter(({ isRetired }) => !isRetired)
  const [planId, setPlanId] = useState(plans[0]?.id ?? '')
  const [file, setFile] = useState<File>()
  const [read, setRead] = useState<ScheduleImport>()
  const check = useFeeMutation(
    (chosen: File, plan: string) => sendSchedules(chosen, { year, planId: plan }, false),
    setRead,
  )
  const apply = useFeeMutation((chosen: File) => sendSchedules(chosen, { year, planId }, true), onDone)
  const look = (chosen: File | undefined, plan: string) => {
    setFile(chosen)
    setRead(undefined)
    if (chosen && chosen.size <= maxScheduleBytes) void check.mutate(chosen, plan)
  }
  const isTooLarge = file !== undefined && file.size > maxScheduleBytes
  const unreadable = isTooLarge ? tooLarge : read?.unreadable
  const count = read && read.counts.refused === 0 ? read.counts.new + read.counts.changed : 0
  return (
    <Sheet
      title={t('import.title')}
      onClose={onClose}
      size="wide"
      canClose={!apply.isPending}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            kind="main"
            disabled={count === 0}
            isWorking={apply.isPending}
            onClick={() => file && void apply.mutate(file)}
          >
            {t('import.apply')}
          </Button>
        </>
      }
    >
      <p>{t('import.lead')}</p>
      <PlanField
        plans={plans}
        value={planId}
        onChange={(plan) => {
          setPlanId(plan)
          look(file, plan)
        }}
      />
      <ChooseFile isBusy={check.isPending || apply.isPending} onChoose={(chosen) => look(chosen, planId)} />
      <p role="status" className={common.soft}>
        {check.isPending ? t('loading') : file && <bdi>{file.name}</bdi>}
      </p>
      {unreadable && <UnreadableNotice unreadable={unreadable} />}
      <FeeRefusal error={check.error ?? apply.error} />
      {read && !read.unreadable && <Outcome read={read} />}
    </Sheet>
  )
}

function ChooseFile({ isBusy, onChoose }: { isBusy: boolean; onChoose: (file: File | undefined) => void }) {
  const { t } = useTranslation('fees.setup')
  return (
    <FileButton
      accept=".xlsx,.csv,.tsv,.txt"
      disabled={isBusy}
      onChange={({ currentTarget }) => {
        onChoose(currentTarget.files?.[0])
        // The same file, corrected, may be chosen again.
        currentTarget.value = ''
      }}
    >
      {t('import.choose')}
    </FileButton>
  )
}

interface PlanFieldProps {
  plans: FeeSetup['plans']
  value: string
  onChange: (id: string) => void
}

function PlanField({ plans, value, onChange }: PlanFieldProps) {
  const { t } = useTranslation('fees.setup')
  const pick = useBilingual()
  return (
    <SelectField label={t('schedule.plan')} value={value} onChange={onChange}>
      {plans.map(({ id, name }) => (
        <option key={id} value={id}>
          {pick(name)}
        </option>
      ))}
    </SelectField>
  )
}

function UnreadableNotice({ unreadable: { why, columns } }: { unreadable: Unreadable }) {
  const pick = useBilingual()
  return (
    <InlineNotice tone="problem">
      {pick(unreadableSheetWords[why])} {columns.map((column) => pick(scheduleColumns[column])).join(' · ')}
    </InlineNotice>
  )
}

/** What would become of the schedules, and every refused row with its reasons. */
function Outcome({ read: { counts, refused } }: { read: ScheduleImport }) {
  const { t } = useTranslation('fees.setup')
  const pick = useBilingual()
  return (
    <>
      <ul className={outcome.counts}>
        {(['new', 'changed', 'same', 'refused'] as const).map((verdict) => (
          <li key={verdict}>{t(`import.count.${verdict}`, { no: counts[verdict] })}</li>
        ))}
      </ul>
      {refused.length > 0 && (
        <ol className={outcome.refused}>
          {refused.map(({ row, name, problems }) => (
            <li key={row}>
              {t('import.row', { row })} <bdi>{name}</bdi>
              {problems.map(({ column, why }) => (
                <small key={`${column} ${why}`}>
                  {column && <>{pick(scheduleColumns[column])}: </>}
                  {t(`import.why.${why}`)}
                </small>
              ))}
            </li>
          ))}
        </ol>
      )}
    </>
  )
}
