// chunk: till-sheets
import { useSetAtom } from 'jotai'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { createFormat } from '#client/i18n/format.ts'
import { useTill } from '#client/platform/offline/open-till.ts'
import receiptStyles from '#client/ui/print/paper.module.css'
import { Both, Paper, PaperRow, useBilingualText } from '#client/ui/print/paper.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { TillSettings } from '#shared/pos/snapshot.contract.ts'
import type { TopUp } from '#shared/pos/top-ups/top-up.contract.ts'
import { useSeesBalance } from '../customer/use-sees-balance.ts'
import { sheetAtom } from '../till.atoms.ts'
import { PaperSheet } from './paper-sheet.tsx'
import css from './receipt-sheet.module.css'

interface PaperProps {
  topUp: TopUp
  holder: { name: Bilingual; admissionNo: string } | undefined
  settings: TillSettings
  isVoid: boolean
}

/** A cash top-up on 80 mm of paper, in both languages at once. */
function TopUpPaper({ topUp, holder, settings, isVoid }: PaperProps) {
  const words = useBilingualText()
  const { language, timeZone } = settings
  const format = useMemo(() => createFormat(language, timeZone, topUp.currency), [language, timeZone, topUp.currency])
  return (
    <Paper language={language}>
      <header className={receiptStyles.head}>
        <strong className={receiptStyles.school}>
          <Both text={settings.school} />
        </strong>
      </header>
      <h3 className={receiptStyles.title}>
        <Both text={words('paper.topUp')} isInline />
      </h3>
      {isVoid && (
        <p className={receiptStyles.void}>
          <Both text={words('paper.void')} isInline />
        </p>
      )}
      <PaperRow label={words('paper.receiptNo')} value={topUp.receiptNo} />
      <PaperRow label={words('paper.date')} value={format.dateTime(topUp.at)} />
      <hr className={receiptStyles.cut} />
      {holder && (
        <>
          <p className={receiptStyles.why}>
            <Both text={holder.name} />
          </p>
          <PaperRow label={words('paper.number')} value={holder.admissionNo} />
        </>
      )}
      <PaperRow isTotal label={words('tender.cash')} note={topUp.currency} value={format.amount(topUp.amount)} />
    </Paper>
  )
}

/** After a top-up: what was taken, and its receipt. Also for a reprint. */
export function TopUpReceiptSheet({ topUpId, isNew }: { topUpId: string; isNew: boolean }) {
  const { t } = useTranslation('pos.till')
  const till = useTill()
  const setSheet = useSetAtom(sheetAtom)
  const seesBalance = useSeesBalance()
  const shift = till.shift ?? till.lastClosed?.shift
  const topUp = shift?.topUps.find(({ id }) => id === topUpId)
  if (!topUp) return null
  const isVoid = shift?.voids.some(({ saleId }) => saleId === topUpId) ?? false
  const close = () => setSheet(isNew ? null : { kind: 'sales' })
  return (
    <PaperSheet
      title={t(isNew ? 'topUp.saved' : 'receipt.title')}
      what={topUp.receiptNo}
      paper={
        <TopUpPaper topUp={topUp} holder={till.customer(topUp.customerId)} settings={till.settings} isVoid={isVoid} />
      }
      of={{ cause: 'topUp', ref: topUp.id, hasCash: true }}
      isNew={isNew}
      closeLabel={t('receipt.back')}
      onClose={close}
    >
      {isNew && seesBalance && (
        <p className={css.change}>
          <span>{t('topUp.balance')}</span>
          <strong>
            <Money minor={till.account(topUp.customerId).balance} currency={topUp.currency} />
          </strong>
        </p>
      )}
    </PaperSheet>
  )
}
