import { readSheet } from '#server/features/lists/spreadsheet/read-sheet.service.ts'
import { type Currency, type Minor, zero } from '#shared/kernel/money.ts'
import { statementAmount } from '../bank/statement-values.rules.ts'

/** Line of a settlement: a payment with what the gateway keeps of it. gross − fee = net. */
export interface SettlementLine {
  /** Row in the file, from 1. */
  readonly row: number
  /** Every reference that the row has: ours and the gateway's. */
  readonly references: readonly string[]
  /** Below 0 for a refund. */
  readonly gross: Minor
  readonly fee: Minor
}

export interface SettlementFile {
  readonly lines: readonly SettlementLine[]
  readonly unreadable: readonly number[]
}

const references = [
  'reference',
  'merchantreference',
  'customerreference',
  'orderreference',
  'orderid',
  'invoiceid',
  'transactionid',
  'paymentid',
  'chargeid',
]
const headings = {
  gross: ['amount', 'gross', 'grossamount', 'invoicevalue', 'transactionamount', 'المبلغ'],
  fee: ['fee', 'fees', 'charge', 'charges', 'servicecharge', 'commission', 'الرسوم'],
  net: ['net', 'netamount', 'payout', 'dueamount', 'الصافي'],
} as const

const plain = (head: string): string => head.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
const isAmong = (names: readonly string[], head: string): boolean => names.includes(plain(head))
const isKnown = (head: string): boolean =>
  isAmong(references, head) || Object.values(headings).some((names) => isAmong(names, head))

/** Reads a gateway's settlement by its headings: a reference, gross, and a fee or a net. @throws SheetRefused; undefined without them */
export function readSettlement(bytes: Uint8Array, currency: Currency): SettlementFile | undefined {
  const { rows } = readSheet(bytes, { rows: 20_000, columns: 80 }, (heads) => heads.filter(isKnown).length)
  const [head, ...rest] = rows
  const heads = head?.cells ?? []
  const at = (names: readonly string[]) => heads.findIndex((each) => isAmong(names, each))
  const [gross, fee, net] = [at(headings.gross), at(headings.fee), at(headings.net)]
  const named = heads.flatMap((each, column) => (isAmong(references, each) ? [column] : []))
  if (named.length === 0 || gross < 0 || (fee < 0 && net < 0)) return undefined
  const lines: SettlementLine[] = []
  const unreadable: number[] = []
  for (const { no, cells, damage } of rest) {
    const money = (column: number) => statementAmount(cells[column] ?? '', currency)
    const line = damage ? undefined : lineOf({ gross: money(gross), fee: money(fee), net: money(net) })
    const found = named.map((column) => cells[column]?.trim() ?? '').filter((text) => text !== '')
    if (line && found.length > 0) lines.push({ row: no, references: found, ...line })
    else unreadable.push(no)
  }
  return { lines, unreadable }
}

type Amounts = Record<'gross' | 'fee' | 'net', Minor | undefined>

/** A fee is written with either sign; where there is none it is what the net lacks. */
function lineOf({ gross, fee, net }: Amounts): Pick<SettlementLine, 'gross' | 'fee'> | undefined {
  if (gross === undefined || gross === 0) return undefined
  // A refund that the gateway kept back: it charges nothing for it, or has a row of its own for what it charges.
  if (gross < 0) return (fee ?? 0) === 0 && (net ?? gross) === gross ? { gross, fee: zero } : undefined
  const kept = fee === undefined ? (net === undefined ? undefined : gross - net) : Math.abs(fee)
  if (kept === undefined || kept < 0 || kept > gross) return undefined
  return net !== undefined && gross - kept !== net ? undefined : { gross, fee: kept as Minor }
}
