import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTill } from '#client/platform/offline/open-till.ts'
import { Button } from '#client/ui/button.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import { subtract } from '#shared/kernel/money.ts'
import type { Sale } from '#shared/pos/sale.contract.ts'
import { useWrite } from '../hooks/use-till.ts'
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

/** Cancels a sale of this shift: names it, says what happens to its money, and asks why. */
export function VoidSheet({ saleId }: { saleId: string }) {
  const { t } = useTranslation('pos.till')
  const { shift } = useTill()
  const setSheet = useSetAtom(sheetAtom)
  const [reason, setReason] = useState('')
  const [write, run, reset] = useWrite()
  const sale = shift?.sales.find(({ id }) => id === saleId)
  if (!sale) return null
  const back = () => setSheet({ kind: 'sales' })
  const cancel = async () => {
    if (await run((till) => till.voidSale({ saleId: sale.id, reason: reason.trim() }, actor()))) back()
  }
  const footer = (
    <>
      <Button size="large" onClick={back}>
        {t('void.keep')}
      </Button>
      <Button
        kind="bad"
        size="large"
        disabled={reason.trim() === ''}
        isWorking={write.state === 'saving'}
        data-action="void"
        onClick={() => void cancel()}
      >
        {t('void.do')}
      </Button>
    </>
  )
  return (
    <Sheet title={t('void.title')} onClose={back} footer={footer}>
      {write.state === 'failed' && (
        <NotSavedPanel why={write.why} kept={t('notSaved.entry')} onRetry={() => void cancel()} onBack={reset} />
      )}
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
    </Sheet>
  )
}
