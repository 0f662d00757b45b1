// chunk: fees
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useCommand } from '#client/platform/use-command.ts'
import { useJobs } from '#client/platform/use-jobs.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { JobProgress } from '#client/ui/feedback/job-progress.tsx'
import { ListFrame } from '#client/ui/tables/list-frame.tsx'
import type { PayerName } from '#shared/fees/fee-values.contract.ts'
import type { ReminderList } from '#shared/fees/reminders/reminder.contract.ts'
import type { ReminderRun } from '#shared/fees/reminders/reminder-run.contract.ts'
import type { OpId } from '#shared/kernel/fields.ts'
import { HoldSheet } from './hold-sheet.tsx'
import { automate, listReminders, listRuns, resumeRun, startRun, stopRun } from './reminder.api.ts'
import { ReminderTable } from './reminder-table.tsx'

/** Who would be reminded today and who would not, and why; sent with one click, or by themselves. */
export function RemindersView() {
  const { t } = useTranslation('fees.reminders')
  const errorText = useErrorText()
  const { answer, failure, again } = useAnswer(listReminders)
  const runs = useJobs(listRuns, runningOf)
  const isRunning = (runs.answer && runningOf(runs.answer).length > 0) ?? false
  const [held, setHeld] = useState<PayerName>()
  const wasRunning = useRef(false)
  useEffect(() => {
    // Once a run is over, others are due.
    if (wasRunning.current && !isRunning) again()
    wasRunning.current = isRunning
  }, [isRunning, again])
  return (
    <ListFrame
      isWide
      title={t('title')}
      failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: again }}
      loading={answer || failure ? undefined : t('loading')}
    >
      {answer && (
        <>
          <p className={common.softLine}>{t('intro')}</p>
          <Sending list={answer} isRunning={isRunning} onStarted={runs.again} onSwitched={again} />
          {runs.answer && <ReminderRuns runs={runs.answer} onChanged={runs.again} />}
          {answer.lines.length === 0 && <p>{t('none')}</p>}
          {answer.lines.length > 0 && <ReminderTable list={answer} onHold={setHeld} onChanged={again} />}
          {answer.count > answer.lines.length && <p>{t('more', { count: answer.count - answer.lines.length })}</p>}
          {held && (
            <HoldSheet
              payer={held}
              today={answer.today}
              onClose={() => setHeld(undefined)}
              onDone={() => {
                setHeld(undefined)
                again()
              }}
            />
          )}
        </>
      )}
    </ListFrame>
  )
}

const runningOf = (runs: readonly ReminderRun[]) => runs.filter(({ state }) => state === 'running')

interface SendingProps {
  list: ReminderList
  isRunning: boolean
  onStarted: () => void
  onSwitched: () => void
}

/** Sends what is due now, and says whether that happens by itself. */
function Sending({ list: { due, isAutomatic }, isRunning, onStarted, onSwitched }: SendingProps) {
  const { t } = useTranslation('fees.reminders')
  const errorText = useErrorText()
  const format = useFormat()
  const may = useRights()
  const sending = useCommand((_all: null, runId: OpId) => startRun(runId), { onSuccess: onStarted })
  const switching = useMutation(() => automate(!isAutomatic), { onSuccess: onSwitched })
  const problem = sending.error ?? switching.error
  return (
    <>
      <p>{t(isAutomatic ? 'automatic' : 'byHand')}</p>
      <p className={common.actions}>
        {may('fees.bill') && (
          <Button
            kind="main"
            disabled={due === 0 || isRunning}
            isWorking={sending.isPending}
            onClick={() => void sending.mutate(null)}
          >
            {t('send', { count: due, number: format.count(due) })}
          </Button>
        )}
        {may('fees.setup') && (
          <Button isWorking={switching.isPending} onClick={() => void switching.mutate()}>
            {t(isAutomatic ? 'stop' : 'start')}
          </Button>
        )}
      </p>
      {problem && <InlineNotice tone="problem">{errorText(problem)}</InlineNotice>}
    </>
  )
}

interface RunsProps {
  runs: readonly ReminderRun[]
  onChanged: () => void
}

/** Reminders that were sent to all: the one under way with how far it is, else the last one. */
function ReminderRuns({ runs, onChanged }: RunsProps) {
  const shown = runs.filter(({ state }, at) => at === 0 || state !== 'done')
  return shown.map((run) => <RunCard key={run.runId} run={run} onChanged={onChanged} />)
}

function RunCard({ run, onChanged }: { run: ReminderRun; onChanged: () => void }) {
  const { t } = useTranslation('fees.reminders')
  const format = useFormat()
  const pick = useBilingual()
  const errorText = useErrorText()
  const may = useRights()
  const change = useMutation((to: typeof stopRun) => to(run.runId), { onSuccess: onChanged })
  const { state, done, payers, sent, failed, startedAt, by } = run
  return (
    <article aria-label={format.dateTime(startedAt)}>
      <p>
        <bdi>{format.dateTime(startedAt)}</bdi> · <bdi>{pick(by.name)}</bdi>{' '}
        <span className={common.chip}>{t(`run.${state}`)}</span>
      </p>
      {state !== 'done' && <JobProgress label={t('run.progress')} done={done} total={payers} />}
      <p role={state === 'running' ? 'status' : undefined}>
        {t('run.of', { done: format.count(done), all: format.count(payers) })} · {t('sent', { count: sent })}
        {failed > 0 && ` ${t('failed', { count: failed })}`}
      </p>
      {state !== 'done' && may('fees.bill') && (
        <p className={common.actions}>
          <Button
            isWorking={change.isPending}
            onClick={() => void change.mutate(state === 'running' ? stopRun : resumeRun)}
          >
            {t(state === 'running' ? 'run.stop' : 'run.resume')}
          </Button>
        </p>
      )}
      {change.error && <InlineNotice tone="problem">{errorText(change.error)}</InlineNotice>}
    </article>
  )
}
