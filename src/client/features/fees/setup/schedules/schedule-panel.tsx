// chunk: fees
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { schoolYear, useGrade } from '#client/i18n/use-grade.ts'
import { useSchoolGrades } from '#client/i18n/use-school-grades.ts'
import { CheckboxChoices } from '#client/ui/fields/choices.tsx'
import { ChoiceField, SelectField } from '#client/ui/fields/select-field.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { machineClock, machineRandom } from '#local/kernel/machine.ts'
import { type FeeSchedule, FeeScheduleInput, schedulePupils } from '#shared/fees/setup/fee-schedule.contract.ts'
import type { FeeSetup } from '#shared/fees/setup/fee-setup.contract.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import css from '../components/fee-setup.module.css'
import { SetupPanel } from '../components/setup-panel.tsx'
import { dropSchedule, putSchedule } from '../fee-setup.api.ts'
import { useDraftMutation, useKeptDraft } from '../use-kept-draft.ts'
import { LineFields } from './line-fields.tsx'
import { readLines, type TypedLines, typedLinesOf } from './schedule-draft.ts'

/** A new schedule, one that is there, or the next version of an approved one. */
export type OpenSchedule = 'new' | FeeSchedule | { from: FeeSchedule }

interface SchedulePanelProps {
  open: OpenSchedule
  year: number
  setup: FeeSetup
  onClose: () => void
  onDone: () => void
  /** Reads the set-up again. */
  onStale: () => void
}

type Draft = Pick<FeeSchedule, 'campus' | 'stream' | 'grades' | 'pupils' | 'approvalRef' | 'planId'> & {
  typed: TypedLines
}

const newId = () => uuidv7(machineClock.nowMs(), machineRandom)
const basisOf = (open: OpenSchedule): FeeSchedule | undefined =>
  open === 'new' ? undefined : 'from' in open ? open.from : open

/** Where a schedule is kept: the next version of one has the series of it. */
function placeOf(open: OpenSchedule): { id: string; seriesId: string; seen: number } {
  if (open === 'new') return { id: newId(), seriesId: newId(), seen: 0 }
  if ('from' in open) return { id: newId(), seriesId: open.from.seriesId, seen: 0 }
  return { id: open.id, seriesId: open.seriesId, seen: open.revision }
}

/** Name of what is typed; a new one has one for each year. */
const nameOf = (open: OpenSchedule, year: number): string => {
  if (open === 'new') return `schedule of ${year}`
  return 'from' in open ? `schedule from ${open.from.id}` : `schedule ${open.id}`
}

function draftOf(basis: FeeSchedule | undefined, { plans, currency }: FeeSetup): Draft {
  if (!basis) {
    const planId = plans.find(({ isRetired }) => !isRetired)?.id ?? ''
    return { campus: '', stream: '', grades: [], pupils: 'all', approvalRef: '', planId, typed: {} }
  }
  const { campus, stream, grades, pupils, approvalRef, planId } = basis
  return { campus, stream, grades, pupils, approvalRef, planId, typed: typedLinesOf(basis, currency) }
}

/** One schedule: for whom it is, its plan, and its amounts with what the regulator has approved. */
export function SchedulePanel({ open, year, setup, onClose, onDone, onStale }: SchedulePanelProps) {
  const { t } = useTranslation('fees.setup')
  const may = useRights()
  const [place] = useState(() => placeOf(open))
  const basis = basisOf(open)
  const latest = basis === open ? setup.schedules.find(({ id }) => id === place.id) : undefined
  const saved = { seen: latest?.revision ?? place.seen, draft: draftOf(latest ?? basis, setup) }
  const { draft, seen, isBack, change, drop } = useKeptDraft<Draft>(nameOf(open, year), saved)
  const [wrong, setWrong] = useState<readonly unknown[]>([])
  const { mutate, isPending, error, discard } = useDraftMutation(putSchedule, drop, onDone)
  const isFrozen = basis === open && basis?.state === 'approved'
  const save = (over = seen) => {
    const { typed, ...rest } = draft
    const { lines, wrong: unread } = readLines(typed, setup.currency)
    const { seen: _seen, ...ids } = place
    const read = FeeScheduleInput.safeParse({ ...rest, ...ids, year: basis?.year ?? year, lines })
    setWrong([...unread, ...(read.success ? [] : read.error.issues.map(({ path }) => path[0]))])
    if (read.success && unread.length === 0) void mutate({ schedule: read.data, seen: over })
  }
  const title = open === 'new' ? 'schedule.add' : basis === open ? 'schedule.edit' : 'schedule.next'
  return (
    <SetupPanel
      title={`${t(title)} ${schoolYear(basis?.year ?? year)}`}
      onClose={onClose}
      onSave={() => save()}
      isSaving={isPending}
      notes={{ isBack, error, onStale, onOverwrite: () => save(saved.seen), onDiscard: discard }}
      remove={basis === open && !isFrozen ? () => dropSchedule(place.id) : undefined}
      onRemoved={onDone}
      canEdit={may('fees.setup') && !isFrozen}
    >
      <PupilFields draft={draft} isWrong={wrong.includes('grades')} onChange={change} />
      <PlanFields draft={draft} setup={setup} onChange={change} />
      <LineFields
        setup={setup}
        year={basis?.year ?? year}
        typed={draft.typed}
        wrong={wrong}
        onChange={(typed) => change({ typed })}
      />
    </SetupPanel>
  )
}

interface FieldsProps {
  draft: Draft
  onChange: (part: Partial<Draft>) => void
}

/** For which children it is. */
function PupilFields({ draft, isWrong, onChange }: FieldsProps & { isWrong: boolean }) {
  const { t } = useTranslation('fees.setup')
  const grade = useGrade()
  const grades = useSchoolGrades(draft.grades)
  return (
    <>
      <CheckboxChoices
        title={t('column.grades')}
        values={grades}
        word={grade}
        chosen={draft.grades}
        onChoose={(chosen) => onChange({ grades: chosen })}
      />
      {isWrong && <p role="alert">{t('wrong.grades')}</p>}
      <div className={css.two}>
        <ChoiceField
          label={t('schedule.pupils')}
          values={schedulePupils}
          value={draft.pupils}
          nameOf={(pupils) => t(`pupils.${pupils}`)}
          onChange={(pupils) => onChange({ pupils })}
        />
        {(['campus', 'stream'] as const).map((place) => (
          <TextField
            key={place}
            label={t(`schedule.${place}`)}
            hint={t('schedule.placeHint')}
            autoComplete="off"
            maxLength={40}
            value={draft[place]}
            onChange={(typed) => onChange({ [place]: typed })}
          />
        ))}
      </div>
    </>
  )
}

function PlanFields({ draft, setup, onChange }: FieldsProps & { setup: FeeSetup }) {
  const { t } = useTranslation('fees.setup')
  const pick = useBilingual()
  const plans = setup.plans.filter(({ id, isRetired }) => !isRetired || id === draft.planId)
  return (
    <div className={css.two}>
      <SelectField label={t('schedule.plan')} value={draft.planId} onChange={(planId) => onChange({ planId })}>
        {plans.map(({ id, name }) => (
          <option key={id} value={id}>
            {pick(name)}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t('schedule.approvalRef')}
        hint={t('schedule.approvalRefHint')}
        autoComplete="off"
        maxLength={80}
        value={draft.approvalRef}
        onChange={(approvalRef) => onChange({ approvalRef })}
      />
    </div>
  )
}
