import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import css from '#client/features/admissions/offers/components/offer-section.module.css'
import { Refusal, TextLine } from '#client/features/students/record/components/record-fields.tsx'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import { Failure, Loading } from '#client/ui/tables/list-frame.tsx'
import { formatReference, parseReference } from '#shared/kernel/text/reference-number.rules.ts'
import type { ErasedCounts, ErasureCause } from '#shared/retention/retention.rules.ts'
import { ErasedCountsList } from './erased-counts.tsx'

interface EraseProps {
  /** What it is called, as a whole. */
  label: string
  /** Of what is erased: it is typed, so that it is this one. */
  reference: string
  /** Whether its time is over; before that it goes only because the family asks. */
  isDue: boolean
  /** Said where another reference was typed. */
  wrong: string
  rehearse: () => Promise<ErasedCounts>
  erase: (cause: ErasureCause) => Promise<unknown>
  onErased: () => void
  onClose: () => void
}

/** What an erasure would reach, and the erasure itself once the reference is typed. `rehearse` stays the same function. */
export function EraseForm({ label, reference: own, isDue, wrong, rehearse, erase, onErased, onClose }: EraseProps) {
  const { t } = useTranslation('retention')
  const errorText = useErrorText()
  const { answer: counts, failure, again } = useAnswer(rehearse)
  const [cause, setCause] = useState<ErasureCause>(isDue ? 'time-over' : 'family-asked')
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  const { mutate, isPending, error } = useMutation(erase, { onSuccess: onErased })
  const submit = () => {
    const isThis = parseReference(typed) === own
    setWrong(!isThis)
    if (isThis) void mutate(cause)
  }
  return (
    <form
      noValidate
      aria-label={label}
      className={common.tightStack}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <h4>{t('erase.would')}</h4>
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
      {!counts && !failure && <Loading>{t('loading')}</Loading>}
      {counts && <ErasedCountsList counts={counts} />}
      <p>{t('erase.forGood')}</p>
      <SelectField
        label={t('erase.why')}
        width="wide"
        value={cause}
        onChange={(chosen) => setCause(chosen as ErasureCause)}
      >
        <option value="time-over">{t('erase.cause.time-over')}</option>
        <option value="family-asked">{t('erase.cause.family-asked')}</option>
      </SelectField>
      <TextLine
        label={t('erase.type', { reference: `\u2066${formatReference(own)}\u2069` })}
        dir="ltr"
        value={typed}
        isWrong={isWrong}
        maxLength={20}
        onChange={setTyped}
      />
      {isWrong && <Refusal>{wrong}</Refusal>}
      {error && <Refusal>{errorText(error)}</Refusal>}
      <div className={css.actions}>
        <Button type="submit" kind="bad" isWorking={isPending} disabled={!counts}>
          {t('erase.confirm')}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {t('leave')}
        </Button>
      </div>
    </form>
  )
}
