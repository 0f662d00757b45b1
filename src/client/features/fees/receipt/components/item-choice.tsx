// chunk: fees
import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { CheckboxField } from '#client/ui/fields/checkbox-field.tsx'
import type { FeeAccount } from '#shared/fees/fee-account.contract.ts'
import { useFeeText } from '../../account/hooks/use-fee-text.ts'
import { amountOf, itemsToPay, type PaymentDraft, withChosen } from '../payment-draft.ts'
import css from './receipt.module.css'

export interface ChoiceProps {
  account: FeeAccount
  draft: PaymentDraft
  onChange: (draft: PaymentDraft) => void
}

/** Which items the payer wants paid; without any, the order of the rules. */
export function ItemChoice({ account, draft, onChange }: ChoiceProps) {
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
export function Surplus({ account, payerId, amount }: { account: FeeAccount; payerId: string; amount: string }) {
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
