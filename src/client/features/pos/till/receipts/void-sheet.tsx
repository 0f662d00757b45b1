import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notSavedReason } from '#client/platform/offline/not-saved.ts'
import { useTill } from '#client/platform/offline/open-till.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import { machineClock } from '#local/kernel/machine.ts'
import { saleAgeMs } from '#local/pos/void-sale.ts'
import { subtract } from '#shared/kernel/money.ts'
import { approvalHash } from '#shared/pos/approvals/approval.rules.ts'
import { judgeVoid, voidShown } from '#shared/pos/approvals/judge-shift-acts.rules.ts'
import type { Sale } from '#shared/pos/sale.contract.ts'
import { ApprovalSection } from '../payment/approval-section.tsx'
import { useApproval } from '../payment/use-approval.ts'
import { sheetAtom } from '../till.atoms.ts'
import { NotSavedPanel } from './not-saved.tsx'
import { ReasonField } from './reason-field.tsx'
import { actor } from './sale.actions.ts'

/** Where the money goes. */
function MoneyBack({ sale }: { sale: Sale }) {
  const { t } = useTranslation('pos.till')
  return (
    <ul>
      {sale.tenders.map((tender) => (
        <li key={tender.id}>
          {t(`void.back.${tender.kind}`)}{' '}
          <Money
            minor={tender.kind === 'cash' ? subtract(tender.given, tender.change) : tender.amount}
            currency={sale.currency}
          />
        </li>
      ))}
    </ul>
  )
}

/** The void of a sale as it is being entered; how old the sale is counts again when it is saved. */
function useVoid(sale: Sale, onSaved: () => void) {
  const till = useTill()
  const [reason, setReason] = useState('')
  const { total } = sale.totals
  const approving = useApproval({
    act: 'void',
    hash: approvalHash('void', voidShown({ id: sale.id, total })),
    judge: (context) => {
      const nowMs = machineClock.nowMs() + (till.clockOffsetMs ?? 0)
      const ageMs = saleAgeMs(sale, { since: till.sinceSaleMs, nowMs, inContact: till.inContact })
      return judgeVoid(total, ageMs, context)
    },
  })
  const { approval } = approving
  const { mutate, ...saving } = useMutation(
    () => till.voidSale({ saleId: sale.id, reason: reason.trim(), approval }, actor()),
    { reasonOf: notSavedReason, onSuccess: onSaved },
  )
  const isReady = reason.trim() !== '' && !approving.isNeeded && !approving.isForbidden
  return { ...saving, reason, setReason, approving, isReady, save: () => void mutate() }
}

/** Cancels a sale of this shift, if it has it. */
export function VoidSheet({ saleId }: { saleId: string }) {
  const { shift } = useTill()
  const sale = shift?.sales.find(({ id }) => id === saleId)
  return sale ? <Terms sale={sale} /> : null
}

/** Names the sale, says what happens to its money, asks why, and another person where the limits want it. */
function Terms({ sale }: { sale: Sale }) {
  const { t } = useTranslation('pos.till')
  const setSheet = useSetAtom(sheetAtom)
  const back = () => setSheet({ kind: 'sales' })
  const { reason, setReason, approving, isReady, isPending, error, reset, save } = useVoid(sale, back)
  const footer = (
    <>
      <Button size="large" onClick={back}>
        {t('void.keep')}
      </Button>
      <Button kind="bad" size="large" disabled={!isReady} isWorking={isPending} data-action="void" onClick={save}>
        {t('void.do')}
      </Button>
    </>
  )
  return (
    <Sheet title={t('void.title')} onClose={back} footer={footer}>
      {error && <NotSavedPanel why={error} kept={t('notSaved.entry')} onRetry={save} onBack={reset} />}
      <p>
        <bdi dir="ltr">{sale.receiptNo}</bdi> · <Money minor={sale.totals.total} currency={sale.currency} />
      </p>
      <p>{t('void.text')}</p>
      <MoneyBack sale={sale} />
      <ReasonField
        label={t('void.reason')}
        value={reason}
        onChange={setReason}
        suggestions={[t('void.suggest.mistake'), t('void.suggest.changed'), t('void.suggest.twice')]}
      />
      <ApprovalSection entry={approving} />
    </Sheet>
  )
}
