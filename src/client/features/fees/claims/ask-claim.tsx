// chunk: fees
import { type SyntheticEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useCommand } from '#client/platform/use-command.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { ChoiceField } from '#client/ui/fields/select-field.tsx'
import { NumberField, TextAreaField } from '#client/ui/fields/text-field.tsx'
import type { FeeItem } from '#shared/fees/fee-account.contract.ts'
import type { FeeReceipt } from '#shared/fees/fee-payment.contract.ts'
import type { FeeMethod } from '#shared/fees/fee-values.contract.ts'
import type { OpId } from '#shared/kernel/fields.ts'
import { type Currency, type Minor, toDecimalText } from '#shared/kernel/money.ts'
import { useFeeText } from '../account/hooks/use-fee-text.ts'
import { readAmount } from '../setup/fee-amounts.ts'
import { claimRefund, claimWriteOff } from './claim.api.ts'

/** What a refund or write-off is asked of. */
export type ClaimOf = { receipt: FeeReceipt } | { item: FeeItem }

interface AskClaimProps {
  of: ClaimOf
  currency: Currency
  onClose: () => void
  onDone: () => void
}

/** Money goes back as it came, or in another way; cash goes back for cash alone. */
function refundMethods({ method }: FeeReceipt): readonly [FeeMethod, ...FeeMethod[]] {
  const first = method === 'cheque' ? 'transfer' : method
  return [first, ...(['transfer', 'cheque', 'card'] as const).filter((each) => each !== first)]
}

/** Asks for a refund of a receipt's credit, or to write off what is open on an item. */
export function AskClaim({ of, currency, ...callbacks }: AskClaimProps) {
  const { t } = useTranslation('fees.desk')
  const { nameOf, itemName } = useFeeText()
  if ('receipt' in of) {
    const { paymentId, payer, number, credit } = of.receipt
    return (
      <ClaimSheet
        title={t('claim.refund')}
        about={t('claim.ofReceipt', { number, name: nameOf(payer) })}
        most={credit}
        currency={currency}
        methods={refundMethods(of.receipt)}
        send={(asked, opId) => claimRefund({ ...asked, opId, paymentId, payerId: payer.payerId })}
        {...callbacks}
      />
    )
  }
  const { chargeId, open } = of.item
  return (
    <ClaimSheet
      title={t('claim.writeOff')}
      about={itemName(of.item)}
      most={open}
      currency={currency}
      methods={['cash']}
      send={({ amount, reason }, opId) => claimWriteOff({ amount, reason, opId, chargeId })}
      {...callbacks}
    />
  )
}

interface AskedClaim {
  amount: Minor
  /** The first of `methods` where there is no choice. */
  method: FeeMethod
  reason: string
}

interface ClaimSheetProps {
  title: string
  /** What it is asked of. */
  about: string
  /** Most that may be asked for, in minor units. */
  most: number
  currency: Currency
  /** Ways in which money may go back; one where none goes. */
  methods: readonly [FeeMethod, ...FeeMethod[]]
  send: (asked: AskedClaim, id: OpId) => Promise<unknown>
  onClose: () => void
  onDone: () => void
}

/** Asks for a refund or a write-off, which another person decides. */
function ClaimSheet({ title, about, most, currency, methods, send, onClose, onDone }: ClaimSheetProps) {
  const { t } = useTranslation('fees.desk')
  const errorText = useErrorText()
  const format = useFormat()
  const formId = useId()
  const [amount, setAmount] = useState(() => toDecimalText(most, currency))
  const [method, setMethod] = useState<FeeMethod>(methods[0])
  const [reason, setReason] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const { mutate, isPending, error } = useCommand(send, { onSuccess: onDone })
  const read = readAmount(amount, currency)
  const isRight = read !== undefined && read > 0 && read <= most
  const ask = (event: SyntheticEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (isRight && reason.trim() !== '') void mutate({ amount: read, method, reason: reason.trim() })
  }
  return (
    <Sheet
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('claim.cancel')}</Button>
          <Button kind="main" type="submit" form={formId} isWorking={isPending}>
            {t('claim.ask')}
          </Button>
        </>
      }
    >
      <form id={formId} className={common.stack} noValidate onSubmit={ask}>
        <p dir="auto">{about}</p>
        <NumberField
          label={t('claim.amount')}
          hint={t('claim.most', { amount: format.money(most, currency) })}
          inputMode="decimal"
          maxLength={20}
          error={isChecked && !isRight ? t('claim.wrong.amount') : undefined}
          value={amount}
          onChange={setAmount}
        />
        <MethodField methods={methods} method={method} onChange={setMethod} />
        <TextAreaField
          label={t('claim.reason')}
          maxLength={300}
          rows={3}
          error={isChecked && reason.trim() === '' ? t('claim.wrong.reason') : undefined}
          value={reason}
          onChange={setReason}
        />
      </form>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </Sheet>
  )
}

interface MethodFieldProps extends Pick<ClaimSheetProps, 'methods'> {
  method: FeeMethod
  onChange: (method: FeeMethod) => void
}

/** How money goes back; nothing where there is no choice. */
function MethodField({ methods, method, onChange }: MethodFieldProps) {
  const { t } = useTranslation('fees.desk')
  if (methods.length === 1) return null
  return (
    <ChoiceField
      label={t('claim.method')}
      values={methods}
      value={method}
      nameOf={(each) => t(`method.${each}`)}
      onChange={onChange}
    />
  )
}
