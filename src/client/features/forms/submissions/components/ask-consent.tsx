import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import common from '#client/ui/common.module.css'
import { CheckboxField } from '#client/ui/fields/checkbox-field.tsx'
import type { ConsentWording } from '#shared/consents/consent.contract.ts'
import type { SubmissionDetail } from '#shared/forms/submission.contract.ts'
import { askForConsent } from '../family.api.ts'
import { AddresseeFields, useAddressee } from './addressee-fields.tsx'
import css from './submission-sheet.module.css'

interface AskConsentProps {
  detail: SubmissionDetail
  wordings: readonly ConsentWording[]
  onClose(): void
}

/** Asks one guardian, by a link of their own. The next guardian is asked by another one. */
export function AskConsent({ detail, wordings, onClose }: AskConsentProps) {
  const { t } = useTranslation('students.family')
  const pick = useBilingual()
  const errorText = useErrorText()
  const addressee = useAddressee(detail)
  const [purposes, setPurposes] = useState<readonly string[]>(() => wordings.map(({ purpose }) => purpose))
  const [isWrong, setIsWrong] = useState(false)
  const { mutate, isPending, error } = useMutation(askForConsent, { onSuccess: onClose })
  const send = () => {
    setIsWrong(purposes.length === 0)
    if (purposes.length > 0)
      void mutate({ submissionId: detail.submission.id, ...addressee.values, purposes: [...purposes] })
  }
  return (
    <form
      className={css.ask}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <AddresseeFields to={addressee.values} lines={['subject', 'guardian', 'email']} onChange={addressee.change} />
      <fieldset className={css.group}>
        <legend>{t('consent.purposes')}</legend>
        {wordings.map(({ purpose, title }) => (
          <CheckboxField
            key={purpose}
            label={pick(title)}
            checked={purposes.includes(purpose)}
            onChange={(isChecked) =>
              setPurposes(isChecked ? [...purposes, purpose] : purposes.filter((each) => each !== purpose))
            }
          />
        ))}
      </fieldset>
      {(isWrong || error) && <p role="alert">{isWrong ? t('consent.choose') : error && errorText(error)}</p>}
      <div className={common.actions}>
        <button type="submit" className={css.button} aria-disabled={isPending}>
          {t('send')}
        </button>
        <button type="button" className={css.button} onClick={onClose}>
          {t('cancel')}
        </button>
      </div>
    </form>
  )
}
