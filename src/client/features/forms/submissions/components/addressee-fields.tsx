import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SubmissionDetail } from '#shared/forms/submission.contract.ts'
import { Language } from '#shared/kernel/fields.ts'
import css from './submission-sheet.module.css'

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
          <label key={name} className={css.labelled}>
            {t(`students.family:${name}`)}
            <input
              required
              type={name === 'email' ? 'email' : 'text'}
              dir={name === 'email' ? 'ltr' : 'auto'}
              maxLength={name === 'email' ? 254 : 120}
              value={values[name]}
              onChange={(event) => change({ [name]: event.currentTarget.value })}
            />
          </label>
        ))}
      <label className={css.labelled}>
        {t('students.family:language')}
        <select
          value={values.language}
          onChange={(event) => change({ language: Language.parse(event.currentTarget.value) })}
        >
          {Language.options.map((each) => (
            <option key={each} value={each}>
              {t(`forms.submissions:language.${each}`)}
            </option>
          ))}
        </select>
      </label>
    </>
  )
}
