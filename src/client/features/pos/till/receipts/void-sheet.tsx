import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { notSavedReason } from '#client/platform/offline/not-saved.ts'
import { useTill } from '#client/platform/offline/open-till.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import { machineClock } from '#local/kernel/machine.ts'
import { saleAgeMs, type Voidable, voidableOf } from '#local/pos/void-sale.ts'
import { subtract } from '#shared/kernel/money.ts'
import { approvalHash } from '#shared/pos/approvals/approval.rules.ts'
import { judgeVoid, voidShown } from '#shared/pos/approvals/judge-shift-acts.rules.ts'
import { useSeesBalance } from '../customer/use-sees-balance.ts'
import { ApprovalSection } from '../payment/approval-section.tsx'
import { useApproval } from '../payment/use-approval.ts'
import { sheetAtom } from '../till.atoms.ts'
import { NotSavedPanel } from './not-saved.tsx'
import { ReasonField } from './reason-field.tsx'
import { actor } from './sale.actions.ts'

/** Where the money goes. */
function MoneyBack({ document: { tenders, total, currency } }: { document: Voidable }) {
  const { t } = useTranslation('pos.till')
  const backs = tenders.map((tender) => ({
    id: tender.id,
    kind: tender.kind,
    amount: tender.kind === 'cash' ? subtract(tender.given, tender.change) : tender.amount,
  }))
  const all = backs.length > 0 ? backs : [{ id: 'cash', kind: 'cash' as const, amount: total }]
  return (
    <ul>
      {all.map(({ id, kind, amount }) => (
        <li key={id}>
          {t(`void.back.${kind}`)} <Money minor={amount} currency={currency} />
        </li>
      ))}
    </ul>
  )
}

/** Whose account a voided top-up is taken from, and what it comes to. */
function AccountAfter({ document: { customerId, total, currency } }: { document: Voidable }) {
  const { t } = useTranslation('pos.till')
  const pick = useBilingual()
  const till = useTill()
  const seesBalance = useSeesBalance()
  const holder = customerId ? till.customer(customerId) : undefined
  if (!holder) return null
  const after = subtract(till.account(holder.id).balance, total)
  return (
    <>
      <p>
        <bdi>{pick(holder.name)}</bdi>
        {seesBalance && (
          <>
            {' '}
            · {t('topUp.after')} <Money minor={after} currency={currency} />
          </>
        )}
      </p>
      {after < 0 && <InlineNotice tone="problem">{t('void.topUp.below')}</InlineNotice>}
    </>
  )
}

/** The void of a document as it is being entered; how old that is counts again when it is saved. */
function useVoid(document: Voidable, onSaved: () => void) {
  const till = useTill()
  const [reason, setReason] = useState('')
  const { id, total } = document
  const approving = useApproval({
    act: 'void',
    hash: approvalHash('void', voidShown(document)),
    judge: (context) => {
      const nowMs = machineClock.nowMs() + (till.clockOffsetMs ?? 0)
      const ageMs = saleAgeMs(document, { since: till.sinceSaleMs, nowMs, inContact: till.inContact })
      return judgeVoid(total, ageMs, context)
    },
  })
  const { approval } = approving
  const { mutate, ...saving } = useMutation(
    () => till.voidSale({ saleId: id, reason: reason.trim(), approval }, actor()),
    { reasonOf: notSavedReason, onSuccess: onSaved },
  )
  const isReady = reason.trim() !== '' && !approving.isNeeded && !approving.isForbidden
  return { ...saving, reason, setReason, approving, isReady, save: () => void mutate() }
}

/** Cancels a sale or a cash top-up of this shift, if it has it. */
export function VoidSheet({ saleId }: { saleId: string }) {
  const { shift } = useTill()
  const document = shift && voidableOf(shift, saleId)
  return document ? <Terms document={document} /> : null
}

function useWords(kind: Voidable['kind']) {
  const { t } = useTranslation('pos.till')
  if (kind === 'top-up')
    return {
      title: t('void.topUp.title'),
      text: t('void.topUp.text'),
      keep: t('void.topUp.keep'),
      save: t('void.topUp.do'),
      suggestions: [t('void.topUp.wrongPupil'), t('void.topUp.wrongAmount'), t('void.suggest.twice')],
    }
  return {
    title: t('void.title'),
    text: t('void.text'),
    keep: t('void.keep'),
    save: t('void.do'),
    suggestions: [t('void.suggest.mistake'), t('void.suggest.changed'), t('void.suggest.twice')],
  }
}

/** Names the document, says what happens to its money, asks why, and another person where the limits want it. */
function Terms({ document }: { document: Voidable }) {
  const { t } = useTranslation('pos.till')
  const words = useWords(document.kind)
  const setSheet = useSetAtom(sheetAtom)
  const back = () => setSheet({ kind: 'sales' })
  const { reason, setReason, approving, isReady, isPending, error, reset, save } = useVoid(document, back)
  const footer = (
    <>
      <Button size="large" onClick={back}>
        {words.keep}
      </Button>
      <Button kind="bad" size="large" disabled={!isReady} isWorking={isPending} data-action="void" onClick={save}>
        {words.save}
      </Button>
    </>
  )
  return (
    <Sheet title={words.title} onClose={back} footer={footer}>
      {error && <NotSavedPanel why={error} kept={t('notSaved.entry')} onRetry={save} onBack={reset} />}
      <p>
        <bdi dir="ltr">{document.receiptNo}</bdi> · <Money minor={document.total} currency={document.currency} />
      </p>
      <p>{words.text}</p>
      <MoneyBack document={document} />
      {document.kind === 'top-up' && <AccountAfter document={document} />}
      <ReasonField label={t('void.reason')} value={reason} onChange={setReason} suggestions={words.suggestions} />
      <ApprovalSection entry={approving} />
    </Sheet>
  )
}
