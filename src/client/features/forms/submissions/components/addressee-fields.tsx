// chunk: desk-parts
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChoiceField } from '#client/ui/fields/select-field.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import type { SubmissionDetail } from '#shared/forms/submission.contract.ts'
import { Language } from '#shared/kernel/fields.ts'

/** Whom a link is emailed to, in which language. */
export interface Addressee {
  guardian: string
  email: string
  language: Language
}

/** Returns whom a link goes to and about whom, as the submission says, for staff to change. */
export function useAddressee({ submission, definition, answers }: SubmissionDetail) {
  const [values, setValues] = useState(() => {
    const email = definition.contact.email && answers[definition.contact.email]
    return {
      subject: submission.subjects.join(' · '),
      guardian: submission.contact,
      email: typeof email === 'string' ? email : '',
      language: submission.language,
    }
  })
  return { values, change: (more: Partial<typeof values>) => setValues((before) => ({ ...before, ...more })) }
}

interface AddresseeFieldsProps {
  to: Addressee & { subject?: string }
  /** The lines of text that are asked for, in this order. */
  lines?: readonly ('subject' | 'guardian' | 'email')[]
  onChange: (more: Partial<Addressee & { subject: string }>) => void
}

/** The fields of an addressee. Load the words of `students.family` before. */
export function AddresseeFields({ to, lines = ['guardian', 'email'], onChange }: AddresseeFieldsProps) {
  const { t } = useTranslation('students.family')
  return (
    <>
      {lines.map((name) => (
        <TextField
          key={name}
          label={t(name)}
          required
          type={name === 'email' ? 'email' : 'text'}
          maxLength={name === 'email' ? 254 : 120}
          value={to[name] ?? ''}
          onChange={(typed) => onChange({ [name]: typed })}
        />
      ))}
      <ChoiceField
        label={t('language')}
        values={Language.options}
        nameOf={(each) => t(`languages.${each}`)}
        value={to.language}
        onChange={(language) => onChange({ language })}
      />
    </>
  )
}
