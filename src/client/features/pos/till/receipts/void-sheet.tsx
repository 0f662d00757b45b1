import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notSavedReason } from '#client/platform/offline/not-saved.ts'
import { useTill } from '#client/platform/offline/open-till.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import { subtract } from '#shared/kernel/money.ts'
import type { Sale } from '#shared/pos/sale.contract.ts'
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
  const till = useTill()
  const setSheet = useSetAtom(sheetAtom)
  const [reason, setReason] = useState('')
  const back = () => setSheet({ kind: 'sales' })
  const { mutate, isPending, error, reset } = useMutation(
    (id: Sale['id']) => till.voidSale({ saleId: id, reason: reason.trim() }, actor()),
    { reasonOf: notSavedReason, onSuccess: back },
  )
  const sale = till.shift?.sales.find(({ id }) => id === saleId)
  if (!sale) return null
  const cancel = () => void mutate(sale.id)
  const footer = (
    <>
      <Button size="large" onClick={back}>
        {t('void.keep')}
      </Button>
      <Button
        kind="bad"
        size="large"
        disabled={reason.trim() === ''}
        isWorking={isPending}
        data-action="void"
        onClick={cancel}
      >
        {t('void.do')}
      </Button>
    </>
  )
  return (
    <Sheet title={t('void.title')} onClose={back} footer={footer}>
      {error && <NotSavedPanel why={error} kept={t('notSaved.entry')} onRetry={cancel} onBack={reset} />}
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
