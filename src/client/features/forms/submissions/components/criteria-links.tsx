import { useAtomValue } from 'jotai'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { sessionAtom } from '#client/platform/session/session.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import type { CriteriaLink } from '#shared/forms/criteria.contract.ts'
import type { SubmissionDetail } from '#shared/forms/submission.contract.ts'
import { hasScopedPermission } from '#shared/kernel/scoped-permission.ts'
import { endCriteria, listCriteria, listCriteriaForms, sendCriteria } from '../family.api.ts'
import { AddresseeFields, useAddressee } from './addressee-fields.tsx'
import { LinkActions } from './link-actions.tsx'
import css from './submission-sheet.module.css'

/** The criteria forms that were sent about this submission, and the way to send one. */
export function CriteriaLinks({ detail }: { detail: SubmissionDetail }) {
  const { t } = useTranslation('students.family')
  const errorText = useErrorText()
  const { kind, user } = useAtomValue(sessionAtom)
  const mayAsk = hasScopedPermission(kind, user?.authority ?? [], 'family.ask')
  const { id, purpose } = detail.submission
  const question = useCallback(() => listCriteria(id), [id])
  const { answer, failure, again } = useAnswer(question)
  const [isAsking, setIsAsking] = useState(false)
  // About somebody who applies for work, or about answers to such a form, there is nothing to send.
  if (purpose === 'hr' || purpose === 'criteria') return null
  return (
    <section className={css.known} aria-label={t('criteria.title')}>
      <h3>{t('criteria.title')}</h3>
      {failure && (
        <InlineNotice tone="problem">
          {errorText(failure)}{' '}
          <button type="button" className={css.button} onClick={again}>
            {t('retry')}
          </button>
        </InlineNotice>
      )}
      {answer?.length === 0 && <p className={common.soft}>{t('criteria.none')}</p>}
      <ul className={common.tightList}>
        {answer?.map((link) => (
          <OneLink key={link.id} link={link} mayEnd={mayAsk} onChange={again} />
        ))}
      </ul>
      {mayAsk && answer && !isAsking && (
        <button type="button" className={css.button} onClick={() => setIsAsking(true)}>
          {t('criteria.ask')}
        </button>
      )}
      {isAsking && (
        <AskCriteria
          detail={detail}
          onClose={() => {
            setIsAsking(false)
            again()
          }}
        />
      )}
    </section>
  )
}

function OneLink({ link, mayEnd, onChange }: { link: CriteriaLink; mayEnd: boolean; onChange(): void }) {
  const { t } = useTranslation('students.family')
  const pick = useBilingual()
  const format = useFormat()
  const { id, title, email, state, askedAt } = link
  return (
    <li data-state={state}>
      <strong>{pick(title)}</strong> <bdi dir="ltr">{email}</bdi>{' '}
      <span className={common.soft}>
        {t(`criteria.state.${state}`)} · {t('askedAt', { date: format.dateTime(askedAt) })}
      </span>
      {mayEnd && state !== 'handed-in' && (
        <LinkActions
          name={email}
          isOver={state === 'revoked' || state === 'expired'}
          end={(again) => endCriteria(id, again)}
          onChange={onChange}
        />
      )}
    </li>
  )
}

function AskCriteria({ detail, onClose }: { detail: SubmissionDetail; onClose(): void }) {
  const { t } = useTranslation('students.family')
  const pick = useBilingual()
  const errorText = useErrorText()
  const { answer: forms, failure } = useAnswer(listCriteriaForms)
  const addressee = useAddressee(detail)
  const [chosen, setChosen] = useState<string>()
  const { mutate, error } = useMutation(sendCriteria, { onSuccess: onClose })
  const code = chosen ?? forms?.[0]?.sims_criteria_code
  const send = () => {
    if (!code) return
    const { subject, email, language } = addressee.values
    void mutate({ submissionId: detail.submission.id, code, subject, email, language })
  }
  if (failure) return <InlineNotice tone="problem">{errorText(failure)}</InlineNotice>
  if (forms?.length === 0) return <p className={common.soft}>{t('criteria.noForms')}</p>
  return (
    <form
      className={css.ask}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <SelectField label={t('criteria.form')} value={code ?? ''} onChange={setChosen}>
        {forms?.map((form) => (
          <option key={form.sims_criteria_code} value={form.sims_criteria_code}>
            {pick(form.title)}
          </option>
        ))}
      </SelectField>
      <AddresseeFields to={addressee.values} lines={['subject', 'email']} onChange={addressee.change} />
      {error && <p role="alert">{errorText(error)}</p>}
      <div className={common.actions}>
        <button type="submit" className={css.button}>
          {t('send')}
        </button>
        <button type="button" className={css.button} onClick={onClose}>
          {t('cancel')}
        </button>
      </div>
    </form>
  )
}
