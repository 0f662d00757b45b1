import { z } from 'zod'
import { endpoint } from '#shared/kernel/endpoint.ts'
import { Currency, Day, Minor, OpId, Uuid } from '#shared/kernel/fields.ts'
import { PayerName, WishedAllocation } from '../fee-values.contract.ts'

export const bankLineStates = [
  /** Its payer is certain: it is booked, or will be in a moment. */
  'matched',
  /** A person decides whose money it is, or whether it was recorded already. */
  'doubtful',
  /** Money that left, or that a person set aside: not for fees. */
  'ignored',
] as const
export type BankLineState = (typeof bankLineStates)[number]

/** How the payer of a line was found. */
export const bankMatches = ['code', 'child', 'person'] as const

export const statementFormats = ['csv', 'mt940', 'camt053'] as const

export const statementProblems = ['date', 'amount', 'currency', 'damaged'] as const

/** Largest statement file, in bytes. */
export const maxStatementBytes = 4 * 1024 * 1024

/** Transfer that was recorded at the desk, and may be the money of a line. */
export const LinePayment = z.object({
  paymentId: Uuid,
  payerId: Uuid,
  receivedOn: Day,
  reference: z.string(),
})

export const BankLine = z.object({
  lineId: Uuid,
  account: z.string(),
  bookedOn: Day,
  /** Below 0 for money that left. */
  amount: Minor,
  currency: Currency,
  text: z.string(),
  reference: z.string(),
  state: z.enum(bankLineStates),
  matchedBy: z.enum(bankMatches).nullable(),
  payer: PayerName.nullable(),
  candidates: z.array(PayerName),
  /** Transfers of the candidates that no line is linked to, of this amount and within ten days: link, rather than book twice. */
  payments: z.array(LinePayment),
  /** Payment in the ledger; null until it is booked. */
  paymentId: Uuid.nullable(),
})
export type BankLine = z.infer<typeof BankLine>

/**
 * Imports a bank statement: CSV or workbook, MT940 or CAMT.053. A line that is there already, from this file or another, is left alone.
 * Lines with a certain payer are booked after the answer; how far that is says `bankImports`.
 * @throws AppError access.denied, request.invalid, fees.statement-unreadable
 */
export const importStatement = endpoint({
  method: 'post',
  path: '/fees/bank_import',
  audience: 'session',
  body: z.object({
    importId: OpId,
    /** Name or number of the school's account, the same for each of its files. */
    account: z.string().trim().min(1).max(60),
    data: z.base64().max(Math.ceil(maxStatementBytes / 3) * 4),
  }),
  reply: z.object({
    format: z.enum(statementFormats),
    lines: z.int(),
    /** Lines that were there already. */
    known: z.int(),
    matched: z.int(),
    doubtful: z.int(),
    ignored: z.int(),
    /** Lines that were not read, by their number in the file; the first 200. */
    problems: z.array(z.object({ line: z.int(), problem: z.enum(statementProblems) })),
  }),
  bodyLimit: Math.ceil(maxStatementBytes / 3) * 4 + 64 * 1024,
})

/**
 * Lists the lines of a state, the latest first, 100 in a page; money that left is not listed. `text` is looked for in the texts and the
 * reference of a line and in the names and the code of its payer; `counts` are of all lines. @throws AppError access.denied
 */
export const bankLines = endpoint({
  method: 'get',
  path: '/fees/bank_lines',
  audience: 'session',
  body: z.object({
    lineState: z.enum(bankLineStates).default('doubtful'),
    text: z.string().trim().max(100).default(''),
    account: z.string().trim().max(60).default(''),
    /** Last line of the page before. */
    after: Uuid.optional(),
  }),
  reply: z.object({
    lines: z.array(BankLine),
    /** Last line of this page where there are more; null after the last. */
    next: Uuid.nullable(),
    counts: z.record(z.enum(bankLineStates), z.int()),
  }),
})

/**
 * Decides whose money a line is, and books it, or links it to a payment that was recorded already; without a payer it is set aside as
 * not for fees. A line set aside may be decided again. A line that is matched is moved, where the caller says whose it is now: its
 * payment is taken back. A line is not booked while its payer has a transfer of this amount that no line is linked to, unless the
 * caller says that it is another payment. @throws AppError access.denied, request.not-found, request.invalid (money that left, or a
 * payment of another payer, amount or kind), fees.line-decided, fees.line-recorded
 */
export const decideBankLine = endpoint({
  method: 'post',
  path: '/fees/bank_decide',
  audience: 'session',
  body: z.object({
    lineId: Uuid,
    payerId: Uuid.nullable(),
    /** Payment to link the line to, of this payer. */
    paymentId: Uuid.nullable().default(null),
    /** The line is another payment than the transfers that are recorded already. */
    isAnother: z.boolean().default(false),
    /** Payer to whom the line is matched, as the caller has seen it; for a line that is to be moved. */
    movedFrom: Uuid.nullable().default(null),
    wished: z.array(WishedAllocation).max(60).default([]),
  }),
  reply: z.object({ line: BankLine }),
})

/**
 * Lists the transfers of a payer that a line may be linked to: of its amount, within ten days, and without a line.
 * @throws AppError access.denied, request.not-found
 */
export const bankLineTransfers = endpoint({
  method: 'get',
  path: '/fees/bank_transfers',
  audience: 'session',
  body: z.object({ lineId: Uuid, payerId: Uuid }),
  reply: z.object({ payments: z.array(LinePayment) }),
})
