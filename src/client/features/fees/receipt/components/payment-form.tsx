// chunk: fees
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { Button } from '#client/ui/button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { RadioChoices } from '#client/ui/fields/choices.tsx'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import { DateField, NumberField, TextField } from '#client/ui/fields/text-field.tsx'
import type { FeeAccount } from '#shared/fees/fee-account.contract.ts'
import type { Day } from '#shared/kernel/time.ts'
import { useFeeText } from '../../account/hooks/use-fee-text.ts'
import { useTaking } from '../hooks/use-taking.ts'
import { type DraftProblem, deskMethods, draftOf, type PaymentDraft } from '../payment-draft.ts'
import { ChequeFields } from './cheque-fields.tsx'
import { type ChoiceProps, ItemChoice, Surplus } from './item-choice.tsx'
import css from './receipt.module.css'

interface FormProps {
  account: FeeAccount
  /** The school's day. */
  today: Day
  /** Money was taken that the account, as it was read, does not know of: what is due is not suggested. */
  isBehind: boolean
  /** The money is written down, by the server or on this device: the id of its payment. */
  onTaken: (id: string) => void
}

/** Takes money for a child: from whom, how, how much and for which items. A new one needs a `key` of its own. */
export function PaymentForm({ account, today, isBehind, onTaken }: FormProps) {
  const { t } = useTranslation('fees.desk')
  const errorText = useErrorText()
  const [typed, setTyped] = useState<PaymentDraft>()
  // Until something is typed the form follows the account.
  const draft = typed ?? draftOf(account, { today, isBehind })
  const { take, wrong, error, isPending, notKept } = useTaking({ account, today, onTaken })
  const wrongId = useId()
  const groupName = useId()
  useBusy(isPending || typed !== undefined)
  const marked = (problem: DraftProblem) =>
    wrong === problem ? { 'aria-invalid': true, 'aria-describedby': wrongId } : {}
  return (
    <form
      noValidate
      aria-label={t('take.title')}
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        void take(draft)
      }}
    >
      <Fields
        account={account}
        today={today}
        isBehind={isBehind}
        draft={draft}
        groupName={groupName}
        marked={marked}
        onChange={setTyped}
      />
      {draft.method === 'cheque' && <ChequeFields draft={draft} marked={marked} onChange={setTyped} />}
      {(draft.method === 'card' || draft.method === 'transfer') && (
        <TextField
          label={t(`take.reference.${draft.method}`)}
          dir="ltr"
          maxLength={80}
          autoComplete="off"
          value={draft.reference}
          {...marked('reference')}
          onChange={(reference) => setTyped({ ...draft, reference })}
        />
      )}
      <Surplus account={account} payerId={draft.payerId} amount={draft.amount} />
      {wrong && (
        <InlineNotice tone="problem" id={wrongId}>
          {t(`take.wrong.${wrong}`)}
        </InlineNotice>
      )}
      {notKept && <InlineNotice tone="problem">{t('take.notKept')}</InlineNotice>}
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
      <p>
        <Button type="submit" kind="main" isWorking={isPending}>
          {t('take.record')}
        </Button>
      </p>
    </form>
  )
}

interface FieldsProps extends ChoiceProps {
  today: Day
  isBehind: boolean
  groupName: string
  /** Attributes of a field that is not right yet. */
  marked: (problem: DraftProblem) => object
}

function Fields({ account, today, isBehind, draft, groupName, marked, onChange: setDraft }: FieldsProps) {
  const { t } = useTranslation('fees.desk')
  const { nameOf } = useFeeText()
  const { payers } = account
  return (
    <>
      {payers.length > 1 && (
        <SelectField
          label={t('take.payer')}
          value={draft.payerId}
          {...marked('payer')}
          onChange={(payerId) => setDraft({ ...draftOf(account, { today, isBehind, payerId }), method: draft.method })}
        >
          {payers.map((payer) => (
            <option key={payer.payerId} value={payer.payerId}>
              {nameOf(payer)}
            </option>
          ))}
        </SelectField>
      )}
      <RadioChoices
        title={t('take.method')}
        name={groupName}
        values={deskMethods}
        chosen={draft.method}
        word={(method) => t(`method.${method}`)}
        onChoose={(method) => setDraft({ ...draft, method })}
      />
      <ItemChoice account={account} draft={draft} onChange={setDraft} />
      <div className={css.fields}>
        <NumberField
          label={t('take.amount')}
          width="narrow"
          inputMode="decimal"
          maxLength={20}
          value={draft.amount}
          {...marked('amount')}
          {...marked('missing')}
          onChange={(amount) => setDraft({ ...draft, amount })}
        />
        {draft.method !== 'cash' && (
          <DateField
            label={t('take.day')}
            max={today}
            value={draft.receivedOn}
            {...marked('day')}
            onChange={(receivedOn) => setDraft({ ...draft, receivedOn })}
          />
        )}
      </div>
    </>
  )
}
