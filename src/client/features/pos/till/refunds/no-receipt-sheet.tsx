// chunk: till-sheets
import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import { notSavedReason } from '#client/platform/offline/not-saved.ts'
import { useTill } from '#client/platform/offline/open-till.ts'
import { store } from '#client/platform/store.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import type { OpenCart } from '#local/pos/cart-edit.ts'
import { draftWithoutReceipt } from '#local/pos/refunds/refund-without-receipt.ts'
import { judgeWithoutReceipt } from '#shared/pos/approvals/judge-shift-acts.rules.ts'
import type { Customer } from '#shared/pos/customer.contract.ts'
import type { RefundedGoods } from '#shared/pos/refunds/refund.contract.ts'
import { cartAtom, customerAtom, undoAtom } from '../cart/cart.atoms.ts'
import { laidAside } from '../cart/laid-aside.ts'
import { ChoiceRow } from '../catalogue/choice-row.tsx'
import { ApprovalSection } from '../payment/approval-section.tsx'
import { useApproval } from '../payment/use-approval.ts'
import { NotSavedPanel } from '../receipts/not-saved.tsx'
import { ReasonField } from '../receipts/reason-field.tsx'
import { actor } from '../receipts/sale.actions.ts'
import { sheetAtom } from '../till.atoms.ts'

const goods: readonly RefundedGoods[] = ['kept', 'waste', 'back']

/** Money back to an account for goods without a receipt: they stand in the cart, and so does the customer. */
export function NoReceiptSheet() {
  const { t } = useTranslation('pos.till')
  const setSheet = useSetAtom(sheetAtom)
  const cart = useAtomValue(cartAtom)
  const known = useAtomValue(customerAtom)
  if (cart && cart.lines.length > 0 && known) return <Terms cart={cart} customer={known.customer} />
  return (
    <Sheet title={t('noReceipt.title')} onClose={() => setSheet(null)}>
      <p role="status">{t('noReceipt.first')}</p>
    </Sheet>
  )
}

/** A refund as it is being entered, and its write. The id is minted once, so that a second try is the same refund. */
function useNoReceipt(cart: OpenCart, customer: Customer) {
  const till = useTill()
  const setSheet = useSetAtom(sheetAtom)
  const [id] = useState(() => till.newId())
  const [kept, setKept] = useState<RefundedGoods>('back')
  const [reason, setReason] = useState('')
  const lines = cart.lines.map(({ discount: _discount, price: _price, ...line }) => line)
  const input = { id, customerId: customer.id, lines, goods: kept, reason: reason.trim() }
  const draft = draftWithoutReceipt(input, till.settings)
  const approving = useApproval({
    act: 'refund-without-receipt',
    hash: draft.hash,
    judge: (context) => judgeWithoutReceipt(draft.totals.total, context),
  })
  const { approval } = approving
  const done = () => {
    laidAside.add(cart.saleId)
    store.set(undoAtom, null)
    store.set(cartAtom, null)
    setSheet({ kind: 'refundReceipt', refundId: id, isNew: true })
  }
  const { mutate, isPending, error, reset } = useMutation(
    () => till.refundWithoutReceipt({ ...input, approval }, actor()),
    { reasonOf: notSavedReason, onSuccess: done },
  )
  const isReady = draft.totals.total > 0 && input.reason !== '' && approval !== undefined
  return {
    kept,
    setKept,
    reason,
    setReason,
    draft,
    approving,
    isReady,
    isPending,
    error,
    reset,
    save: () => void mutate(),
  }
}

function Terms({ cart, customer }: { cart: OpenCart; customer: Customer }) {
  const { t } = useTranslation('pos.till')
  const pick = useBilingual()
  const format = useFormat()
  const { settings } = useTill()
  const setSheet = useSetAtom(sheetAtom)
  const entry = useNoReceipt(cart, customer)
  const { draft, error } = entry
  if (error)
    return (
      <Sheet title={t('noReceipt.title')} canClose={false} onClose={entry.reset}>
        <NotSavedPanel why={error} kept={t('notSaved.entry')} onRetry={entry.save} onBack={entry.reset} />
      </Sheet>
    )
  const amount = format.money(draft.totals.total, settings.currency)
  const footer = (
    <Button
      kind="main"
      size="large"
      disabled={!entry.isReady}
      isWorking={entry.isPending}
      data-action="no-receipt"
      onClick={entry.save}
    >
      {t('noReceipt.do', { amount })}
    </Button>
  )
  return (
    <Sheet title={t('noReceipt.title')} canClose={!entry.isPending} onClose={() => setSheet(null)} footer={footer}>
      <p>{t('noReceipt.text')}</p>
      <p>
        {t('noReceipt.account')} <bdi>{pick(customer.name)}</bdi> · <bdi dir="ltr">{customer.admissionNo}</bdi>
      </p>
      <ChoiceRow
        options={goods.map((each) => ({ value: each, label: t(`refund.goods.${each}`) }))}
        chosen={entry.kept}
        onChoose={entry.setKept}
      />
      <ReasonField
        label={t('refund.reason')}
        value={entry.reason}
        onChange={entry.setReason}
        suggestions={[t('refund.suggest.wrong'), t('refund.suggest.quality'), t('refund.suggest.changed')]}
      />
      <ApprovalSection entry={entry.approving} />
    </Sheet>
  )
}
