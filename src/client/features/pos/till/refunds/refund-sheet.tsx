import { useSetAtom } from 'jotai'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { ask } from '#client/platform/http.ts'
import { useTill } from '#client/platform/offline/open-till.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { Button } from '#client/ui/button.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import type { OpId } from '#shared/kernel/ids.ts'
import { add } from '#shared/kernel/money.ts'
import { type RefundableSale, refundableSale } from '#shared/pos/refunds/refundable-sale.contract.ts'
import { Field } from '../board/field.tsx'
import { ChoiceRow } from '../catalogue/choice-row.tsx'
import { ApprovalSection } from '../payment/approval-section.tsx'
import { NotSavedPanel } from '../receipts/not-saved.tsx'
import { ReasonField } from '../receipts/reason-field.tsx'
import { sheetAtom } from '../till.atoms.ts'
import { startExchange } from './exchange.actions.ts'
import { RefundLines } from './refund-lines.tsx'
import css from './refund-sheet.module.css'
import { type RefundEntry, useRefund } from './use-refund.ts'

/** Finds a sale of any till by the number on its receipt. @throws AppError request.not-found; HttpFailure without a network */
const findRefundable = async (receiptNo: string): Promise<RefundableSale> =>
  (await ask(refundableSale, { receiptNo })).found

/** Money back for a sale of this device, of any shift, or of another till while there is a network. */
export function RefundSheet({ receipt, corrects }: { receipt: string; corrects?: OpId | undefined }) {
  const { t } = useTranslation('pos.till')
  const till = useTill()
  const setSheet = useSetAtom(sheetAtom)
  const [own] = useState(() => till.refundable(receipt))
  const question = useCallback(async () => (own ? undefined : await findRefundable(receipt)), [own, receipt])
  const { answer, failure, again } = useAnswer(question)
  const errorText = useErrorText()
  const found = own ?? answer
  const back = () => setSheet({ kind: 'sales' })
  if (found) return <Terms found={found} corrects={corrects} onBack={back} />
  const isUnknown = failure === 'request.not-found'
  return (
    <Sheet
      title={t('refund.title')}
      onClose={back}
      footer={failure && !isUnknown && <Button onClick={again}>{t('notSaved.retry')}</Button>}
    >
      <p role="status">
        {failure === undefined && t('refund.looking')}
        {isUnknown && t('refund.unknown', { receipt })}
        {failure && !isUnknown && (till.inContact ? errorText(failure) : t('refund.offline'))}
      </p>
    </Sheet>
  )
}

interface TermsProps {
  found: RefundableSale
  corrects: OpId | undefined
  onBack: () => void
}

function Terms({ found, corrects, onBack }: TermsProps) {
  const { t } = useTranslation('pos.till')
  const format = useFormat()
  const entry = useRefund(found, corrects)
  const { draft, error, isPending, isReady } = entry
  const { sale, isVoided } = found
  if (error)
    return (
      <Sheet title={t('refund.title')} size="wide" canClose={false} onClose={entry.reset}>
        <NotSavedPanel why={error} kept={t('notSaved.entry')} onRetry={entry.save} onBack={entry.reset} />
      </Sheet>
    )
  const footer = !isVoided && (
    <Button
      kind="main"
      size="large"
      disabled={!isReady}
      isWorking={isPending}
      data-action="refund"
      onClick={entry.save}
    >
      {draft.totals.total > 0
        ? t('refund.do', { amount: format.money(draft.totals.total, sale.currency) })
        : t('refund.choose')}
    </Button>
  )
  return (
    <Sheet title={t('refund.title')} size="wide" canClose={!isPending} onClose={onBack} footer={footer}>
      <p>
        <bdi dir="ltr">{sale.receiptNo}</bdi> · <Money minor={sale.totals.total} currency={sale.currency} />
      </p>
      {isVoided ? (
        <p role="status">{t('refund.voided')}</p>
      ) : (
        <div className={css.columns}>
          <div>
            <RefundLines found={found} chosen={entry.chosen} onChange={entry.setChosen} />
          </div>
          <div className={css.side}>
            <MoneyBack found={found} entry={entry} />
            <ReasonField
              label={t('refund.reason')}
              value={entry.reason}
              onChange={entry.setReason}
              suggestions={[t('refund.suggest.wrong'), t('refund.suggest.quality'), t('refund.suggest.changed')]}
            />
            {draft.totals.total > 0 && <ApprovalSection entry={entry.approving} />}
          </div>
        </div>
      )}
      {!isVoided && <OtherWays entry={entry} mayExchange={!corrects} />}
    </Sheet>
  )
}

/** Back to the list, or other goods in place of the money. */
function OtherWays({ entry, mayExchange }: { entry: RefundEntry; mayExchange: boolean }) {
  const { t } = useTranslation('pos.till')
  const setSheet = useSetAtom(sheetAtom)
  return (
    <div className={css.more}>
      <Button onClick={() => setSheet({ kind: 'sales' })}>{t('void.keep')}</Button>
      {mayExchange && (
        <Button disabled={!entry.canExchange} data-action="exchange" onClick={() => startExchange(entry.exchanged)}>
          {t('exchange.start')}
        </Button>
      )}
    </div>
  )
}

/** Where the money goes; cash may go to the customer's account instead. */
function MoneyBack({ found, entry }: { found: RefundableSale; entry: RefundEntry }) {
  const { t } = useTranslation('pos.till')
  const pick = useBilingual()
  const till = useTill()
  const { draft, toAccount, setToAccount, needsCard, terminalRef, setTerminalRef } = entry
  const { customerId, currency, tenders } = found.sale
  const customer = customerId ? till.customer(customerId) : undefined
  const mayChoose = customer !== undefined && tenders.some(({ kind }) => kind !== 'account')
  return (
    <>
      {mayChoose && (
        <ChoiceRow
          options={[
            { value: 'same', label: t('refund.to.same') },
            { value: 'account', label: t('refund.to.account') },
          ]}
          chosen={toAccount ? 'account' : 'same'}
          onChoose={(to) => setToAccount(to === 'account')}
        />
      )}
      <dl className={css.parts}>
        {draft.tenders.map((tender) => {
          const holder = tender.kind === 'account' ? till.customer(tender.customerId) : undefined
          return (
            <div key={tender.id}>
              <dt>
                {t(`void.back.${tender.kind}`)} {holder && <bdi>{pick(holder.name)}</bdi>}
              </dt>
              <dd>
                <Money
                  minor={tender.kind === 'cash' ? add(tender.amount, tender.rounding) : tender.amount}
                  currency={currency}
                />
              </dd>
            </div>
          )
        })}
      </dl>
      {needsCard && (
        <Field
          label={t('pay.terminalRef')}
          hint={t('refund.cardHint')}
          value={terminalRef}
          maxLength={40}
          autoComplete="off"
          dir="ltr"
          onChange={(event) => setTerminalRef(event.target.value)}
        />
      )}
    </>
  )
}
