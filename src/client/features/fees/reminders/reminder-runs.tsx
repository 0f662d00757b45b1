// chunk: fees
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { JobProgress } from '#client/ui/feedback/job-progress.tsx'
import type { ReminderRun } from '#shared/fees/reminders/reminder-run.contract.ts'
import { resumeRun, stopRun } from './reminder.api.ts'

interface RunsProps {
  runs: readonly ReminderRun[]
  onChanged: () => void
}

/** Reminders that were sent to all: the one under way with how far it is, else the last one. */
export function ReminderRuns({ runs, onChanged }: RunsProps) {
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
