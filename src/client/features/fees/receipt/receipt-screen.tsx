import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LastDataNote } from '#client/features/students/record/components/last-data-note.tsx'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { loadWordsForPaper } from '#client/i18n/i18n.ts'
import { pendingFeeCashAtom } from '#client/platform/offline/desk-outbox.atoms.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import link from '#client/ui/link.module.css'
import { ListFrame, Loading } from '#client/ui/tables/list-frame.tsx'
import { type FeeAccount, feeAccount } from '#shared/fees/fee-account.contract.ts'
import { readFeeAccount } from '../account/fee-account.api.ts'
import { useFeeText } from '../account/hooks/use-fee-text.ts'
import { PaymentForm } from './components/payment-form.tsx'
import { ReceiptList } from './components/receipt-list.tsx'
import { PendingList } from './components/pending-list.tsx'
import { paperOf, paperOfPending } from './components/receipt-paper.tsx'
import css from './components/receipt.module.css'

/** Paper speaks both languages: their words are there before it is drawn. */
const ReceiptSheet = lazy(async () => {
  const [{ ReceiptSheet: Sheet }] = await Promise.all([
    import('./components/receipt-sheet.tsx'),
    loadWordsForPaper('fees.desk'),
  ])
  return { default: Sheet }
})

/** Money that comes for one child: taken here, with and without a network, and all its receipts. */
export function ReceiptScreen({ number }: { number: string }) {
  const { t } = useTranslation('fees.desk')
  const errorText = useErrorText()
  const { childName } = useFeeText()
  const { answer, failure, again } = useAnswer(useCallback(() => readFeeAccount(number), [number]))
  return (
    <ListFrame
      isWide
      title={answer ? t('receipt.title', { name: childName(answer.child) }) : t('receipt.untitled')}
      tools={
        <Link to="/fees/$admissionNo" params={{ admissionNo: number }} className={link.link}>
          {t('receipt.account')}
        </Link>
      }
      failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: again }}
      loading={answer || failure ? undefined : t('loading')}
    >
      <LastDataNote of={[feeAccount.path]} />
      {answer && <Receipts account={answer} again={again} />}
    </ListFrame>
  )
}

function Receipts({ account, again }: { account: FeeAccount; again: () => void }) {
  const { t } = useTranslation('fees.desk')
  const may = useRights()
  const [shown, setShown] = useState<string>()
  const pending = useUnseen(account)
  useBooked(pending.filter(({ receipt }) => receipt !== null).length, again)
  const open = account.payments.find(({ paymentId }) => paymentId === shown)
  const kept = pending.find(({ operation }) => operation.opId === shown)
  const line = open ? paperOf(open) : kept && paperOfPending(kept)
  const taken = (id: string) => {
    setShown(id)
    again()
  }
  return (
    <div className={css.page}>
      {may('fees.receive') && (
        <section aria-labelledby="take" className={css.part}>
          <h2 id="take">{t('take.title')}</h2>
          <PaymentForm key={account.payments.length} account={account} onTaken={taken} />
        </section>
      )}
      <section aria-labelledby="receipts" className={css.part}>
        <h2 id="receipts">{t('receipt.list')}</h2>
        {line && (
          <Suspense fallback={<Loading>{t('loading')}</Loading>}>
            <ReceiptSheet key={shown} line={line} onClose={() => setShown(undefined)} />
          </Suspense>
        )}
        <PendingList pending={pending} onShow={setShown} />
        <ReceiptList receipts={account.payments} onShow={setShown} />
      </section>
    </div>
  )
}

/** Cash that this device took for the child and that the account, as it was read, does not know of. */
function useUnseen({ child, payments }: FeeAccount) {
  const kept = useAtomValue(pendingFeeCashAtom)
  return kept.filter(
    ({ operation }) =>
      operation.studentId === child.studentId && payments.every(({ paymentId }) => paymentId !== operation.opId),
  )
}

/** The account as it was read does not know yet what has just been booked. */
function useBooked(count: number, again: () => void): void {
  useEffect(() => {
    if (count > 0) again()
  }, [count, again])
}
