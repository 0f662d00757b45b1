import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useHeard, useRefresh } from '#client/platform/use-refresh.ts'
import { ListFrame } from '#client/ui/tables/list-frame.tsx'
import { listRuns, readSetup } from '../fees.api.ts'
import { BillingForm } from './billing-form.tsx'
import { BillingRunCard } from './billing-run-card.tsx'
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
