import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { Suspense, useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LastDataNote } from '#client/features/students/record/components/last-data-note.tsx'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { pendingFeeCashAtom } from '#client/platform/offline/desk-outbox.atoms.ts'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import common from '#client/ui/common.module.css'
import link from '#client/ui/link.module.css'
import { ListFrame, Loading } from '#client/ui/tables/list-frame.tsx'
import { machineClock } from '#local/kernel/machine.ts'
import { type FeeAccount, feeAccount } from '#shared/fees/fee-account.contract.ts'
import { businessDay, type Day } from '#shared/kernel/time.ts'
import { NoChild } from '../account/components/no-child.tsx'
import { CashChip } from '../cashbook/cash-chip.tsx'
import { readFeeAccount } from '../account/fee-account.api.ts'
import { useFeeText } from '../account/hooks/use-fee-text.ts'
import { LazyReceiptSheet } from './components/lazy-receipt-sheet.ts'
import { PaymentForm } from './components/payment-form.tsx'
import { ReceiptList } from './components/receipt-list.tsx'
import { PendingList } from './components/pending-list.tsx'
import { paperOf, paperOfPending } from './components/paper-line.ts'
import css from './components/receipt.module.css'

/** Money that comes for one child: taken here, with and without a network, and all its receipts. */
export function ReceiptScreen({ number }: { number: string }) {
  const { t } = useTranslation('fees.desk')
  const errorText = useErrorText()
  const { childName } = useFeeText()
  const { answer, failure, again } = useAnswer(useCallback(() => readFeeAccount(number), [number]))
  const isNobody = failure === 'request.not-found' && !answer
  return (
    <ListFrame
      isWide
      title={answer ? t('receipt.title', { name: childName(answer.child) }) : t('receipt.untitled')}
      tools={<Tools number={number} studentId={answer?.child.studentId} />}
      failure={failure && !isNobody ? { text: errorText(failure), retry: t('retry'), onRetry: again } : undefined}
      loading={answer || failure ? undefined : t('loading')}
    >
      {isNobody && <NoChild number={number} />}
      <LastDataNote of={[feeAccount.path]} />
      {answer && <Receipts account={answer} again={again} />}
    </ListFrame>
  )
}

function Tools({ number, studentId }: { number: string; studentId: string | undefined }) {
  const { t } = useTranslation('fees.desk')
  const may = useRights()
  return (
    <span className={common.actions}>
      <Link to="/fees/$admissionNo" params={{ admissionNo: number }} className={link.link}>
        {t('receipt.account')}
      </Link>
      {studentId && may('students.see') && (
        <Link to="/student/$id" params={{ id: studentId }} className={link.link}>
          {t('account.file')}
        </Link>
      )}
    </span>
  )
}

function Receipts({ account, again }: { account: FeeAccount; again: () => void }) {
  const { t } = useTranslation('fees.desk')
  const may = useRights()
  const [shown, setShown] = useState<string>()
  const [taken, setTaken] = useState<{ count: number; id?: string }>({ count: 0 })
  const pending = useUnseen(account)
  const today = useToday(account)
  const isKnown = taken.id === undefined || account.payments.some(({ paymentId }) => paymentId === taken.id)
  useBooked(pending.filter(({ receipt }) => receipt !== null).length, again)
  const open = account.payments.find(({ paymentId }) => paymentId === shown)
  const kept = pending.find(({ operation }) => operation.opId === shown)
  const line = open ? paperOf(open) : kept && paperOfPending(kept)
  const onTaken = (id: string) => {
    setShown(id)
    setTaken(({ count }) => ({ count: count + 1, id }))
    again()
  }
  return (
    <div className={css.page}>
      {may('fees.receive') && (
        <section aria-labelledby="take" className={css.part}>
          <h2 id="take">{t('take.title')}</h2>
          <CashChip key={`session ${taken.count}`} />
          <PaymentForm
            key={`payment ${taken.count}`}
            account={account}
            today={today}
            isBehind={!isKnown || pending.length > 0}
            onTaken={onTaken}
          />
        </section>
      )}
      <section aria-labelledby="receipts" className={css.part}>
        <h2 id="receipts">{t('receipt.list')}</h2>
        {line && (
          <Suspense fallback={<Loading>{t('loading')}</Loading>}>
            <LazyReceiptSheet key={shown} line={line} onClose={() => setShown(undefined)} />
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

/** The school's day: that of the account or, when it was read on an earlier day, by this device's clock. */
function useToday({ today }: FeeAccount): Day {
  const timeZone = useAtomValue(schoolAtom)?.timeZone ?? 'UTC'
  const here = businessDay(machineClock.nowMs(), timeZone, 0)
  return here > today ? here : today
}

/** The account as it was read does not know yet what has just been booked. */
function useBooked(count: number, again: () => void): void {
  useEffect(() => {
    if (count > 0) again()
  }, [count, again])
}
