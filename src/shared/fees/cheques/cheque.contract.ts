import { z } from 'zod'
import { endpoint } from '#shared/kernel/endpoint.ts'
import { Currency, Day, DayInput, Instant, Minor, OpId, Uuid } from '#shared/kernel/fields.ts'
import { ComponentName, FeeAmount, PayerName, WishedAllocation } from '../fee-values.contract.ts'
import { chequeActs, chequeStates } from './cheque.rules.ts'

/** A number as it stands on a cheque: its spaces and signs make no difference. */
const ChequeNumber = z
  .string()
  .trim()
  .min(1)
  .max(40)
  .regex(/^[\p{L}\p{N} ./-]+$/u)

export const FeeCheque = z.object({
  chequeId: Uuid,
  payer: PayerName,
  studentId: Uuid.nullable(),
  bank: z.string(),
  account: z.string(),
  number: z.string(),
  amount: Minor,
  currency: Currency,
  receivedOn: Day,
  datedOn: Day,
  state: z.enum(chequeStates),
  /** Part that the bank has paid. */
  cleared: Minor,
  /** Day of its last event. */
  lastOn: Day,
  /** What may be done with it now. */
  acts: z.array(z.enum(chequeActs)),
  /** Payment in the ledger, with its receipt; of a cheque deposited again the latest. */
  paymentId: Uuid,
})
export type FeeCheque = z.infer<typeof FeeCheque>

export const FeeChequeEvent = z.object({
  eventId: Uuid,
  act: z.enum([...chequeActs, 'receive']),
  on: Day,
  state: z.enum(chequeStates),
  amount: Minor.nullable(),
  note: z.string(),
  at: Instant,
})

/**
 * Takes a cheque, with a receipt that says "subject to clearing". Sent again it is the same.
 * @throws AppError access.denied, request.not-found, request.invalid, fees.cheque-known
 */
export const receiveCheque = endpoint({
  method: 'post',
  path: '/fees/cheque',
  audience: 'session',
  body: z.object({
    chequeId: OpId,
    payerId: Uuid,
    studentId: Uuid.nullable().default(null),
    bank: z.string().trim().min(1).max(80),
    /** Account that it is drawn on. */
    account: ChequeNumber,
    number: ChequeNumber,
    amount: FeeAmount,
    receivedOn: DayInput,
    datedOn: DayInput,
    wished: z.array(WishedAllocation).max(60).default([]),
  }),
  reply: z.object({ cheque: FeeCheque }),
})

/**
 * Moves a cheque on: to the bank, cleared, bounced, given back. Once for each `opId`.
 * @throws AppError access.denied, request.not-found, request.invalid (a day to come, an amount), fees.cheque-early, fees.cheque-step
 */
export const moveCheque = endpoint({
  method: 'post',
  path: '/fees/cheque_move',
  audience: 'session',
  body: z.object({
    opId: OpId,
    chequeId: Uuid,
    step: z.enum(chequeActs),
    movedOn: DayInput,
    /** Of `part-clear`: what the bank has paid. */
    clearedAmount: FeeAmount.optional(),
    note: z.string().trim().max(200).default(''),
  }),
  reply: z.object({ cheque: FeeCheque }),
})

/** Fee for a cheque that bounces, without tax. */
export const ChequeFee = z.object({ component: ComponentName, amount: Minor })
export type ChequeFee = z.infer<typeof ChequeFee>

/** Sums of promised cheques; each cheque counts once. */
export const ChequeAges = z.object({ due: Minor, postDated: Minor, atBank: Minor })

/** Sums of promised cheques by the date on them, all there are; `weekStartsOn` is the first day of the school's week, 0 for Sunday. */
export const ChequeCalendar = z.object({
  weekStartsOn: z.int().min(0).max(6),
  days: z.array(z.object({ on: Day, count: z.int(), amount: Minor })),
})

/**
 * Lists cheques by the date on them: those of a payer, or of the school between two days. `toReturn` are those to give back, since
 * nothing is owed that they are for. @throws AppError access.denied
 */
export const feeCheques = endpoint({
  method: 'get',
  path: '/fees/cheques',
  audience: 'session',
  body: z.object({ payerId: Uuid.optional(), datedFrom: DayInput.optional(), datedUntil: DayInput.optional() }),
  reply: z.object({
    cheques: z.array(FeeCheque),
    ages: ChequeAges,
    calendar: ChequeCalendar.default({ weekStartsOn: 0, days: [] }),
    toReturn: z.array(Uuid),
    /** What a payer is charged when a cheque bounces, without tax; null where nothing is. */
    bounceFee: ChequeFee.nullable().default(null),
    today: Day,
    currency: Currency,
  }),
})

/** Reads what was done with a cheque, the earliest first. @throws AppError access.denied, request.not-found */
export const feeChequeEvents = endpoint({
  method: 'get',
  path: '/fees/cheque_events',
  audience: 'session',
  body: z.object({ chequeId: Uuid }),
  reply: z.object({ events: z.array(FeeChequeEvent) }),
})
