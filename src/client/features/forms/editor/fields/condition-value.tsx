import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import type { Part } from '#shared/forms/form-definition.contract.ts'
import inputs from './inputs.module.css'

/** What a new sentence about a question says of it. */
export const firstValue = (part: Part): string | boolean => {
  if (part.type === 'yes-no' || part.type === 'consent') return true
  return 'choices' in part ? (part.choices?.[0]?.code ?? '') : ''
}

interface ValueProps {
  part: Part
  value: string | boolean
  onChange: (value: string | boolean) => void
}

/** The answer that a sentence speaks of: yes or no, one of the choices, or what somebody may have typed. */
export function ConditionValue({ part, value, onChange }: ValueProps) {
  const { t } = useTranslation('forms.editor')
  const pick = useBilingual()
  const name = t('condition.value')
  if (part.type === 'yes-no' || part.type === 'consent') {
    return (
      <select
        className={inputs.input}
        aria-label={name}
        value={String(value)}
        onChange={(event) => onChange(event.currentTarget.value === 'true')}
      >
        <option value="true">{t('condition.yes')}</option>
        <option value="false">{t('condition.no')}</option>
      </select>
    )
  }
  const choices = 'choices' in part ? part.choices : undefined
  if (!choices) {
    return (
      <input
        className={inputs.input}
        aria-label={name}
        dir="auto"
        maxLength={40}
        value={String(value)}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  }
  return (
    <select
      className={inputs.input}
      aria-label={name}
      value={String(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {choices.every(({ code }) => code !== value) && <option value={String(value)}>{String(value) || '–'}</option>}
      {choices.map(({ code, label }) => (
        <option key={code} value={code}>
          {pick(label) || code}
        </option>
      ))}
    </select>
  )
}
