import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '#client/ui/action-button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import linkPage from '#client/ui/feedback/link-page.module.css'
import sign from '#client/ui/fields/signature.module.css'
import { SignatureField } from '#client/ui/fields/signature-field.tsx'
import type { OfferAnswerDraftKind } from '#local/admissions/offers.ts'
import type { OfferPage } from '#shared/admissions/offers/offer.contract.ts'
import { declines } from '../answer-draft.ts'
import { useAnswerForm } from '../hooks/use-answer-form.ts'
import type { OpenOffer } from '../hooks/use-offer.ts'
import css from '../offer-screen.module.css'
import { DeclineFields } from './decline-fields.tsx'
import { NoteField } from './note-field.tsx'

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
      {declines(kind) && (
        <DeclineFields
          state={state}
          mayKeepPlace={kind === 'decline' && shown.state !== 'paused'}
          problem={problemId}
        />
      )}
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
