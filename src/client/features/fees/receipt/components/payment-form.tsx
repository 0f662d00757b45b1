// chunk: fees
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { CheckboxField } from '#client/ui/fields/checkbox-field.tsx'
import { RadioChoices } from '#client/ui/fields/choices.tsx'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import { DateField, NumberField, TextField } from '#client/ui/fields/text-field.tsx'
import type { FeeAccount } from '#shared/fees/fee-account.contract.ts'
import { useFeeText } from '../../account/hooks/use-fee-text.ts'
import { useTaking } from '../hooks/use-taking.ts'
import {
  amountOf,
  type DraftProblem,
  deskMethods,
  draftOf,
  itemsToPay,
  type PaymentDraft,
  withChosen,
} from '../payment-draft.ts'
import css from './receipt.module.css'

interface FormProps {
  account: FeeAccount
  /** The money is written down, by the server or on this device, under this id. */
  onTaken: (id: string) => void
}

/** Takes money for a child: from whom, how, how much and for which items. */
export function PaymentForm({ account, onTaken }: FormProps) {
  const { t } = useTranslation('fees.desk')
  const errorText = useErrorText()
  const [draft, setDraft] = useState(() => draftOf(account))
  const { take, wrong, error, isPending, notKept } = useTaking({ account, onTaken })
  const wrongId = useId()
  const groupName = useId()
  useBusy(isPending)
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
      <Fields account={account} draft={draft} groupName={groupName} marked={marked} onChange={setDraft} />
      {draft.method !== 'cash' && (
        <TextField
          label={t(`take.reference.${draft.method}`)}
          dir="ltr"
          maxLength={80}
          autoComplete="off"
          value={draft.reference}
          {...marked('reference')}
          onChange={(reference) => setDraft({ ...draft, reference })}
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

interface ChoiceProps {
  account: FeeAccount
  draft: PaymentDraft
  onChange: (draft: PaymentDraft) => void
}

interface FieldsProps extends ChoiceProps {
  groupName: string
  /** Attributes of a field that is not right yet. */
  marked: (problem: DraftProblem) => object
}

function Fields({ account, draft, groupName, marked, onChange: setDraft }: FieldsProps) {
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
          onChange={(payerId) => setDraft({ ...draftOf(account, payerId), method: draft.method })}
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
          onChange={(amount) => setDraft({ ...draft, amount })}
        />
        <DateField
          label={t('take.day')}
          max={account.today}
          value={draft.receivedOn}
          {...marked('day')}
          onChange={(receivedOn) => setDraft({ ...draft, receivedOn })}
        />
      </div>
    </>
  )
}

/** Which items the payer wants paid; without any, the order of the rules. */
function ItemChoice({ account, draft, onChange }: ChoiceProps) {
  const { t } = useTranslation('fees.desk')
  const format = useFormat()
  const { itemName, dayOf } = useFeeText()
  const items = itemsToPay(account, draft.payerId)
  if (items.length === 0) return <p className={common.soft}>{t('take.nothingOpen')}</p>
  const toggle = (chargeId: string, isChosen: boolean) =>
    onChange(
      withChosen(
        draft,
        account,
        isChosen ? [...draft.chosen, chargeId] : draft.chosen.filter((each) => each !== chargeId),
      ),
    )
  return (
    <fieldset className={css.choice}>
      <legend>{t('take.items')}</legend>
      <p className={common.smallLine}>{t('take.itemsHint')}</p>
      <div className={css.items}>
        {items.map((item) => (
          <CheckboxField
            key={item.chargeId}
            checked={draft.chosen.includes(item.chargeId)}
            onChange={(isChosen) => toggle(item.chargeId, isChosen)}
            label={
              <>
                <bdi>{itemName(item)}</bdi> · <bdi>{dayOf(item.dueOn)}</bdi> ·{' '}
                {format.money(item.open, account.currency)}
              </>
            }
          />
        ))}
      </div>
    </fieldset>
  )
}

/** Says where money goes that is more than what is open for this child. */
function Surplus({ account, payerId, amount }: { account: FeeAccount; payerId: string; amount: string }) {
  const { t } = useTranslation('fees.desk')
  const format = useFormat()
  const open = account.payers.find((payer) => payer.payerId === payerId)?.open ?? 0
  const typed = amountOf(amount, account.currency) ?? 0
  if (typed <= open) return null
  return (
    <InlineNotice tone="info">
      {t('take.surplus', { amount: format.money(typed - open, account.currency) })}
    </InlineNotice>
  )
}
