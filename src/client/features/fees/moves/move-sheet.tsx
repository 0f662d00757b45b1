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
import { NumberField } from '#client/ui/fields/text-field.tsx'
import type { FeeItem } from '#shared/fees/fee-account.contract.ts'
import type { FeeReceipt } from '#shared/fees/fee-payment.contract.ts'
import { type Currency, minor } from '#shared/kernel/money.ts'
import { useFeeText } from '../account/hooks/use-fee-text.ts'
import { amountText, readAmount } from '../setup/fee-amounts.ts'
import { movePayment } from './moves.api.ts'
import { TrailList } from './trail-list.tsx'

interface MoveProps {
  receipt: FeeReceipt
  /** Items of the child at whose page it is moved. */
  items: readonly FeeItem[]
  onClose: () => void
  onDone: () => void
}

interface Target {
  chargeId: string
  name: string
  /** What the payment settles of it now, and the most that it may. */
  now: number
  most: number
}

/** Moves a payment to other items: its receipt stays as it is, and what is not placed becomes the family’s credit. */
export function MoveSheet({ receipt, items, onClose, onDone }: MoveProps) {
  const { t } = useTranslation('fees.desk')
  const errorText = useErrorText()
  const format = useFormat()
  const formId = useId()
  const targets = useTargets(receipt, items)
  const { currency, paymentId, number } = receipt
  const [isChecked, setIsChecked] = useState(false)
  const { typed, amounts, whole, placed, isRight, type } = useAmounts(receipt, targets)
  const { mutate, isPending, error } = useCommand(
    (wished: Parameters<typeof movePayment>[0]['wished'], opId) => movePayment({ opId, paymentId, wished }),
    { onSuccess: onDone },
  )
  const send = (event: SyntheticEvent) => {
    event.preventDefault()
    setIsChecked(true)
    const wished = amounts.flatMap(({ chargeId, amount }) => (amount ? [{ chargeId, amount }] : []))
    if (isRight) void mutate(wished)
  }
  return (
    <Sheet
      title={t('move.title', { number })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('claim.cancel')}</Button>
          <Button kind="main" type="submit" form={formId} isWorking={isPending}>
            {t('move.save')}
          </Button>
        </>
      }
    >
      <form id={formId} className={common.stack} noValidate onSubmit={send}>
        <p>{t('move.text', { amount: format.money(whole, currency) })}</p>
        {targets.length === 0 && <p>{t('move.none')}</p>}
        <p className={common.softLine}>{t('move.ownOnly')}</p>
        {targets.map((target, at) => (
          <TargetField
            key={target.chargeId}
            target={target}
            currency={currency}
            isWrong={isChecked && amounts[at]?.amount === undefined}
            text={typed[target.chargeId] ?? amountText(target.now, currency)}
            onText={(text) => type(target.chargeId, text)}
          />
        ))}
        <p aria-live="polite">
          {placed > whole
            ? t('move.wrong.sum', { amount: format.money(placed - whole, currency) })
            : t('move.rest', { amount: format.money(whole - placed, currency) })}
        </p>
        {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
      </form>
      <h3 className={common.heading}>{t('trail.title')}</h3>
      <TrailList of="payment" id={paymentId} />
    </Sheet>
  )
}

/** What was typed for each item, and what it comes to. */
function useAmounts({ credit, allocations, currency }: FeeReceipt, targets: readonly Target[]) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const whole = credit + allocations.reduce((all, each) => all + each.amount, 0)
  const amounts = targets.map(({ chargeId, now, most }) => {
    const text = typed[chargeId]
    const amount = text === undefined ? minor(now) : text.trim() === '' ? minor(0) : readAmount(text, currency)
    return { chargeId, amount: amount !== undefined && amount >= 0 && amount <= most ? amount : undefined }
  })
  const placed = amounts.reduce((all, { amount = 0 }) => all + amount, 0)
  const isRight = placed <= whole && amounts.every(({ amount }) => amount !== undefined)
  const type = (chargeId: string, text: string) => setTyped({ ...typed, [chargeId]: text })
  return { typed, amounts, whole, placed, isRight, type }
}

interface TargetProps {
  target: Target
  currency: Currency
  isWrong: boolean
  text: string
  onText: (text: string) => void
}

function TargetField({ target: { name, most }, currency, isWrong, text, onText }: TargetProps) {
  const { t } = useTranslation('fees.desk')
  const format = useFormat()
  return (
    <NumberField
      label={name}
      hint={t('claim.most', { amount: format.money(most, currency) })}
      inputMode="decimal"
      maxLength={20}
      error={isWrong ? t('move.wrong.amount') : undefined}
      value={text}
      onChange={onText}
    />
  )
}

/** Items that the payment settles now, of whatever child, and those of this child that are open. */
function useTargets({ payer, allocations }: FeeReceipt, items: readonly FeeItem[]): Target[] {
  const { itemName, childName } = useFeeText()
  const [targets] = useState(() => {
    const found = new Map<string, Target>()
    for (const each of allocations) {
      const known = found.get(each.chargeId)?.now ?? 0
      const name = `${itemName(each)} · ${childName(each.child)}`
      found.set(each.chargeId, { chargeId: each.chargeId, name, now: known + each.amount, most: known + each.amount })
    }
    for (const item of items.filter(({ payerId, open }) => payerId === payer.payerId && open > 0)) {
      const known = found.get(item.chargeId)
      const now = known?.now ?? 0
      found.set(item.chargeId, {
        chargeId: item.chargeId,
        name: known?.name ?? itemName(item),
        now,
        most: now + item.open,
      })
    }
    return [...found.values()]
  })
  return targets
}
