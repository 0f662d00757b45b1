// chunk: fees
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useGrade } from '#client/i18n/use-grade.ts'
import { sessionAtom } from '#client/platform/session/session.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import list from '#client/ui/tables/list-table.module.css'
import { Money } from '#client/ui/tables/money.tsx'
import type { FeeComponent } from '#shared/fees/setup/fee-component.contract.ts'
import type { FeeSchedule } from '#shared/fees/setup/fee-schedule.contract.ts'
import type { FeeSetup } from '#shared/fees/setup/fee-setup.contract.ts'
import css from '../components/fee-setup.module.css'
import { DraftNotes } from '../draft-notes.tsx'
import { FeeRefusal, useFeeMutation } from '../fee-refusal.tsx'
import { approve, putSchedule } from '../fee-setup.api.ts'
import { useDraftMutation, useKeptDraft } from '../use-kept-draft.ts'
import { Amount, AmountCell } from './amount-cell.tsx'
import { readLines, scheduleInputOf, type TypedLines, typedLinesOf, typedSum } from './schedule-draft.ts'
import type { OpenSchedule } from './schedule-panel.tsx'

interface ScheduleRowProps {
  schedule: FeeSchedule
  columns: readonly FeeComponent[]
  setup: FeeSetup
  /** Whether this schedule has a draft already, which may be this one. */
  hasDraft: boolean
  onOpen: (open: OpenSchedule) => void
  onChanged: () => void
}

/** One schedule: a draft with its amounts to be typed, an approved version with its amounts. */
export function ScheduleRow({ schedule, columns, setup, hasDraft, onOpen, onChanged }: ScheduleRowProps) {
  const { t } = useTranslation('fees.setup')
  const pick = useBilingual()
  const may = useRights()
  const names = useGradeNames()(schedule.grades)
  const { currency } = setup
  const saved = { seen: schedule.revision, draft: typedLinesOf(schedule, currency) }
  const { draft: typed, seen, change, drop } = useKeptDraft<TypedLines>(`amounts ${schedule.id}`, saved)
  const { mutate, isPending, error, discard } = useDraftMutation(putSchedule, drop, onChanged)
  const canType = schedule.state === 'draft' && may('fees.setup')
  const { lines, wrong } = readLines(typed, currency)
  const isChanged = JSON.stringify(typed) !== JSON.stringify(typedLinesOf(schedule, currency))
  const save = (over = seen) => {
    if (wrong.length === 0 && isChanged) void mutate({ schedule: scheduleInputOf(schedule, lines), seen: over })
  }
  const put = (code: string, amount: string) => change({ [code]: { approved: '', ...typed[code], amount } })
  const overwrite = () => save(schedule.revision)
  const notes = { error, onStale: onChanged, onOverwrite: overwrite, onDiscard: discard }
  return (
    <tr>
      <RowHead schedule={schedule} names={names} onOpen={onOpen} />
      {columns.map(({ code, name }) => (
        <td key={code} className={css.number} data-label={pick(name)}>
          {canType ? (
            <AmountCell
              code={code}
              label={`${pick(name)}, ${names}`}
              isWrong={wrong.includes(code)}
              value={typed[code]?.amount ?? ''}
              onSave={() => save()}
              onChange={(amount) => put(code, amount)}
            />
          ) : (
            <Amount schedule={schedule} code={code} currency={currency} />
          )}
        </td>
      ))}
      <td className={css.number}>
        <Money minor={typedSum(typed, currency)} currency={currency} bare />
      </td>
      <td>
        <StateMark schedule={schedule} />
      </td>
      <td>
        <div className={common.actions}>
          {canType && isChanged && (
            <Button kind="main" isWorking={isPending} onClick={() => save()}>
              {t('save')}
            </Button>
          )}
          {!isChanged && <RowActions schedule={schedule} hasDraft={hasDraft} onOpen={onOpen} onChanged={onChanged} />}
        </div>
        {wrong.length > 0 && <p className={common.bad}>{t('wrong.amount')}</p>}
        <DraftNotes {...notes} />
      </td>
    </tr>
  )
}

type RowActionsProps = Pick<ScheduleRowProps, 'schedule' | 'hasDraft' | 'onOpen' | 'onChanged'>

/** What may be done with a schedule in which nothing is typed. */
function RowActions({ schedule, hasDraft, onOpen, onChanged }: RowActionsProps) {
  const { t } = useTranslation('fees.setup')
  const may = useRights()
  if (schedule.state === 'draft') return <ApproveButton schedule={schedule} onDone={onChanged} />
  if (hasDraft || !may('fees.setup')) return null
  return <Button onClick={() => onOpen({ from: schedule })}>{t('schedule.next')}</Button>
}

/** Returns a function from grades to their names, in one line. */
function useGradeNames(): (grades: readonly string[]) => string {
  const { t } = useTranslation('fees.setup')
  const grade = useGrade()
  return (grades) => grades.map(grade).join(t('comma'))
}

interface RowHeadProps {
  schedule: FeeSchedule
  /** Of its grades. */
  names: string
  onOpen: (open: OpenSchedule) => void
}

/** For which grades and children it is. */
function RowHead({ schedule, names, onOpen }: RowHeadProps) {
  const { t } = useTranslation('fees.setup')
  return (
    <th scope="row">
      <button type="button" className={list.open} onClick={() => onOpen(schedule)}>
        <bdi>{names}</bdi>
      </button>
      <div className={common.small}>
        {[schedule.campus, schedule.stream, schedule.pupils === 'all' ? '' : t(`pupils.${schedule.pupils}`)]
          .filter(Boolean)
          .join(' · ')}
      </div>
    </th>
  )
}

function StateMark({ schedule: { state, version } }: { schedule: FeeSchedule }) {
  const { t } = useTranslation('fees.setup')
  return (
    <span className={css.state} data-state={state}>
      {t(`schedule.state.${state}`, { version })}
    </span>
  )
}

/** Approves a draft; the person who changed it last sees that another person has to. */
function ApproveButton({ schedule, onDone }: { schedule: FeeSchedule; onDone: () => void }) {
  const { t } = useTranslation('fees.setup')
  const may = useRights()
  const { user } = useAtomValue(sessionAtom)
  const [isAsking, setIsAsking] = useState(false)
  const { mutate, isPending, error } = useFeeMutation(approve, onDone)
  if (!may('fees.approve') || user?.userId === schedule.byUser)
    return <span className={common.small}>{t('schedule.waits')}</span>
  return (
    <>
      <Button
        kind={isAsking ? 'main' : 'plain'}
        isWorking={isPending}
        onClick={() => (isAsking ? void mutate(schedule.id, schedule.revision) : setIsAsking(true))}
      >
        {t(isAsking ? 'schedule.approveNow' : 'schedule.approve')}
      </Button>
      <FeeRefusal error={error} />
    </>
  )
}
