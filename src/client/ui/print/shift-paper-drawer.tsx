// chunk: paper
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { negate } from '#shared/kernel/money.ts'
import type { BlindReport, ShiftReport } from '#shared/pos/shift.contract.ts'
import { PaperRow, useBilingualText } from './paper.tsx'

export type Report = ShiftReport | BlindReport

/** Returns whether a report says what the drawer should hold. */
export const isWhole = (report: Report): report is ShiftReport => 'expectedCash' in report

export type Amount = (minor: number) => string

export interface PartProps {
  report: Report
  amount: Amount
}

/** Two words as one label, each language with its own. */
const joined = (a: Bilingual, b: Bilingual): Bilingual => ({ en: `${a.en}: ${b.en}`, ar: `${a.ar}: ${b.ar}` })

/** Cash that came and went without a sale. */
function Movements({ report, amount }: PartProps) {
  const words = useBilingualText()
  return (
    <>
      {report.topUps && (
        <PaperRow
          label={words('report.topUps')}
          note={String(report.topUps.count)}
          value={amount(report.topUps.amount)}
        />
      )}
      {report.refunds && (
        <PaperRow
          label={words('report.refunds')}
          note={String(report.refunds.count)}
          value={amount(negate(report.refunds.cash))}
        />
      )}
      {report.movements.map((movement) => (
        <PaperRow
          key={movement.kind}
          label={words(`movement.${movement.kind as 'drop'}`)}
          note={String(movement.count)}
          value={amount(movement.amount)}
        />
      ))}
      {report.bags?.map(({ bag, amount: held }, n) => (
        <PaperRow key={n} label={words('report.bag')} note={bag} value={amount(held)} />
      ))}
    </>
  )
}

/** What went through the drawer, and how it was counted. */
export function Drawer({ report, amount }: PartProps) {
  const words = useBilingualText()
  const whole = isWhole(report) ? report : undefined
  return (
    <>
      {report.carried !== undefined && <PaperRow label={words('report.carried')} value={amount(report.carried)} />}
      <PaperRow label={words('report.float')} value={amount(report.floatAmount)} />
      {whole && <PaperRow label={words('report.cashTaken')} value={amount(whole.cashTaken)} />}
      <Movements report={report} amount={amount} />
      {whole && <PaperRow label={words('report.expected')} value={amount(whole.expectedCash)} />}
      <Counted report={report} amount={amount} />
      {whole && whole.difference !== null && (
        <PaperRow isTotal label={words('report.difference')} value={amount(whole.difference)} />
      )}
      {report.drawer?.map(
        ({ cause, count }) =>
          // A copy of a paper opens nothing, and no report counts one.
          cause !== 'copy' && (
            <PaperRow
              key={cause}
              label={joined(words('report.drawer'), words(`drawer.${cause}`))}
              value={String(count)}
            />
          ),
      )}
    </>
  )
}

/** Each count of the close, its notes and coins, and what was left. */
function Counted({ report: { countedCash, close }, amount }: PartProps) {
  const words = useBilingualText()
  const counts = close?.counts ?? []
  return (
    <>
      {counts.slice(0, -1).map((count, n) => (
        <PaperRow key={n} label={words('report.firstCount')} value={amount(count.amount)} />
      ))}
      {counts.at(-1)?.piles?.map(({ worth, count }) => (
        <PaperRow
          key={worth}
          label={{ en: amount(worth), ar: amount(worth) }}
          note={`× ${count}`}
          value={amount(worth * count)}
        />
      ))}
      {countedCash !== null && <PaperRow label={words('report.counted')} value={amount(countedCash)} />}
      {close?.left !== undefined && (
        <PaperRow label={words('report.left')} note={close.bag} value={amount(close.left)} />
      )}
    </>
  )
}
