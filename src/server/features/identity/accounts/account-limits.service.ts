import { addressGroup } from '#server/http/address.ts'
import type { OpenCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { dayMs } from '#shared/kernel/time.ts'
import { refundAttempts, type Subject, takeAttempts } from '../sessions/attempts.service.ts'

/** A whole school may share one network address on an open day. */
const mailsFromHere = (ctx: OpenCtx): Subject => ({ kind: 'mail-address', value: addressGroup(ctx.address), limit: 60 })

/** Limits per recipient, so that no mailbox is flooded from here. */
const mailsTo = (key: string): Subject[] => [
  { kind: 'mail-target', value: key, limit: 6 },
  { kind: 'mail-target-day', value: key, limit: 20, windowMs: dayMs },
]

/**
 * Counts an email before any look-up, by what was typed: the same limits for addresses with and without an account.
 * @throws AppError auth.too-many-mails
 */
export async function limitMail(ctx: OpenCtx, key: string): Promise<void> {
  const waitMs = await ctx.tenant((tx) => take(tx, ctx, [mailsFromHere(ctx), ...mailsTo(key)]))
  if (waitMs > 0) throw new AppError('auth.too-many-mails', { retryAfterMs: waitMs })
}

/** Limits attempts at codes and links, and calls that make the server hash passwords. */
export const limitProof = (tx: Tx, ctx: OpenCtx): Promise<number> => take(tx, ctx, [proofsFromHere(ctx)])

/**
 * Counts an attempt to name a secret, and looks for what it names. What was found was no guess and does not count: many
 * families may stand behind one address. @param isCostly counts it all the same
 * @returns how long to wait in milliseconds where there were too many; then nothing is looked for
 */
export async function countGuesses<T>(
  tx: Tx,
  ctx: OpenCtx,
  find: () => Promise<T | undefined>,
  { isCostly = false }: { isCostly?: boolean } = {},
): Promise<{ waitMs: number; found: T | undefined }> {
  const waitMs = await limitProof(tx, ctx)
  if (waitMs > 0) return { waitMs, found: undefined }
  const found = await find()
  if (found !== undefined && !isCostly) await refundAttempts(tx, ctx.school.schoolId, [proofsFromHere(ctx)])
  return { waitMs, found }
}

const proofsFromHere = (ctx: OpenCtx): Subject => ({
  kind: 'proof-address',
  value: addressGroup(ctx.address),
  limit: 300,
})

/** Typing is saved at most four times a minute: enough for several devices at one link, too few for a script. */
export const limitLinkSave = (tx: Tx, ctx: OpenCtx, linkId: string): Promise<number> =>
  take(tx, ctx, [{ kind: 'link-saves', value: linkId, limit: 240 }])

/** Limits guesses at one account's codes over a day, across all pages that ask for codes: some thirty of a million. */
export const limitGuess = (tx: Tx, ctx: OpenCtx, key: string): Promise<number> =>
  take(tx, ctx, [{ kind: 'code-target-day', value: key, limit: 30, windowMs: dayMs }])

const take = (tx: Tx, { school, deps }: OpenCtx, subjects: readonly Subject[]) =>
  takeAttempts(tx, school.schoolId, subjects, deps.clock.nowMs())
