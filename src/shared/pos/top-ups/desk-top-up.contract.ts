import { z } from 'zod'
import { endpoint } from '#shared/kernel/endpoint.ts'
import { Currency, CustomerId, InstantInput, Minor, OpId } from '#shared/kernel/fields.ts'
import { AccountMovement } from '../account-money.contract.ts'
import { maxTopUp } from './top-up.rules.ts'

/*
 * Cash that a desk takes for an account, with and without a network: the operation `account.topUp` of the person's outbox. It has
 * happened when it is sent: the server books it whatever the school bounds by then.
 */

/** Cash for an account as it was taken. The same again is the same receipt. */
export const DeskTopUp = z.object({
  /** Made where the money was taken, once for each. */
  opId: OpId,
  customerId: CustomerId,
  amount: Minor.refine((minor) => minor > 0 && minor <= maxTopUp),
  currency: Currency,
  /** Number of the receipt that the family got at once. */
  provisional: z.string().regex(/^P-[2-9FKMRW]{6}-\d{4,9}$/),
  /** By the clock of the device: one that is fast makes it no later than now. */
  takenAt: InstantInput,
})
export type DeskTopUp = z.infer<typeof DeskTopUp>

/**
 * Books cash on an account and in the cashbook of who took it, once for each `opId`, under a number of the account documents. It is
 * not refused for the school's bounds of top-ups: the desk checks them when it takes the money.
 * @throws AppError access.denied, request.not-found (no such account), request.invalid (another currency; the id is another's, or of
 * something else)
 */
export const takeDeskTopUp = endpoint({
  method: 'post',
  path: '/accounts/money/cash',
  audience: 'session',
  body: DeskTopUp,
  reply: z.object({ movement: AccountMovement }),
})
