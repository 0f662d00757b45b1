import { toDecimalText } from '#shared/kernel/money.ts'
import type { BlindReport } from '#shared/pos/shift.contract.ts'
import type { PaperRow } from '#tests/support/pos/tablet-till.ts'
import type { SchoolApi } from '#tests/support/served/served-school-api.ts'
import type { SoldSale } from './day.ts'
import { expect } from './stage.ts'

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

/** `A-01-3-000012` → 12 */
const numberOf = (receiptNo: string) => Number(receiptNo.split('-').at(-1))
const seriesOf = (receiptNo: string) => receiptNo.slice(0, receiptNo.lastIndexOf('-'))

/** What comes to the drawer by these sales. */
export const cashOf = (sold: readonly SoldSale[]): number => sum(sold.map(({ cash }) => cash))

/**
 * The server holds exactly these sales of the till's current series, each once, with every part as paid, and no number
 * is missing. Answers the shift's id.
 */
export async function expectOnServer(api: SchoolApi, tillCode: string, sold: readonly SoldSale[]): Promise<string> {
  const series = new Set(sold.map(({ receiptNo }) => seriesOf(receiptNo)))
  expect(series.size, 'one till, one pairing, one series of numbers').toBe(1)
  const rows = await api.transactions(tillCode)
  const sales = rows.filter(({ kind, receiptNo }) => kind === 'sale' && receiptNo && series.has(seriesOf(receiptNo)))
  const meant = sold.map(({ receiptNo, total, tenders, customer }) => ({
    receiptNo,
    amount: total,
    tenders,
    customer: customer?.admissionNo,
    flags: [],
  }))
  const held = sales.map(({ receiptNo, amount, tenders, customer, flags }) => ({
    receiptNo,
    amount,
    tenders,
    customer: customer?.admissionNo,
    flags,
  }))
  expect(held).toEqual(meant)
  expect(sold.map(({ receiptNo }) => numberOf(receiptNo))).toEqual(sold.map((_sale, i) => i + 1))
  const opened = rows.findLast(({ kind }) => kind === 'shift-open')
  return opened?.id ?? 'no shift was opened'
}

/**
 * The server's figures agree with what was really sold, and the printed Z with them, as far as an operator may see it: who counts
 * blind finds nothing of what the drawer should have held.
 */
export async function expectSameZ(
  api: SchoolApi,
  shiftId: string,
  paper: readonly PaperRow[],
  meant: { sold: readonly SoldSale[]; floatAmount: number; counted: number },
): Promise<void> {
  const { report, closed, missingReceipts } = await api.shiftReport(shiftId)
  expect({ closed, missingReceipts }).toEqual({ closed: true, missingReceipts: [] })
  const expectedCash = meant.floatAmount + cashOf(meant.sold)
  expect(report).toMatchObject({
    salesCount: meant.sold.length,
    total: sum(meant.sold.map(({ total }) => total)),
    floatAmount: meant.floatAmount,
    cashTaken: cashOf(meant.sold),
    expectedCash,
    countedCash: meant.counted,
    difference: meant.counted - expectedCash,
    firstReceipt: meant.sold[0]?.receiptNo,
    lastReceipt: meant.sold.at(-1)?.receiptNo,
  })
  expect(onPaper(paper)).toEqual(expect.arrayContaining(rowsOf(report)))
  expect(paper.map(({ label }) => label)).not.toContain('Expected in drawer')
}

/** Arabic puts a mark of direction before the sign of a number; it is not seen. */
const withoutMarks = (text: string) => text.replaceAll(/[\u200e\u200f\u061c]/g, '')

const onPaper = (paper: readonly PaperRow[]) => paper.map(({ label, value }) => `${label}: ${withoutMarks(value)}`)

function rowsOf(report: BlindReport): string[] {
  const amount = (minor: number) => toDecimalText(minor, report.currency)
  const tenderNames: Record<string, string> = { account: 'Account', card: 'Card' }
  return [
    `Sales: ${report.salesCount}`,
    ...report.tenders.flatMap(({ kind, amount: paid }) =>
      kind === 'cash' ? [] : [`${tenderNames[kind]}: ${amount(paid)}`],
    ),
    `Float: ${amount(report.floatAmount)}`,
    `Counted: ${amount(report.countedCash ?? 0)}`,
    `First receipt: ${report.firstReceipt}`,
    `Last receipt: ${report.lastReceipt}`,
  ]
}
