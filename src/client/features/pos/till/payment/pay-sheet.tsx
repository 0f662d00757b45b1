import { useAtomValue, useSetAtom } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import { Button } from '#client/ui/button.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { AccountIcon, CardIcon, CashIcon, CloseIcon } from '#client/ui/icons/action-icons.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import type { Tender, TenderKind } from '#shared/pos/sale.contract.ts'
import { NotSavedPanel } from '../receipts/not-saved.tsx'
import { dismissFailure, saveAtom } from '../receipts/sale.actions.ts'
import { sheetAtom } from '../till.atoms.ts'
import { NumberPad } from './number-pad.tsx'
import { EvenExchange } from './even-exchange.tsx'
import { PadColumns } from './pad-columns.tsx'
import { PayApproval } from './pay-approval.tsx'
import { RuleGate } from './rule-gate.tsx'
import payMethodsStyles from './pay-methods.module.css'
import css from './pay-sheet.module.css'
import { PaymentMethod } from './payment-method.tsx'
import takenTendersStyles from './taken-tenders.module.css'
import { type Payment, type Typed, usePayment, useTyped } from './use-payment.ts'

/** The parts of a split that are settled already. */
function TakenTenders({ tenders, onRemove }: { tenders: readonly Tender[]; onRemove: (id: string) => void }) {
  const { t } = useTranslation('pos.till')
  if (tenders.length === 0) return null
  return (
    <ul className={takenTendersStyles.list} aria-label={t('pay.taken')}>
      {tenders.map((tender) => (
        <li key={tender.id} className={takenTendersStyles.row}>
          <span>
            {t(tender.carried ? 'exchange.back' : `tender.${tender.kind}`)}
            {tender.kind === 'card' && !tender.carried && (
              <>
                {' '}
                <bdi dir="ltr">{tender.terminalRef}</bdi>
              </>
            )}
          </span>
          <Money minor={tender.amount} />
          {!tender.carried && (
            <button
              type="button"
              className={takenTendersStyles.remove}
              aria-label={t('pay.removePart', { kind: t(`tender.${tender.kind}`) })}
              onClick={() => onRemove(tender.id)}
            >
              <CloseIcon />
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

const methods: readonly { kind: TenderKind; icon: ReactNode }[] = [
  { kind: 'cash', icon: <CashIcon size={28} /> },
  { kind: 'account', icon: <AccountIcon size={28} /> },
  { kind: 'card', icon: <CardIcon size={28} /> },
]

/** Cash, account or card; real radio buttons, so that arrow keys move between them. */
function PayMethods({ chosen, onChoose }: { chosen: TenderKind; onChoose: (kind: TenderKind) => void }) {
  const { t } = useTranslation('pos.till')
  return (
    <fieldset className={payMethodsStyles.methods}>
      <legend className="visually-hidden">{t('pay.how')}</legend>
      {methods.map(({ kind, icon }) => (
        <label key={kind} className={payMethodsStyles.method} data-chosen={kind === chosen || undefined}>
          <input
            type="radio"
            name="pay-method"
            className={payMethodsStyles.radio}
            value={kind}
            checked={kind === chosen}
            onChange={() => onChoose(kind)}
          />
          {icon}
          {t(`tender.${kind}`)}
        </label>
      ))}
    </fieldset>
  )
}

function MainButton({ payment, isSaving }: { payment: Payment; isSaving: boolean }) {
  const { t } = useTranslation('pos.till')
  const format = useFormat()
  const { plan, isWhole, currency } = payment
  const label = () => {
    if (isSaving) return t('pay.saving')
    if (isWhole || !plan.tender) return t('pay.complete')
    return t('pay.takePart', { part: format.money(plan.tender.amount, currency) })
  }
  return (
    <Button
      // Taking a part is not completing: it must not look the same under a hurried finger.
      {...(isWhole || !plan.tender ? { kind: 'main' as const } : {})}
      size="large"
      disabled={!plan.tender}
      isWorking={isSaving}
      data-action="complete"
      onClick={payment.press}
    >
      {label()}
    </Button>
  )
}

function Pad({ payment, isSaving }: { payment: Payment; isSaving: boolean }) {
  const { t } = useTranslation('pos.till')
  const format = useFormat()
  const { plan, method, currency } = payment
  return (
    <NumberPad
      label={t(`pay.typed.${method}`)}
      entry={payment.entry}
      onChange={payment.setEntry}
      currency={currency}
      placeholder={format.amount(method === 'cash' ? plan.asked : plan.limit, currency)}
      unit={format.currencyName(currency)}
      isDisabled={isSaving}
      onEnter={payment.press}
    />
  )
}

/** Takes the money, in one way or several, and writes the sale, once whatever another person must approve is approved. */
export function PaySheet() {
  const typed = useTyped()
  return (
    <RuleGate>
      <PayApproval>
        <Payments typed={typed} />
      </PayApproval>
    </RuleGate>
  )
}

function Payments({ typed }: { typed: Typed }) {
  const { t } = useTranslation('pos.till')
  const setSheet = useSetAtom(sheetAtom)
  const save = useAtomValue(saveAtom)
  const payment = usePayment(typed)
  const { tenders, method, plan, currency } = payment
  const isSaving = save.state === 'saving'
  if (save.state === 'failed') {
    const hasCard = payment.all.some(({ kind }) => kind === 'card')
    return (
      <Sheet title={t('pay.title')} size="wide" canClose={false} onClose={dismissFailure}>
        <NotSavedPanel
          why={save.why}
          kept={t(hasCard ? 'notSaved.cartAndCard' : 'notSaved.cart')}
          onRetry={payment.complete}
          onBack={dismissFailure}
        />
      </Sheet>
    )
  }
  if (payment.isEven) return <EvenExchange payment={payment} isSaving={isSaving} />
  return (
    <Sheet
      title={t('pay.title')}
      size="wide"
      canClose={!isSaving}
      onClose={() => setSheet(null)}
      footer={<MainButton payment={payment} isSaving={isSaving} />}
    >
      <PadColumns pad={<Pad payment={payment} isSaving={isSaving} />}>
        <p className={css.due}>
          <span>{t(tenders.length > 0 ? 'pay.rest' : 'pay.due')}</span>
          <strong>
            <Money minor={method === 'cash' ? plan.asked : plan.due} currency={currency} />
          </strong>
        </p>
        {method === 'cash' && plan.asked !== plan.due && (
          <p className={css.rounded}>
            {t('pay.rounded')} <Money minor={plan.due} currency={currency} />
          </p>
        )}
        <TakenTenders tenders={tenders} onRemove={payment.takeBack} />
        <PayMethods chosen={method} onChoose={payment.choose} />
        <PaymentMethod payment={payment} />
      </PadColumns>
    </Sheet>
  )
}
