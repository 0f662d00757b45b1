// chunk: paper
import { useMemo } from 'react'
import { createFormat } from '#client/i18n/format.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { negate } from '#shared/kernel/money.ts'
import type { CardSlip, ShiftReason } from '#shared/pos/pos-report.contract.ts'
import type { ShiftReport } from '#shared/pos/shift.contract.ts'
import type { TillSettings } from '#shared/pos/snapshot.contract.ts'
import css from './paper.module.css'
import { Both, Paper, PaperRow, useBilingualText } from './paper.tsx'
import { type Amount, Drawer, isWhole, type PartProps, type Report } from './shift-paper-drawer.tsx'

interface ShiftPaperProps {
  kind: 'x' | 'z'
  /** Without what the drawer should hold, where the reader counts it blind. */
  report: Report
  settings: Pick<TillSettings, 'school' | 'timeZone' | 'language'> & { till: Pick<TillSettings['till'], 'name'> }
  /** What the device has not sent yet; left out where nobody knows how much of it belongs to this shift. */
  unsent: { count: number; amountMinor: number } | undefined
  openedAt: string
  /** Left out where the till does not know the name. */
  openedBy: Bilingual | undefined
  closedAt?: string | undefined
  closedBy?: Bilingual | undefined
  reasons: readonly WrittenReason[]
  slips: readonly CardSlip[]
  /** Returns who somebody is, as far as it is known here. */
  nameOf?: ((userId: UserId) => Bilingual | undefined) | undefined
}

/** Why something out of the ordinary was done in the shift. */
export type WrittenReason = Pick<ShiftReason, 'kind' | 'text' | 'receiptNo' | 'approvedBy'>

function Reasons({ reasons, language }: { reasons: readonly WrittenReason[]; language: Language }) {
  const words = useBilingualText()
  return reasons.map(({ kind, text, receiptNo, approvedBy }, n) => (
    <p key={n} className={css.why}>
      <Both text={words(`why.${kind}`)} isInline /> {receiptNo && <bdi dir="ltr">{receiptNo}</bdi>} <bdi>{text}</bdi>
      {approvedBy && (
        <>
          {' · '}
          <Both text={words('paper.approvedBy')} isInline /> <bdi>{approvedBy[language]}</bdi>
        </>
      )}
    </p>
  ))
}

type Format = ReturnType<typeof createFormat>

/** A title with its number, each language with its own. */
const numbered = ({ en, ar }: Bilingual, no: number): Bilingual => ({ en: `${en} ${no}`, ar: `${ar} ${no}` })

/** What was sold in all: not for who counts the drawer blind. */
function Totals({ report, amount, format }: { report: ShiftReport; amount: Amount; format: Format }) {
  const words = useBilingualText()
  return (
    <>
      <PaperRow label={words('report.gross')} value={amount(report.gross)} />
      <PaperRow label={words('report.discount')} value={amount(negate(report.discount))} />
      <PaperRow label={words('report.net')} value={amount(report.net)} />
      {report.taxes.map((tax) => (
        <PaperRow
          key={`${tax.code} ${tax.ratePpm} ${tax.included}`}
          label={words('paper.tax')}
          note={format.percent(tax.ratePpm)}
          value={amount(tax.tax)}
        />
      ))}
      <PaperRow isTotal label={words('cart.total')} note={report.currency} value={amount(report.total)} />
    </>
  )
}

function Sales({ report, amount, format }: PartProps & { format: Format }) {
  const words = useBilingualText()
  const whole = isWhole(report) ? report : undefined
  const voided = whole ? amount(whole.voidsTotal) : String(report.voidsCount)
  return (
    <>
      <PaperRow label={words('report.sales')} value={String(report.salesCount)} />
      <PaperRow label={words('report.voids')} note={whole && String(report.voidsCount)} value={voided} />
      {whole && <Totals report={whole} amount={amount} format={format} />}
      {report.tenders.map((tender) => (
        <PaperRow
          key={tender.kind}
          label={words(`tender.${tender.kind as 'cash'}`)}
          note={String(tender.count)}
          value={amount(tender.amount)}
        />
      ))}
      {whole && <PaperRow label={words('paper.rounding')} value={amount(whole.rounding)} />}
      {report.refunds && (
        <PaperRow
          label={words('paper.refund')}
          note={String(report.refunds.count)}
          value={amount(negate(report.refunds.total))}
        />
      )}
      {report.refunds?.tenders.map((tender) => (
        <PaperRow
          key={`back ${tender.kind}`}
          label={words(`tender.${tender.kind as 'cash'}`)}
          note={String(tender.count)}
          value={amount(negate(tender.amount))}
        />
      ))}
      {report.removedLines !== undefined && (
        <PaperRow label={words('report.removedLines')} value={String(report.removedLines)} />
      )}
    </>
  )
}

/** Each payment by card, by the number on the slip of the terminal: the two are compared at the end of a shift. */
function Slips({ slips, amount }: { slips: readonly CardSlip[]; amount: Amount }) {
  const words = useBilingualText()
  if (slips.length === 0) return null
  return (
    <>
      <hr className={css.cut} />
      {slips.map((slip, n) => (
        <PaperRow key={n} label={words('tender.card')} note={slip.terminalRef} value={amount(slip.amount)} />
      ))}
    </>
  )
}

/** How many acts each person has approved. */
function Approvals({ report, settings, nameOf }: Pick<ShiftPaperProps, 'report' | 'settings' | 'nameOf'>) {
  const words = useBilingualText()
  return report.approvals?.map(({ by, count }) => {
    const name = nameOf?.(by)?.[settings.language]
    return <PaperRow key={by} label={words('report.approvals')} note={name} value={String(count)} />
  })
}

/** X or Z on paper. */
export function ShiftPaper(props: ShiftPaperProps) {
  const { kind, report, settings, unsent, openedAt, openedBy, closedAt, closedBy, reasons, slips, nameOf } = props
  const words = useBilingualText()
  const format = useMemo(
    () => createFormat(settings.language, settings.timeZone, report.currency),
    [settings.language, settings.timeZone, report.currency],
  )
  const amount = (minor: number) => format.amount(minor)
  return (
    <Paper language={settings.language}>
      <header className={css.head}>
        <strong className={css.school}>
          <Both text={settings.school} />
        </strong>
        <Both text={settings.till.name} isInline />
      </header>
      <h3 className={css.title}>
        <Both text={kind === 'z' ? numbered(words('report.z'), report.no) : words('report.x')} isInline />
      </h3>
      <PaperRow label={words('report.shift')} value={String(report.no)} />
      <PaperRow label={words('report.day')} value={format.day(`${report.businessDay}T12:00Z`)} />
      <PaperRow label={words('report.opened')} value={format.dateTime(openedAt)} />
      {openedBy && <PaperRow label={words('report.openedBy')} value={openedBy[settings.language]} />}
      {closedAt && <PaperRow label={words('report.closed')} value={format.dateTime(closedAt)} />}
      {closedBy && <PaperRow label={words('report.closedBy')} value={closedBy[settings.language]} />}
      <hr className={css.cut} />
      <Sales report={report} amount={amount} format={format} />
      <hr className={css.cut} />
      <Drawer report={report} amount={amount} />
      <Approvals report={report} settings={settings} nameOf={nameOf} />
      <Slips slips={slips} amount={amount} />
      {reasons.length > 0 && <hr className={css.cut} />}
      <Reasons reasons={reasons} language={settings.language} />
      <hr className={css.cut} />
      <PaperRow label={words('report.firstReceipt')} value={report.firstReceipt ?? '–'} />
      <PaperRow label={words('report.lastReceipt')} value={report.lastReceipt ?? '–'} />
      {unsent && (
        <PaperRow
          label={words('report.unsent')}
          note={isWhole(report) ? String(unsent.count) : undefined}
          value={isWhole(report) ? amount(unsent.amountMinor) : String(unsent.count)}
        />
      )}
    </Paper>
  )
}
