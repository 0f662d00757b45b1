import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '#client/ui/action-button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import linkPage from '#client/ui/feedback/link-page.module.css'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import sign from '#client/ui/fields/signature/signature.module.css'
import { SignatureField } from '#client/ui/fields/signature/signature-field.tsx'
import { TextAreaField, TextField } from '#client/ui/fields/text-field.tsx'
import type { OfferAnswerDraftKind } from '#local/admissions/offers.ts'
import type { DeclineReason } from '#shared/admissions/offers/offer.contract.ts'
import type { OfferPage } from '#shared/admissions/offers/offer-page.contract.ts'
import { declines } from '../answer-draft.ts'
import { type AnswerFormState, useAnswerForm } from '../hooks/use-answer-form.ts'
import type { OpenOffer } from '../hooks/use-offer.ts'
import css from '../offer-screen.module.css'

interface NoteFieldProps {
  label: string
  note: string
  problem?: string | undefined
  onChange(note: string): void
}

/** A few lines in one's own words. */
const NoteField = ({ label, note, problem, onChange }: NoteFieldProps) => (
  <TextAreaField
    label={label}
    rows={3}
    maxLength={1000}
    value={note}
    aria-invalid={problem !== undefined}
    aria-describedby={problem}
    onChange={onChange}
  />
)

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

/** Why the seat is given up, and that the person who gives it up knows what that means. */
function DeclineFields({ state, mayKeepPlace, problem }: DeclineProps) {
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

interface AnswerFormProps {
  offer: OpenOffer
  shown: OfferPage & { offer: NonNullable<OfferPage['offer']> }
  kinds: readonly OfferAnswerDraftKind[]
  /** The child's. */
  name: string
}

const problemId = 'answer-problem'

/** The answer of a family: one of what may be said now, and what belongs to it. */
export function AnswerForm({ offer, shown, kinds, name }: AnswerFormProps) {
  const { t, i18n } = useTranslation('admissions.offer')
  const language = i18n.language === 'ar' ? 'ar' : 'en'
  const state = useAnswerForm({ offer, shown, kinds, language })
  const { form, draft, change, trouble, isPending, send } = state
  const nameInput = useRef<HTMLInputElement>(null)
  const { kind } = draft
  const mayKeepPlace = kind === 'decline' && shown.state !== 'paused'
  return (
    <form
      ref={form}
      noValidate
      className={css.form}
      aria-label={t('answer')}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {kinds.length > 1 && (
        <fieldset className={css.point} aria-describedby={trouble === 'choose' ? problemId : undefined}>
          <legend>{t('answer')}</legend>
          {kinds.map((each) => (
            <label key={each} className={sign.choice}>
              <input type="radio" name="answer" checked={kind === each} onChange={() => change({ kind: each })} />
              {t(`kind.${each}`)}
            </label>
          ))}
        </fieldset>
      )}
      {kind === 'sign' && (
        <SignatureField
          begun={draft}
          lead={t('signLead', { name })}
          nameInput={nameInput}
          problem={trouble === 'sign' ? problemId : undefined}
          onChange={change}
        />
      )}
      {declines(kind) && <DeclineFields state={state} mayKeepPlace={mayKeepPlace} problem={problemId} />}
      {kind === 'more-time' && (
        <>
          <p className={linkPage.soft}>{t('moreTimeLead')}</p>
          <NoteField label={t('note')} note={draft.note} onChange={(note) => change({ note })} />
        </>
      )}
      {trouble && trouble !== 'unreadable' && (
        <InlineNotice tone="problem" id={problemId} tabIndex={-1}>
          {t(`problem.${trouble}`)}
        </InlineNotice>
      )}
      {kind !== '' || kinds.length > 1 ? (
        <ActionButton isWorking={isPending}>{t(kind === '' ? 'send.none' : `send.${kind}`)}</ActionButton>
      ) : null}
    </form>
  )
}
