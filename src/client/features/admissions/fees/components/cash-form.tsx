import { useAtomValue } from 'jotai'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import type { takeAtDesk } from '#client/platform/offline/desk-cash.ts'
import { recalledAtom } from '#client/platform/offline/last-data.ts'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { sessionAtom } from '#client/platform/session/session.ts'
import { newCommandId } from '#client/platform/use-command.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { useNow } from '#client/platform/use-now.ts'
import { Button } from '#client/ui/button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { NumberField } from '#client/ui/fields/text-field.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import { machineClock } from '#local/kernel/machine.ts'
import type { CashFault } from '#shared/admissions/desk-cash.rules.ts'
import { studentData } from '#shared/admissions/student-file.contract.ts'
import { includedTax } from '#shared/fees/tax/fee-tax.contract.ts'
import { minor, toDecimalText } from '#shared/kernel/money.ts'
import { formatReference } from '#shared/kernel/text/reference-number.rules.ts'
import { toInstant } from '#shared/kernel/time.ts'
import css from '../../offers/components/offer-section.module.css'
import type { StudentFile } from '../../student-file/student.api.ts'
import type { CashStatus } from '../cash-draft.ts'
import { amountOf } from '../deposit-draft.ts'

interface FormProps {
  file: StudentFile
  standing: CashStatus
  /** It is on this device for good, under this id. */
  onTaken: (id: string) => void
  onClose: () => void
}

/** Money that lies on the table: counted, checked by what is known, kept on this device, and then the receipt. */
export function CashForm({ file, standing, onTaken, onClose }: FormProps) {
  const { t } = useTranslation('admissions.cash')
  const { paysFor } = standing
  const { amount, setAmount, wrong, isPending, take, asOfMs } = useTaking({ file, standing, onTaken })
  const wrongId = useId()
  return (
    <form
      noValidate
      aria-label={t(`take.${paysFor}`)}
      className={css.line}
      onSubmit={(event) => {
        event.preventDefault()
        take()
      }}
    >
      <NumberField
        label={t('amount')}
        width="narrow"
        inputMode="decimal"
        maxLength={20}
        value={amount}
        aria-invalid={wrong === 'wrong' || undefined}
        aria-describedby={wrong && wrongId}
        onChange={setAmount}
      />
      <Button type="submit" kind="main" isWorking={isPending}>
        {t('record')}
      </Button>
      <Button kind="quiet" onClick={onClose}>
        {t('cancel')}
      </Button>
      <Limit file={file} standing={standing} />
      {asOfMs !== undefined && <CheckedBy asOfMs={asOfMs} />}
      {wrong && (
        <InlineNotice tone="problem" id={wrongId}>
          {wrong === 'wrong' || wrong === 'notKept' ? t(wrong) : t(`fault.${wrong}`)}
        </InlineNotice>
      )}
    </form>
  )
}

/** What is typed until it is kept, under an id of its own: pressed twice it is one receipt. */
function useTaking({ file, standing, onTaken }: Omit<FormProps, 'onClose'>) {
  const currency = currencyOf(file, standing)
  const [id] = useState(newCommandId)
  const [amount, setAmount] = useState(standing.left ? toDecimalText(minor(standing.left), currency) : '')
  const [wrong, setWrong] = useState<CashFault | 'wrong' | 'notKept'>()
  const user = useAtomValue(sessionAtom).user
  const asOfMs = useAtomValue(recalledAtom)[studentData.path]
  useBusy(true)
  const { mutate, isPending } = useMutation(
    async (kept: Parameters<typeof takeAtDesk>[0]) => {
      const { takeAtDesk: take } = await import('#client/platform/offline/desk-cash.ts')
      await take(kept)
    },
    { onSuccess: () => onTaken(id), onError: () => setWrong('notKept') },
  )
  const take = () => {
    const counted = amountOf(amount, currency)
    const fault = counted === undefined ? ('wrong' as const) : standing.fault(counted)
    setWrong(fault)
    if (counted === undefined || fault || !user) return
    const { student } = file
    const { paysFor, offerId, received, due } = standing
    const asOf = toInstant(asOfMs ?? machineClock.nowMs())
    const known = { received: minor(received), due: due === null ? null : minor(due), asOf }
    const names = [student.student_name, student.student_name_ar].flatMap((name) => name ?? [])
    const tax = paysFor === 'application-fee' ? includedTax(file.fee.tax, counted) : null
    const paper = { reference: formatReference(student.registration_id), names, cashier: user.name, tax }
    const operation = { id, student_id: student.student_id, paysFor, offerId, amount: counted, currency, known }
    void mutate({ operation, paper })
  }
  return { amount, setAmount, wrong, isPending, take, asOfMs }
}

/** How much may be taken: what is left of the deposit, or the most that a regulator allows for a fee. */
function Limit({ file, standing }: Pick<FormProps, 'file' | 'standing'>) {
  const { t } = useTranslation('admissions.cash')
  const isDeposit = standing.paysFor === 'deposit'
  const limit = isDeposit ? standing.left : file.fee.most
  if (limit === null) return null
  return (
    <p className={css.soft}>
      {t(isDeposit ? 'left' : 'most')} <Money minor={limit} currency={currencyOf(file, standing)} />
    </p>
  )
}

const currencyOf = (file: StudentFile, { paysFor }: CashStatus) =>
  (paysFor === 'deposit' && file.offers[0]?.terms.currency) || file.fee.currency

function CheckedBy({ asOfMs }: { asOfMs: number }) {
  const { t } = useTranslation('admissions.cash')
  const format = useFormat()
  const nowMs = useNow(60_000)
  return <p className={css.soft}>{t('checked', { ago: format.ago(asOfMs, nowMs), at: format.dateTime(asOfMs) })}</p>
}
