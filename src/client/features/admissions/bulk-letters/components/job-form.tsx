import { useTranslation } from 'react-i18next'
import { useLetterText } from '#client/features/letters/issued/use-letter-text.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import type { LetterJobKind } from '#shared/admissions/letter-job.contract.ts'
import { useLetterJob } from '../hooks/use-letter-job.ts'
import { readKnown } from '../letter-job.api.ts'
import css from './letter-jobs.module.css'
import { MissingValueList } from './missing-value-list.tsx'

const kinds: readonly LetterJobKind[] = ['waiting-list', 'rejection', 'admission-form']

/** Which letter for whom; who lacks what is said before anything is issued. */
export function JobForm({ onStarted }: { onStarted: () => void }) {
  const { t } = useTranslation('letters.issued')
  const errorText = useErrorText()
  const wordOf = useLetterText()
  const { answer: known } = useAnswer(readKnown)
  const { draft, change, checked, error, isPending, check, start } = useLetterJob(onStarted)
  return (
    <form
      className={css.form}
      aria-label={t('jobs.new')}
      onSubmit={(event) => {
        event.preventDefault()
        void check()
      }}
    >
      <p className={common.soft}>{t('jobs.lead')}</p>
      <div className={css.fields}>
        <Choice
          label={t('jobs.kind')}
          value={draft.kind}
          options={kinds.map((kind) => [kind, wordOf(kind)])}
          onChange={(kind) => change({ kind: kinds.find((each) => each === kind) ?? 'waiting-list' })}
        />
        <Choice
          label={t('jobs.grade')}
          value={draft.grade}
          options={[['', t('jobs.all')], ...(known?.grade ?? []).map((grade) => [grade, grade] as const)]}
          onChange={(grade) => change({ grade })}
        />
        <Choice
          label={t('jobs.year')}
          value={draft.year}
          options={[['', t('jobs.all')], ...(known?.entryYear ?? []).map((year) => [`${year}`, `${year}`] as const)]}
          onChange={(year) => change({ year })}
        />
      </div>
      <p className={common.soft}>{t(`jobs.for.${draft.kind}`)}</p>
      <div className={css.actions}>
        <Button type="submit" isWorking={isPending && !checked}>
          {t('jobs.check')}
        </Button>
        {checked && checked.ready > 0 && (
          <Button kind="main" isWorking={isPending} onClick={() => void start()}>
            {t('jobs.issue', { count: checked.ready })}
          </Button>
        )}
      </div>
      <CheckResult checked={checked} />
      {error && (
        <InlineNotice tone="problem">
          {error === 'request.not-found' ? t('jobs.nobody') : errorText(error)}
        </InlineNotice>
      )}
    </form>
  )
}

function CheckResult({ checked }: Pick<ReturnType<typeof useLetterJob>, 'checked'>) {
  const { t } = useTranslation('letters.issued')
  return (
    <div role="status">
      {checked && <p>{t('jobs.ready', { count: checked.ready })}</p>}
      {checked && checked.lackingCount > 0 && (
        <MissingValueList lacking={checked.lacking} count={checked.lackingCount} />
      )}
    </div>
  )
}

interface ChoiceProps {
  label: string
  value: string
  options: readonly (readonly [value: string, text: string])[]
  onChange: (value: string) => void
}

const Choice = ({ label, value, options, onChange }: ChoiceProps) => (
  <SelectField label={label} value={value} onChange={onChange}>
    {options.map(([code, text]) => (
      <option key={code} value={code}>
        {text}
      </option>
    ))}
  </SelectField>
)
