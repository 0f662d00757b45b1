import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import { DateField, TextField } from '#client/ui/fields/text-field.tsx'

interface FieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  isWrong?: boolean
  type?: 'text' | 'date' | 'email' | 'tel'
  dir?: 'ltr' | 'rtl'
  lang?: string
  maxLength?: number
  inputMode?: 'numeric'
}

/** One line of the record that is typed. */
export function TextLine({ label, value, onChange, isWrong = false, ...input }: FieldProps) {
  const line = { label, value, onChange, autoComplete: 'off', 'aria-invalid': isWrong || undefined }
  return input.type === 'date' ? <DateField {...line} /> : <TextField {...input} {...line} />
}

interface ChoiceProps {
  label: string
  value: string
  onChange: (value: string) => void
  /** What there is to choose from besides nothing. */
  choices: readonly (readonly [value: string, label: string])[]
}

/** One line of the record that is chosen; nothing is a choice too. */
export function ChoiceLine({ label, value, onChange, choices }: ChoiceProps) {
  const { t } = useTranslation('students.file')
  // What an older form wrote stays to be seen, and to be kept.
  const isKnown = value === '' || choices.some(([code]) => code === value)
  return (
    <SelectField label={label} value={value} onChange={onChange}>
      <option value="">{t('notSaid')}</option>
      {!isKnown && <option value={value}>{value}</option>}
      {choices.map(([code, name]) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

interface RefusalProps {
  children: ReactNode
}

/** What was refused, and what to do. */
export const Refusal = ({ children }: RefusalProps) => <InlineNotice tone="problem">{children}</InlineNotice>
