// chunk: fees
import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import { Button } from '#client/ui/button.tsx'
import { ChoiceField } from '#client/ui/fields/select-field.tsx'
import { DateField, NumberField, TextField } from '#client/ui/fields/text-field.tsx'
import type { Currency } from '#shared/kernel/money.ts'
import css from '../components/fee-setup.module.css'
import type { PartDraft } from './plan-draft.ts'

interface PartFieldsProps {
  no: number
  part: PartDraft
  currency: Currency
  wrong: { label: boolean; due: boolean; share: boolean }
  onChange: (part: PartDraft) => void
  onRemove: (() => void) | undefined
}

/** One part: its label, when it is due, and how much. */
export function PartFields({ no, part, currency, wrong, onChange, onRemove }: PartFieldsProps) {
  const { t } = useTranslation('fees.setup')
  const format = useFormat()
  const change = (next: Partial<PartDraft>) => onChange({ ...part, ...next })
  return (
    <div className={css.part} role="group" aria-label={t('part.title', { no })}>
      <div className={css.two}>
        <LabelFields no={no} part={part} isWrong={wrong.label} onChange={change} />
        <ChoiceField
          label={t('part.of')}
          values={['percent', 'amount'] as const}
          value={part.of}
          nameOf={(of) => t(`part.by.${of}`)}
          onChange={(of) => change({ of })}
        />
        <NumberField
          label={
            part.of === 'percent' ? t('part.percent') : t('part.amount', { currency: format.currencyName(currency) })
          }
          inputMode="decimal"
          error={wrong.share ? t(part.of === 'percent' ? 'wrong.percent' : 'wrong.amount') : undefined}
          value={part.value}
          onChange={(value) => change({ value })}
        />
        <ChoiceField
          label={t('part.due')}
          values={['day', 'term'] as const}
          value={part.by}
          nameOf={(by) => t(`part.by.${by}`)}
          onChange={(by) => change({ by })}
        />
        {part.by === 'day' ? (
          <DateField
            label={t('part.on')}
            error={wrong.due ? t('wrong.day') : undefined}
            value={part.on}
            onChange={(on) => change({ on })}
          />
        ) : (
          <TermFields part={part} isWrong={wrong.due} onChange={change} />
        )}
      </div>
      {onRemove && (
        <Button kind="quiet" aria-label={t('part.removeNo', { no })} onClick={onRemove}>
          {t('part.remove')}
        </Button>
      )}
    </div>
  )
}

interface LabelFieldsProps {
  no: number
  part: PartDraft
  isWrong: boolean
  onChange: (part: Partial<PartDraft>) => void
}

function LabelFields({ no, part, isWrong, onChange }: LabelFieldsProps) {
  const { t } = useTranslation('fees.setup')
  return (
    <>
      {(['en', 'ar'] as const).map((language) => (
        <TextField
          key={language}
          label={t(`part.${language}`, { no })}
          lang={language}
          autoComplete="off"
          maxLength={80}
          error={isWrong && part.label[language].trim() === '' ? t('wrong.name') : undefined}
          value={part.label[language]}
          onChange={(typed) => onChange({ label: { ...part.label, [language]: typed } })}
        />
      ))}
    </>
  )
}

interface TermFieldsProps {
  part: PartDraft
  isWrong: boolean
  onChange: (part: Partial<PartDraft>) => void
}

/** A term of the school year, and the days after it begins. */
function TermFields({ part, isWrong, onChange }: TermFieldsProps) {
  const { t } = useTranslation('fees.setup')
  return (
    <>
      <ChoiceField
        label={t('part.term')}
        values={['1', '2', '3', '4', '5', '6'] as const}
        value={part.term as '1'}
        nameOf={(term) => term}
        onChange={(term) => onChange({ term })}
      />
      <NumberField
        label={t('part.days')}
        hint={t('part.daysHint')}
        inputMode="text"
        error={isWrong ? t('wrong.days') : undefined}
        value={part.days}
        onChange={(days) => onChange({ days })}
      />
    </>
  )
}
