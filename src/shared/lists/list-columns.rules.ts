// chunk: desk-calls
import type { CellKind } from './spreadsheet.rules.ts'

/*
 * What the lists of the desk are taken out in, besides the list of students, which has columns of its own. Nothing of health,
 * custody, learning support or religion is among it, no number of a phone or a card, and nothing that somebody wrote down freely:
 * lists leave the house.
 */

interface Column {
  readonly kind: CellKind
  /** In characters; 16 unless said. */
  readonly width?: number
}

const moment = { kind: 'moment', width: 17 } as const
const day = { kind: 'day', width: 13 } as const
const word = { kind: 'text' } as const
const name = { kind: 'text', width: 32 } as const
const number = { kind: 'number', width: 10 } as const
const money = { kind: 'money', width: 14 } as const
const till = { kind: 'text', width: 28 } as const
/** What was sold, less what was given back. */
const figures = { gross: money, discount: money, refunded: money, net: money, tax: money, total: money } as const
const documents = { salesCount: number, refundCount: number } as const

/** By the list, its columns in their order. A column's code means the same in every list, and has one word. */
export const exportedLists = {
  record: { at: moment, act: name, details: name, by: name, about: word, subject: name },
  messages: { at: moment, message: name, state: word, child: name, reference: word, recipient: name, address: name },
  papers: {
    reference: word,
    nameEn: name,
    nameAr: name,
    grade: word,
    paper: name,
    state: word,
    since: moment,
    validUntil: day,
    promisedUntil: day,
  },
  submissions: {
    at: moment,
    reference: word,
    about: name,
    sender: name,
    form: name,
    channel: word,
    language: word,
    filesAwaited: number,
  },
  enquiries: {
    at: moment,
    reference: word,
    about: name,
    sender: name,
    grade: word,
    status: word,
    lostReason: word,
    source: word,
    nextOn: day,
    firstAnswered: moment,
    language: word,
  },
  sales: {
    at: moment,
    businessDay: day,
    kind: word,
    receiptNo: { kind: 'text', width: 22 },
    amount: money,
    drawer: money,
    paidWith: word,
    cancelled: word,
    customer: name,
    admissionNo: word,
    items: number,
    till: word,
    shift: number,
    cashier: name,
    reasons: { kind: 'text', width: 40 },
    approvedBy: name,
  },
  shifts: {
    businessDay: day,
    series: word,
    shift: number,
    tillName: name,
    openedAt: moment,
    openedBy: name,
    closedAt: moment,
    closedBy: name,
    exceptions: number,
  },
  exceptions: {
    at: moment,
    businessDay: day,
    till: word,
    shift: number,
    receiptNo: { kind: 'text', width: 22 },
    event: { kind: 'text', width: 40 },
    times: number,
    amount: money,
    reasons: { kind: 'text', width: 40 },
    approvedBy: name,
    state: word,
    conclusion: word,
    finding: { kind: 'text', width: 40 },
    closedBy: name,
    closedAt: moment,
  },
  salesByTill: {
    from: day,
    tillName: till,
    ...documents,
    ...figures,
    cash: money,
    card: money,
    account: money,
    voids: number,
    voidsTotal: money,
    noSales: number,
    topUps: money,
    paidIn: money,
    paidOut: money,
    drops: money,
    over: money,
    short: money,
  },
  salesDivided: { part: name, ...documents, pieces: number, wasted: number, ...figures, perHour: number },
  salesByShift: {
    businessDay: day,
    tillName: till,
    shift: number,
    openedAt: moment,
    openedBy: name,
    closedAt: moment,
    closedBy: name,
    ...documents,
    ...figures,
    expected: money,
    counted: money,
    difference: money,
  },
  balances: { admissionNo: word, nameEn: name, nameAr: name, class: word, state: word, balance: money },
  accountSummary: {
    admissionNo: word,
    nameEn: name,
    nameAr: name,
    class: word,
    state: word,
    opening: money,
    topUps: money,
    purchases: money,
    adjustments: money,
    transfers: money,
    payouts: money,
    closing: money,
  },
  fees: {
    admissionNo: word,
    nameEn: name,
    nameAr: name,
    grade: word,
    open: money,
    due: money,
    overdue: money,
    dueSince: day,
    held: money,
  },
  /** The columns of the import, by its codes, and whether somebody has left. */
  pupils: {
    admissionNo: word,
    nameEn: name,
    nameAr: name,
    grade: word,
    classEn: word,
    classAr: word,
    birthDate: day,
    state: word,
    leftOn: day,
  },
  people: { nameEn: name, nameAr: name, userName: name, email: name, roles: name, state: word, invitedAt: moment },
} as const satisfies Record<string, Record<string, Column>>

export type ExportedList = keyof typeof exportedLists
export type ListColumn<L extends ExportedList> = L extends ExportedList
  ? Extract<keyof (typeof exportedLists)[L], string>
  : never

/** The codes of a list's columns, in their order. */
export const listColumns = <L extends ExportedList>(list: L) =>
  Object.keys(exportedLists[list]) as [ListColumn<L>, ...ListColumn<L>[]]

/** How many rows a file takes: more is refused, so that nobody's request holds the database for minutes. */
export const maxExported = 100_000
