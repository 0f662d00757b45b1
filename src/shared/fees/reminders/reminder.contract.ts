import { z } from 'zod'
import { Colleague } from '#shared/identity/colleague.contract.ts'
import { endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { Currency, Day, DayInput, Instant, Int4, Language, Minor, OpId, Uuid } from '#shared/kernel/fields.ts'
import { FeeChild, FeeNumber, PayerName } from '../fee-values.contract.ts'
import { consequences } from '../regulator/fee-pack.types.ts'
import { holdReasons, reminderStops } from './reminder.rules.ts'

/** A hold that stops reminders. */
export const FeeHold = z.object({
  holdId: Uuid,
  payer: PayerName,
  /** Null for everything that the payer owes. */
  chargeId: Uuid.nullable(),
  reason: z.enum(holdReasons),
  /** Last day of it; null until somebody ends it. */
  until: Day.nullable(),
  note: z.string(),
  by: Colleague,
  at: Instant,
})
export type FeeHold = z.infer<typeof FeeHold>

/** A reminder that was sent. */
export const FeeNotice = z.object({
  noticeId: Uuid,
  payer: PayerName,
  level: z.int(),
  open: Minor,
  chargeIds: z.array(Uuid),
  language: Language,
  sentOn: Day,
  at: Instant,
  /** Null where it left by itself. */
  by: Colleague.nullable(),
  delivery: z.enum(['queued', 'sent', 'failed']).nullable(),
})
export type FeeNotice = z.infer<typeof FeeNotice>

/** What the regulator lets follow from unpaid fees, with the notices that it still needs. */
export const FeeConsequence = z.object({
  consequence: z.enum(consequences),
  maxDays: z.int().nullable(),
  noticesMissing: z.int(),
  /** First day on which it, or the next notice, is allowed. */
  from: Day.nullable(),
})
export type FeeConsequence = z.infer<typeof FeeConsequence>

/** A payer with something due: the reminder that would leave today, or why none does. */
export const ReminderLine = z.object({
  payer: PayerName,
  children: z.array(FeeChild),
  /** Due before today and open, in minor units. */
  open: Minor,
  firstDueOn: Day,
  /** Null where none leaves. */
  level: z.int().nullable(),
  stop: z.enum(reminderStops).nullable(),
  /** Reminders about what is open, and the day of the last. */
  sent: z.int(),
  lastOn: Day.nullable(),
  /** Whether an item of them is on hold by itself. */
  holds: z.array(FeeHold),
})
export type ReminderLine = z.infer<typeof ReminderLine>

export const ReminderList = z.object({
  today: Day,
  currency: Currency,
  /** Whether due reminders leave by themselves. */
  isAutomatic: z.boolean(),
  levels: z.array(z.object({ daysAfterDue: z.int(), daysAfterLast: z.int() })),
  /** Those that leave first, then by what is due; 500 at most. */
  lines: z.array(ReminderLine),
  count: z.int(),
  /** How many would be reminded now, of all. */
  due: z.int(),
})
export type ReminderList = z.infer<typeof ReminderList>

/** Lists who would be reminded today, and who would not and why. Nothing is sent. @throws AppError access.denied */
export const feeReminders = endpoint({
  method: 'get',
  path: '/fees/reminders',
  audience: 'session',
  body: Nothing,
  reply: ReminderList,
})

/**
 * Sends the reminders that are due now, each by the rules as they are when it is sent; to these payers, or to all.
 * @throws AppError access.denied
 */
export const sendReminders = endpoint({
  method: 'post',
  path: '/fees/reminders_send',
  audience: 'session',
  body: z.object({ payerIds: z.array(Uuid).max(500).nullable() }),
  reply: z.object({ sent: z.int(), failed: z.int() }),
})

/** Switches whether due reminders leave by themselves. @throws AppError access.denied */
export const automateReminders = endpoint({
  method: 'post',
  path: '/fees/reminders_automate',
  audience: 'session',
  body: z.object({ isAutomatic: z.boolean() }),
  reply: z.object({ isAutomatic: z.boolean() }),
})

/** Stops reminders of a payer or an item. Once for each id. @throws AppError access.denied, request.not-found, request.invalid */
export const holdReminders = endpoint({
  method: 'post',
  path: '/fees/hold',
  audience: 'session',
  body: z.object({
    opId: OpId,
    payerId: Uuid,
    chargeId: Uuid.nullable().default(null),
    holdReason: z.enum(holdReasons),
    /** A promise has a last day. */
    holdUntil: DayInput.nullable().default(null),
    note: z.string().trim().max(300).default(''),
  }),
  reply: z.object({ hold: FeeHold }),
})

/** Ends a hold: reminders go on. @throws AppError access.denied, request.not-found */
export const endHold = endpoint({
  method: 'post',
  path: '/fees/hold_end',
  audience: 'session',
  body: z.object({ holdId: Uuid }),
  reply: Nothing,
})

/** Reads the reminders, the holds and what may follow of those who pay for a child. @throws AppError access.denied, request.not-found */
export const childNotices = endpoint({
  method: 'get',
  path: '/fees/notices',
  audience: 'session',
  body: z.object({ number: FeeNumber }),
  reply: z.object({
    today: Day,
    notices: z.array(FeeNotice),
    holds: z.array(FeeHold),
    /** Of each payer with something due; `level` and `stop` as in the list. */
    payers: z.array(
      z.object({
        payer: PayerName,
        open: Minor,
        level: Int4.nullable(),
        stop: z.enum(reminderStops).nullable(),
        consequences: z.array(FeeConsequence),
      }),
    ),
  }),
})
