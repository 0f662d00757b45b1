import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { schoolYear } from '#client/i18n/use-grade.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { useHeard, useRefresh } from '#client/platform/use-refresh.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { JobProgress } from '#client/ui/feedback/job-progress.tsx'
import { ListFrame } from '#client/ui/tables/list-frame.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import type { BillingRun } from '#shared/fees/billing-run.contract.ts'
import { listRuns, readSetup, resumeRun, stopRun } from '../fees.api.ts'
import { BillingErrors } from './billing-errors.tsx'
import { BillingForm } from './billing-form.tsx'
import css from './overview.module.css'

const refreshMs = 1500

/** Bills fees: what a run would do is shown first, then how far it is, and which children it could not bill. */
export function BillingView() {
  const { t } = useTranslation('fees.overview')
  const errorText = useErrorText()
  const setup = useAnswer(readSetup)
  const { answer: runs, failure, again, heard } = useHeard(listRuns)
  const [started, setStarted] = useState<string>()
  const isRunning = runs?.some(({ state }) => state === 'running') ?? false
  useRefresh({ again, heard }, isRunning ? refreshMs : undefined)
  const problem = failure ?? setup.failure
  const retry = () => {
    again()
    setup.again()
  }
  return (
    <ListFrame
      title={t('billing.title')}
      failure={problem && { text: errorText(problem), retry: t('retry'), onRetry: retry }}
      loading={(runs && setup.answer) || problem ? undefined : t('loading')}
    >
      {setup.answer && (
        <BillingForm
          key={started}
          setup={setup.answer}
          onStarted={(runId) => {
            setStarted(runId)
            again()
          }}
          onFailed={again}
        />
      )}
      {runs && (
        <section aria-labelledby="runs">
          <h2 id="runs" className={css.heading}>
            {t('billing.runs')}
          </h2>
          {runs.length === 0 && <p>{t('billing.noRuns')}</p>}
          {runs.map((run) => (
            <BillingRunCard key={run.runId} run={run} onChanged={again} />
          ))}
        </section>
      )}
    </ListFrame>
  )
}

/** One run: how far it is, what it billed, and the way to stop it or to go on. */
function BillingRunCard({ run, onChanged }: { run: BillingRun; onChanged: () => void }) {
  const { t } = useTranslation('fees.overview')
  const format = useFormat()
  const pick = useBilingual()
  const errorText = useErrorText()
  const change = useMutation((to: typeof stopRun) => to(run.runId), { onSuccess: onChanged })
  const { state, done, pupils, invoices, total, errors, errorCount, startedAt, by, scope } = run
  return (
    <article className={css.run} aria-label={format.dateTime(startedAt)}>
      <p>
        <strong>{schoolYear(scope.year)}</strong> · <bdi>{format.dateTime(startedAt)}</bdi> · <bdi>{pick(by.name)}</bdi>{' '}
        <span className={common.chip}>{t(`billing.state.${state}`)}</span>
      </p>
      {state !== 'done' && <JobProgress label={t('billing.progress')} done={done} total={pupils} />}
      <p role={state === 'running' ? 'status' : undefined}>
        {t('billing.done', { done: format.count(done), all: format.count(pupils) })} ·{' '}
        {t('billing.invoices', { count: invoices })} · <Money minor={total} />
      </p>
      <BillingErrors errors={errors} count={errorCount} />
      {state !== 'done' && (
        <p>
          <Button
            isWorking={change.isPending}
            onClick={() => void change.mutate(state === 'running' ? stopRun : resumeRun)}
          >
            {t(state === 'running' ? 'billing.stop' : 'billing.resume')}
          </Button>
        </p>
      )}
      {change.error && <InlineNotice tone="problem">{errorText(change.error)}</InlineNotice>}
    </article>
  )
}
