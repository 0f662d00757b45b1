// chunk: till-sheets
import { useSetAtom } from 'jotai'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadWords, loadWordsForPaper } from '#client/i18n/i18n.ts'
import { useTill } from '#client/platform/offline/open-till.ts'
import { Button } from '#client/ui/button.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { Printout } from '#client/ui/print/printout.tsx'
import { ShiftPaper } from '#client/ui/print/shift-paper.tsx'
import type { UserId } from '#shared/kernel/ids.ts'
import { blindReport, mayKnowCash } from '#shared/pos/cash/blind-report.rules.ts'
import type { ShiftReport } from '#shared/pos/shift.contract.ts'
import { KeysSheet } from '../board/keys-sheet.tsx'
import { MenuSheet } from '../board/menu-sheet.tsx'
import { useKnownPeople } from '../hooks/use-known-people.ts'
import { useUnsent } from '../hooks/use-unsent.ts'
import { PaperNet } from '../receipts/paper-net.tsx'
import { PrintButton } from '../receipts/print-button.tsx'
import css from '../receipts/receipt-sheet.module.css'
import { actor } from '../receipts/sale.actions.ts'
import { SalesSheet } from '../receipts/sales-sheet.tsx'
import { VoidSheet } from '../receipts/void-sheet.tsx'
import { NoReceiptSheet } from '../refunds/no-receipt-sheet.tsx'
import { RefundReceiptSheet } from '../refunds/refund-receipt.tsx'
import { RefundSheet } from '../refunds/refund-sheet.tsx'
import { type OpenSheet, sheetAtom } from '../till.atoms.ts'
import { cardSlips } from './card-slips.ts'
import { CashSheet } from './cash-sheet.tsx'
import { CloseSheet } from './close-sheet.tsx'
import { shiftPeople } from './shift-people.ts'
import { shiftReasons } from './shift-reasons.ts'

/** The printer, the drawer and the readers at this device. */
const HardwareSheet = lazy(async () => {
  const [{ HardwareSheet: Open }] = await Promise.all([
    import('../../hardware/hardware-sheet.tsx'),
    loadWordsForPaper('pos.hardware'),
  ])
  return { default: Open }
})

/** Its words are another screen's. */
const DeviceSheet = lazy(async () => {
  const [{ DeviceSheet: Open }] = await Promise.all([import('../board/device-sheet.tsx'), loadWords('sync.devices')])
  return { default: Open }
})

/** A report as the person at the till may see it. */
const seen = (report: ShiftReport) => (mayKnowCash(actor().roles) ? report : blindReport(report))

/** Hours, items and categories of this shift. Its words are the reports'. */
const ShiftSales = lazy(async () => {
  const [{ ShiftSales: Open }] = await Promise.all([import('./shift-sales.tsx'), loadWords('pos.sales')])
  return { default: Open }
})

/** From the paper to hours and items, and back. */
function DivideButton({ isDivided, onPress }: { isDivided: boolean; onPress: () => void }) {
  const { t } = useTranslation('pos.till')
  return (
    <Button size="large" aria-pressed={isDivided} onClick={onPress}>
      {t('report.divided')}
    </Button>
  )
}

/** The paper as it is printed, or hours, items and categories in its place. */
function Shown({ title, isDivided, children }: { title: string; isDivided: boolean; children: ReactNode }) {
  return (
    // A scrolled box must be reachable without a mouse.
    <section className={css.slot} tabIndex={0} aria-label={title}>
      {isDivided ? (
        <Suspense fallback={null}>
          <ShiftSales />
        </Suspense>
      ) : (
        <div className={css.sliding}>{children}</div>
      )}
    </section>
  )
}

/** Returns the X of this shift, or the Z of the one closed last, as it is printed; null where there is none. */
function useShiftPaper(kind: 'x' | 'z'): ReactNode {
  const till = useTill()
  const unsent = useUnsent()
  const people = useKnownPeople()
  const closed = till.lastClosed
  const zReport = till.closedReport()
  const nameOf = (userId: UserId) => people.find((each) => each.userId === userId)?.name
  if (kind === 'x')
    return (
      till.shift && (
        <ShiftPaper
          kind="x"
          report={seen(till.report())}
          nameOf={nameOf}
          settings={till.settings}
          unsent={unsent}
          openedAt={till.shift.open.at}
          {...shiftPeople(till.shift.open, undefined, people)}
          reasons={shiftReasons(till.shift, undefined, people)}
          slips={cardSlips(till.shift)}
        />
      )
    )
  if (!closed || !zReport) return null
  return (
    <ShiftPaper
      kind="z"
      report={seen(zReport)}
      nameOf={nameOf}
      settings={till.settings}
      unsent={unsent}
      openedAt={closed.shift.open.at}
      closedAt={closed.close.at}
      {...shiftPeople(closed.shift.open, closed.close, people)}
      reasons={shiftReasons(closed.shift, closed.close, people)}
      slips={cardSlips(closed.shift)}
    />
  )
}

/** The sheet of an X or a Z: its paper, and hours and items of the shift in its place. */
function ReportSheet({ kind }: { kind: 'x' | 'z' }) {
  const { t } = useTranslation('pos.till')
  const till = useTill()
  const setSheet = useSetAtom(sheetAtom)
  const [isDivided, setIsDivided] = useState(false)
  const drawn = useShiftPaper(kind)
  const close = () => setSheet(null)
  const shift = kind === 'z' ? till.lastClosed?.shift : till.shift
  const doc = `${kind.toUpperCase()} ${till.settings.till.tillCode}-${shift?.open.no ?? 0}`
  const paper = drawn && <PaperNet what={t(`report.${kind}`)}>{drawn}</PaperNet>
  return (
    <Sheet
      title={t(`report.${kind}`)}
      size={isDivided ? 'wide' : 'narrow'}
      onClose={close}
      footer={
        <>
          {kind === 'x' && <DivideButton isDivided={isDivided} onPress={() => setIsDivided(!isDivided)} />}
          <PrintButton doc={doc} cause={kind} disabled={!paper} />
          <Button kind="main" size="large" data-autofocus onClick={close}>
            {t('receipt.back')}
          </Button>
        </>
      }
    >
      <Shown title={t(`report.${kind}`)} isDivided={isDivided}>
        {paper}
      </Shown>
      <Printout>{paper}</Printout>
    </Sheet>
  )
}

/** The sheets around selling, in one chunk. */
export function ShiftSheet({ sheet }: { sheet: OpenSheet }) {
  switch (sheet.kind) {
    case 'menu':
      return <MenuSheet />
    case 'keys':
      return <KeysSheet />
    case 'device':
      return <DeviceSheet />
    case 'hardware':
      return <HardwareSheet />
    case 'cash':
      return <CashSheet corrects={sheet.corrects} />
    case 'x':
    case 'z':
      return <ReportSheet kind={sheet.kind} />
    case 'sales':
      return <SalesSheet />
    case 'void':
      return <VoidSheet saleId={sheet.saleId} />
    case 'refund':
      return <RefundSheet receipt={sheet.receipt} corrects={sheet.corrects} />
    case 'refundReceipt':
      return <RefundReceiptSheet refundId={sheet.refundId} isNew={sheet.isNew} />
    case 'noReceipt':
      return <NoReceiptSheet />
    case 'close':
      return <CloseSheet />
    default:
      return null
  }
}
