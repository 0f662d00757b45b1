import { useTranslation } from 'react-i18next'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import sign from '#client/ui/fields/signature.module.css'
import { TextField } from '#client/ui/fields/text-field.tsx'
import type { DeclineReason } from '#shared/admissions/offers/offer.contract.ts'
import type { AnswerFormState } from '../hooks/use-answer-form.ts'
import css from '../offer-screen.module.css'
import { NoteField } from './note-field.tsx'

/** Apart from the contract: a page that is read needs no schemas. */
const reasons: readonly DeclineReason[] = [
  'other-school',
  'fees',
  'moving',
  'place-elsewhere-later',
  'siblings',
  'other',
]

interface DeclineProps {
  state: AnswerFormState
  mayKeepPlace: boolean
  /** The id of what says what is lacking. */
  problem: string
}

/** Why the seat is given up, and that whoever gives it up knows what that means. */
export function DeclineFields({ state, mayKeepPlace, problem }: DeclineProps) {
  const { t } = useTranslation('admissions.offer')
  const { draft, change, trouble, hasUnderstood, understand } = state
  const chosen = reasons.find((each) => each === draft.reason)
  return (
    <div className={css.form}>
      <Reason state={state} problem={problem} />
      {chosen === 'other-school' && draft.kind === 'decline' && (
        <TextField
          label={t('chosenSchool')}
          maxLength={200}
          value={draft.chosenSchool}
          onChange={(typed) => change({ chosenSchool: typed })}
        />
      )}
      <NoteField
        label={t(chosen === 'other' ? 'noteAsked' : 'note')}
        note={draft.note}
        problem={trouble === 'note' ? problem : undefined}
        onChange={(note) => change({ note })}
      />
      {mayKeepPlace && (
        <label className={sign.choice}>
          <input
            type="checkbox"
            checked={draft.keepPlace}
            onChange={(event) => change({ keepPlace: event.currentTarget.checked })}
          />
          {t('keepPlace')}
        </label>
      )}
      <label className={sign.choice}>
        <input
          type="checkbox"
          name="understand"
          checked={hasUnderstood}
          aria-describedby={trouble === 'understand' ? problem : undefined}
          onChange={(event) => understand(event.currentTarget.checked)}
        />
        {t('understand')}
      </label>
    </div>
  )
}

function Reason({ state: { draft, change, trouble }, problem }: Pick<DeclineProps, 'state' | 'problem'>) {
  const { t } = useTranslation('admissions.offer')
  return (
    <SelectField
      label={t('reasonAsked')}
      value={draft.reason}
      aria-required
      aria-invalid={trouble === 'reason'}
      aria-describedby={trouble === 'reason' ? problem : undefined}
      onChange={(chosen) => change({ reason: reasons.find((each) => each === chosen) ?? '' })}
    >
      <option value="">{t('choose')}</option>
      {reasons.map((each) => (
        <option key={each} value={each}>
          {t(`reason.${each}`)}
        </option>
      ))}
    </SelectField>
  )
}
