// chunk: fees
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { ChoiceField } from '#client/ui/fields/select-field.tsx'
import { NumberField } from '#client/ui/fields/text-field.tsx'
import { type KeepDraft, keepKinds, type LeavingDraft, newLeavingDraft } from './leaving-draft.ts'

interface OwnLeavingProps {
  /** Null where the school has no rule of its own. */
  draft: LeavingDraft | null
  isWrong: boolean
  onChange: (draft: LeavingDraft | null) => void
}

const mostSteps = 8

/** What the school keeps when a child leaves, where its regulator has no rule. */
export function OwnLeavingFields({ draft, isWrong, onChange }: OwnLeavingProps) {
  const { t } = useTranslation('fees.setup')
  return (
    <section className={common.stack}>
      <h2 className={common.heading}>{t('settings.leaving.title')}</h2>
      <p className={common.softLine}>{t('settings.leaving.hint')}</p>
      {draft && <Steps draft={draft} onChange={onChange} />}
      {isWrong && <InlineNotice tone="problem">{t('settings.leaving.wrong')}</InlineNotice>}
      <p className={common.actions}>
        {draft ? (
          <Button onClick={() => onChange(null)}>{t('settings.leaving.remove')}</Button>
        ) : (
          <Button onClick={() => onChange(newLeavingDraft)}>{t('settings.leaving.add')}</Button>
        )}
      </p>
    </section>
  )
}

function Steps({ draft, onChange }: { draft: LeavingDraft; onChange: (draft: LeavingDraft) => void }) {
  const { t } = useTranslation('fees.setup')
  const { beforeStart, steps } = draft
  const setStep = (at: number, part: Partial<LeavingDraft['steps'][number]>) =>
    onChange({ ...draft, steps: steps.map((step, no) => (no === at ? { ...step, ...part } : step)) })
  const addStep = () => {
    const last = steps.length - 1
    const step = { kind: 'percent' as const, number: '', untilDay: '' }
    onChange({ ...draft, steps: [...steps.slice(0, last), step, ...steps.slice(last)] })
  }
  return (
    <>
      <div className={common.row}>
        <KeepFields
          label={t('settings.leaving.beforeStart')}
          keep={beforeStart}
          onChange={(part) => onChange({ ...draft, beforeStart: { ...beforeStart, ...part } })}
        />
      </div>
      {steps.map((step, at) => (
        <div key={at} className={common.row}>
          {at < steps.length - 1 && (
            <NumberField
              label={t('settings.leaving.untilDay')}
              maxLength={3}
              value={step.untilDay}
              onChange={(untilDay) => setStep(at, { untilDay })}
            />
          )}
          <KeepFields
            label={t(at < steps.length - 1 ? 'settings.leaving.keep' : 'settings.leaving.later')}
            keep={step}
            onChange={(part) => setStep(at, part)}
          />
          {at < steps.length - 1 && (
            <Button
              kind="quiet"
              aria-label={t('settings.leaving.removeStepNo', { no: at + 1 })}
              onClick={() => onChange({ ...draft, steps: steps.filter((_, no) => no !== at) })}
            >
              {t('settings.leaving.removeStep')}
            </Button>
          )}
        </div>
      ))}
      {steps.length < mostSteps && (
        <p className={common.actions}>
          <Button onClick={addStep}>{t('settings.leaving.addStep')}</Button>
        </p>
      )}
    </>
  )
}

interface KeepProps {
  label: string
  keep: KeepDraft
  onChange: (part: Partial<KeepDraft>) => void
}

function KeepFields({ label, keep: { kind, number }, onChange }: KeepProps) {
  const { t } = useTranslation('fees.setup')
  return (
    <>
      <ChoiceField
        label={label}
        values={keepKinds}
        value={kind}
        nameOf={(each) => t(`settings.leaving.kind.${each}`)}
        onChange={(next) => onChange({ kind: next })}
      />
      {(kind === 'percent' || kind === 'months') && (
        <NumberField
          label={t(`settings.leaving.number.${kind}`)}
          maxLength={3}
          value={number}
          onChange={(next) => onChange({ number: next })}
        />
      )}
    </>
  )
}
