// chunk: till-sheets
import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import { sheetAtom } from '../till.atoms.ts'
import css from './pay-sheet.module.css'
import type { Payment } from './use-payment.ts'

/** The other goods cost no more than those that came back: nothing is to be taken. */
export function EvenExchange({ payment, isSaving }: { payment: Payment; isSaving: boolean }) {
  const { t } = useTranslation('pos.till')
  const setSheet = useSetAtom(sheetAtom)
  const { cashOut, draft } = payment.exchanged
  const isLess = payment.tenders.reduce((all, tender) => all - tender.amount, draft?.totals.total ?? 0) > 0
  const footer = (
    <Button
      kind="main"
      size="large"
      isWorking={isSaving}
      data-action="complete"
      data-autofocus
      onClick={payment.complete}
    >
      {t('exchange.complete')}
    </Button>
  )
  return (
    <Sheet title={t('exchange.title')} canClose={!isSaving} onClose={() => setSheet(null)} footer={footer}>
      <p className={css.due}>
        <span>{t(cashOut > 0 ? 'exchange.out' : isLess ? 'exchange.toAccount' : 'exchange.even')}</span>
        {cashOut > 0 && (
          <strong data-out={cashOut}>
            <Money minor={cashOut} currency={payment.currency} />
          </strong>
        )}
      </p>
    </Sheet>
  )
}
