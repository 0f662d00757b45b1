import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { schoolYear, useGrade } from '#client/i18n/use-grade.ts'
import { newCommandId } from '#client/platform/use-command.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { CheckboxChoices } from '#client/ui/fields/choices.tsx'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import link from '#client/ui/link.module.css'
import { Money } from '#client/ui/tables/money.tsx'
import facts from '#client/ui/tables/facts.module.css'
import type { BillingPreview } from '#shared/fees/billing-run.contract.ts'
import type { FeeSetup } from '#shared/fees/setup/fee-setup.contract.ts'
import type { OpId } from '#shared/kernel/fields.ts'
import { negate } from '#shared/kernel/money.ts'
import { previewRun, startRun } from '../fees.api.ts'
import { BillingErrors } from './billing-errors.tsx'
import css from './overview.module.css'

interface FormProps {
  setup: FeeSetup
  onStarted: (runId: string) => void
  /** A run did not start, or its reply was lost. */
  onFailed: () => void
}

interface Scope {
  year: number
  grades: string[]
  components: string[]
  parts: number[]
}

/** Who is billed for what: checked first, then billed. Empty choices mean all. */
export function BillingForm({ setup, onStarted, onFailed }: FormProps) {
  const { t } = useTranslation('fees.overview')
  const errorText = useErrorText()
  const [scope, setScope] = useState<Scope>({ year: setup.year, grades: [], components: [], parts: [] })
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
  const change = (part: Partial<Scope>) => {
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

interface FieldsProps {
  setup: FeeSetup
  scope: Scope
  onChange: (part: Partial<Scope>) => void
}

function ScopeFields({ setup, scope, onChange }: FieldsProps) {
  const { t } = useTranslation('fees.overview')
  const pick = useBilingual()
  const gradeOf = useGrade()
  const schedules = setup.schedules.filter(({ year }) => year === scope.year)
  const grades = [...new Set(schedules.flatMap((schedule) => schedule.grades))]
  const components = setup.components.filter(({ isRetired }) => !isRetired)
  const nameOf = new Map(components.map(({ code, name }) => [code, pick(name)]))
  const most = Math.max(1, ...setup.plans.map((plan) => plan.parts.length))
  const parts = Array.from({ length: most }, (_, no) => String(no + 1))
  return (
    <>
      <p>{t('billing.hint')}</p>
      <SelectField
        label={t('billing.year')}
        width="narrow"
        value={scope.year}
        onChange={(year) => onChange({ year: Number(year), grades: [] })}
      >
        {[setup.year - 1, setup.year, setup.year + 1].map((year) => (
          <option key={year} value={year}>
            {schoolYear(year)}
          </option>
        ))}
      </SelectField>
      {grades.length === 0 && <NoSchedule />}
      {grades.length > 0 && (
        <CheckboxChoices
          title={t('billing.grades')}
          values={grades}
          chosen={scope.grades}
          word={gradeOf}
          onChoose={(chosen) => onChange({ grades: chosen })}
        />
      )}
      {components.length > 1 && (
        <CheckboxChoices
          title={t('billing.components')}
          values={components.map(({ code }) => code)}
          chosen={scope.components}
          word={(code) => nameOf.get(code) ?? code}
          onChoose={(chosen) => onChange({ components: chosen })}
        />
      )}
      {most > 1 && (
        <CheckboxChoices
          title={t('billing.parts')}
          values={parts}
          chosen={scope.parts.map(String)}
          word={(part) => t('billing.part', { part })}
          onChoose={(chosen) => onChange({ parts: chosen.map(Number) })}
        />
      )}
    </>
  )
}

function NoSchedule() {
  const { t } = useTranslation('fees.overview')
  return (
    <InlineNotice tone="warning">
      {t('billing.noSchedule')}{' '}
      <Link to="/fees/setup" search={{ tab: 'schedules' }} className={link.link}>
        {t('setUp')}
      </Link>
    </InlineNotice>
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
