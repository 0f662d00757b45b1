import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import { Button } from '#client/ui/button.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import { NotSavedPanel } from '../receipts/not-saved.tsx'
import { dismissFailure, saveAtom } from '../receipts/sale.actions.ts'
import { sheetAtom } from '../till.atoms.ts'
import { NumberPad } from './number-pad.tsx'
import { PadColumns } from './pad-columns.tsx'
import { PayMethods } from './pay-methods.tsx'
import css from './pay-sheet.module.css'
import { PaymentMethod } from './payment-method.tsx'
import { TakenTenders } from './taken-tenders.tsx'
import { type Payment, usePayment } from './use-payment.ts'

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
      kind="main"
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

/** Takes the money, in one way or several, and writes the sale. */
export function PaySheet() {
  const { t } = useTranslation('pos.till')
  const setSheet = useSetAtom(sheetAtom)
  const save = useAtomValue(saveAtom)
  const payment = usePayment()
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
