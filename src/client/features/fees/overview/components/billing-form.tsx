import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { newCommandId } from '#client/platform/use-command.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import facts from '#client/ui/tables/facts.module.css'
import type { BillingPreview } from '#shared/fees/billing-run.contract.ts'
import type { FeeSetup } from '#shared/fees/setup/fee-setup.contract.ts'
import type { OpId } from '#shared/kernel/fields.ts'
import { negate } from '#shared/kernel/money.ts'
import { previewRun, startRun } from '../fees.api.ts'
import { BillingErrors } from './billing-errors.tsx'
import { type BillingScope, ScopeFields } from './billing-scope.tsx'
import css from './overview.module.css'

interface FormProps {
  setup: FeeSetup
  onStarted: (runId: string) => void
  /** A run did not start, or its reply was lost. */
  onFailed: () => void
}

/** Who is billed for what: checked first, then billed. Empty choices mean all. */
export function BillingForm({ setup, onStarted, onFailed }: FormProps) {
  const { t } = useTranslation('fees.overview')
  const errorText = useErrorText()
  const [scope, setScope] = useState<BillingScope>({ year: setup.year, grades: [], components: [], parts: [] })
  // What is previewed starts one run, under an id of its own.
  const [preview, setPreview] = useState<BillingPreview & { runId: OpId }>()
  const start = useMutation(
    ({ runId, scopeHash }: { runId: OpId; scopeHash: string }) => startRun({ runId, scope, scopeHash }),
    {
      onSuccess: (run) => onStarted(run.runId),
      onError: () => {
        setPreview(undefined)
        onFailed()
      },
    },
  )
  const check = useMutation(() => previewRun(scope), {
    onSuccess: (found) => {
      start.reset()
      setPreview({ ...found, runId: newCommandId() })
    },
  })
  const change = (part: Partial<BillingScope>) => {
    setPreview(undefined)
    setScope({ ...scope, ...part })
  }
  const problem = check.error ?? start.error
  return (
    <section aria-labelledby="new-run" className={css.form}>
      <h2 id="new-run" className={css.heading}>
        {t('billing.new')}
      </h2>
      <ScopeFields setup={setup} scope={scope} onChange={change} />
      <p>
        <Button kind={preview ? 'plain' : 'main'} isWorking={check.isPending} onClick={() => void check.mutate()}>
          {t('billing.preview')}
        </Button>
      </p>
      {problem && <InlineNotice tone="problem">{errorText(problem)}</InlineNotice>}
      {preview && (
        <Preview preview={preview}>
          <p>
            <Button
              kind="main"
              disabled={preview.charges === 0}
              isWorking={start.isPending}
              onClick={() => void start.mutate(preview)}
            >
              {t('billing.start', { count: preview.charges })}
            </Button>
          </p>
        </Preview>
      )}
    </section>
  )
}

/** What a run would bill, without any number taken. */
function Preview({ preview, children }: { preview: BillingPreview; children: React.ReactNode }) {
  const { t } = useTranslation('fees.overview')
  const { currency, pupils, charges, known, gross, discount, tax, total, errors, errorCount } = preview
  return (
    <section aria-label={t('billing.previewTitle')} className={css.run}>
      <p role="status">{t('billing.found', { count: pupils })}</p>
      <dl className={facts.facts}>
        <dt>{t('billing.charges')}</dt>
        <dd className="num">{charges}</dd>
        <dt>{t('billing.known')}</dt>
        <dd className="num">{known}</dd>
        <dt>{t('billing.gross')}</dt>
        <dd>
          <Money minor={gross} currency={currency} />
        </dd>
        <dt>{t('billing.discount')}</dt>
        <dd>
          <Money minor={negate(discount)} currency={currency} />
        </dd>
        <dt>{t('billing.tax')}</dt>
        <dd>
          <Money minor={tax} currency={currency} />
        </dd>
        <dt>{t('billing.total')}</dt>
        <dd>
          <strong>
            <Money minor={total} currency={currency} />
          </strong>
        </dd>
      </dl>
      <BillingErrors errors={errors} count={errorCount} />
      {children}
    </section>
  )
}
