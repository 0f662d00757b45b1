import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChoiceField } from '#client/ui/fields/select-field.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import type { SubmissionDetail } from '#shared/forms/submission.contract.ts'
import { Language } from '#shared/kernel/fields.ts'

interface Addressee {
  subject: string
  guardian: string
  email: string
  language: Language
}

/** Whom a link goes to, about whom: as the submission says, for staff to change. */
export function useAddressee({ submission, definition, answers }: SubmissionDetail) {
  const [values, setValues] = useState<Addressee>(() => {
    const email = definition.contact.email && answers[definition.contact.email]
    return {
      subject: submission.subjects.join(' · '),
      guardian: submission.contact,
      email: typeof email === 'string' ? email : '',
      language: submission.language,
    }
  })
  return { values, change: (more: Partial<Addressee>) => setValues((before) => ({ ...before, ...more })) }
}

const texts = ['subject', 'guardian', 'email'] as const

interface AddresseeFieldsProps {
  addressee: ReturnType<typeof useAddressee>
  /** A field that is not asked for. */
  without?: (typeof texts)[number]
}

export function AddresseeFields({ addressee: { values, change }, without }: AddresseeFieldsProps) {
  const { t } = useTranslation(['students.family', 'forms.submissions'])
  return (
    <>
      {texts
        .filter((name) => name !== without)
        .map((name) => (
          <TextField
            key={name}
            label={t(`students.family:${name}`)}
            required
            type={name === 'email' ? 'email' : 'text'}
            maxLength={name === 'email' ? 254 : 120}
            value={values[name]}
            onChange={(typed) => change({ [name]: typed })}
          />
        ))}
      <ChoiceField
        label={t('students.family:language')}
        values={Language.options}
        nameOf={(each) => t(`forms.submissions:language.${each}`)}
        value={values.language}
        onChange={(chosen) => change({ language: chosen })}
      />
    </>
  )
}
