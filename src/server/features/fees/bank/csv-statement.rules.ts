import { readSheet } from '#server/features/lists/spreadsheet/read-sheet.service.ts'
import { minor } from '#shared/kernel/money.ts'
import {
  maxStatementText,
  type Statement,
  type StatementFault,
  type StatementLine,
  type StatementSettings,
} from './statement.types.ts'
import { statementAmount, statementDay, statementText } from './statement-values.rules.ts'

/** Headings as banks of the region write them, in both languages; compared in lower case without signs. */
const headings = {
  date: [
    'date',
    'transactiondate',
    'txndate',
    'bookingdate',
    'postingdate',
    'postdate',
    'valuedate',
    'تاريخ',
    'التاريخ',
    'تاريخالعملية',
    'تاريخالحركة',
  ],
  amount: ['amount', 'transactionamount', 'txnamount', 'المبلغ', 'مبلغالعملية'],
  credit: ['credit', 'creditamount', 'credits', 'deposit', 'deposits', 'cr', 'دائن', 'إيداع', 'ايداع'],
  debit: ['debit', 'debitamount', 'debits', 'withdrawal', 'withdrawals', 'dr', 'مدين', 'سحب'],
  text: [
    'description',
    'narration',
    'narrative',
    'details',
    'transactiondetails',
    'particulars',
    'remarks',
    'البيان',
    'الوصف',
    'التفاصيل',
  ],
  reference: [
    'reference',
    'ref',
    'referenceno',
    'referencenumber',
    'transactionreference',
    'refno',
    'المرجع',
    'رقمالمرجع',
  ],
  currency: ['currency', 'ccy', 'العملة'],
  mark: [
    'drcr',
    'crdr',
    'dc',
    'cd',
    'debitcredit',
    'creditdebit',
    'drcrindicator',
    'crdrindicator',
    'debitcreditindicator',
    'creditdebitindicator',
    'مديندائن',
    'دائنمدين',
  ],
  /** Often the kind of a transaction, in some banks the mark. */
  kind: ['type', 'transactiontype', 'txntype', 'sign', 'indicator', 'النوع', 'نوعالحركة', 'نوعالعملية'],
} as const
type Heading = keyof typeof headings

const plainHead = (head: string): string => head.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
const headingOf = (head: string): Heading | undefined =>
  (Object.keys(headings) as Heading[]).find((heading) =>
    (headings[heading] as readonly string[]).includes(plainHead(head)),
  )

const knownHeads = (heads: readonly string[]): number => new Set(heads.map(headingOf).filter(Boolean)).size

/** Lines of a bank before the headings. */
const maxPreamble = 40

/** Returns the file from its line of headings on; banks put the account and the period before it. */
function withoutPreamble(bytes: Uint8Array): { bytes: Uint8Array; skipped: number } {
  let from = 0
  for (let line = 0; line < maxPreamble && from < bytes.length; line += 1) {
    const end = bytes.indexOf(0x0a, from)
    const text = new TextDecoder().decode(bytes.subarray(from, end < 0 ? bytes.length : end))
    const heads = text.split(/[,;\t]/).map((cell) => headingOf(cell.replaceAll('"', '')))
    if (heads.includes('date') && new Set(heads).size > 2) return { bytes: bytes.subarray(from), skipped: line }
    if (end < 0) break
    from = end + 1
  }
  return { bytes, skipped: 0 }
}

const outMarks = ['d', 'dr', 'dbit', 'debit', 'db', 'withdrawal', 'مدين', 'سحب', 'م']
const inMarks = ['c', 'cr', 'crdt', 'credit', 'deposit', 'دائن', 'إيداع', 'ايداع', 'د']

/** Returns which way money went by a mark beside its amount; undefined for a mark that is none. */
function directionOf(mark: string): 'in' | 'out' | undefined {
  if (outMarks.includes(plainHead(mark))) return 'out'
  return inMarks.includes(plainHead(mark)) ? 'in' : undefined
}

const maxLines = 20_000

/**
 * Reads a statement as CSV or workbook by its headings: a date, a text, and an amount or a credit and a debit.
 * @throws SheetRefused; undefined when headings are missing
 */
export function readCsvStatement(file: Uint8Array, settings: StatementSettings): Statement | undefined {
  const { bytes, skipped } = withoutPreamble(file)
  const { rows } = readSheet(bytes, { rows: maxLines, columns: 60 }, knownHeads)
  const [head, ...rest] = rows
  const columns = new Map<Heading, number>()
  for (const [at, cell] of (head?.cells ?? []).entries()) {
    const heading = headingOf(cell)
    if (heading && !columns.has(heading)) columns.set(heading, at)
  }
  const hasMoney = columns.has('amount') || columns.has('credit')
  if (!columns.has('date') || !hasMoney || !columns.has('text')) return undefined
  const lines: StatementLine[] = []
  const faults: { line: number; fault: StatementFault }[] = []
  for (const { no, cells, damage } of rest) {
    const read = damage ? 'damaged' : readLine(cells, columns, settings)
    if (read === undefined) continue
    if (typeof read === 'string') faults.push({ line: no + skipped, fault: read })
    else lines.push(read)
  }
  return { format: 'csv', lines, faults }
}

function readLine(
  cells: readonly string[],
  columns: ReadonlyMap<Heading, number>,
  { currency }: StatementSettings,
): StatementLine | StatementFault | undefined {
  const cell = (heading: Heading): string => cells[columns.get(heading) ?? -1]?.trim() ?? ''
  const money = ['amount', 'credit', 'debit'].map((heading) => cell(heading as Heading))
  // A line of totals or of a balance has no date and no amount.
  if (money.every((text) => text === '')) return undefined
  const bookedOn = statementDay(cell('date'))
  if (!bookedOn) return 'date'
  const named = cell('currency').toUpperCase()
  if (named !== '' && named !== currency) return 'currency'
  const [amount, credit, debit] = money.map((text) => (text === '' ? minor(0) : statementAmount(text, currency)))
  if (amount === undefined || credit === undefined || debit === undefined) return 'amount'
  const isOne = columns.has('amount') && cell('amount') !== ''
  const direction = directionOf(cell('mark')) ?? directionOf(cell('kind'))
  const signed = direction === 'out' ? minor(-Math.abs(amount)) : amount
  const sum = isOne ? signed : minor(credit - Math.abs(debit))
  const text = statementText(cell('text'), maxStatementText)
  const isUncertain = isOne && columns.has('mark') && direction === undefined
  const read = { bookedOn, amount: sum, text, reference: statementText(cell('reference'), 80) }
  return sum === 0 ? undefined : isUncertain ? { ...read, isUncertain } : read
}
