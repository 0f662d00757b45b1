import type { CashRequest, PendingCash } from '#local/admissions/desk-work.types.ts'
import type { FeeCashRequest, PendingFeeCash } from '#shared/fees/fee-cash.types.ts'
import type { PendingTopUp, TopUpRequest } from '#shared/pos/top-ups/desk-top-up.types.ts'
import { ownDesk, showDesk } from './desk-outbox.ts'

/** Resolves once it is on this device for good, with the number of its receipt; it is sent at once, or when somebody answers. */
export async function takeAtDesk(asked: CashRequest): Promise<PendingCash> {
  const mine = await ownDesk()
  const kept = await mine.desk.takeCash(asked)
  await showDesk(mine)
  return kept
}

/** Resolves once cash for fees is on this device for good, with the number of its receipt. */
export async function takeFeesAtDesk(asked: FeeCashRequest): Promise<PendingFeeCash> {
  const mine = await ownDesk()
  const kept = await mine.desk.takeFeeCash(asked)
  await showDesk(mine)
  return kept
}

/** Resolves once cash for a pupil's account is on this device for good, with the number of its receipt. */
export async function takeTopUpAtDesk(asked: TopUpRequest): Promise<PendingTopUp> {
  const mine = await ownDesk()
  const kept = await mine.desk.takeTopUp(asked)
  await showDesk(mine)
  return kept
}

/** Keeps a print of a receipt on this device. @returns the ids of all that the server has not heard of, the latest last */
export const keepPrintHere = async (paper: string) => (await ownDesk()).desk.keepPrint(paper)

/** Forgets prints that the server has heard of. */
export const forgetPrintsHere = async (paper: string, told: readonly string[]) =>
  (await ownDesk()).desk.forgetPrints(paper, told)

/** How many receipts of the person who is signed in wait here to be booked. */
export async function countUnbooked(): Promise<number> {
  const { desk } = await ownDesk()
  const kept = [...(await desk.cash()), ...(await desk.feeCash()), ...(await desk.topUps())]
  return kept.filter(({ receipt }) => receipt === null).length
}
