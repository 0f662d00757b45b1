import { addressGroup } from '#server/http/address.ts'
import type { OpenCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { dayMs } from '#shared/kernel/time.ts'
import { checkProof, spendProof } from '../bot-protection/bot-protection.service.ts'
import { refundAttempts, type Subject, takeAttempts } from '../sessions/attempts.service.ts'

/** Whose limits are counted, and for which caller; the installation has its own id in place of a school's. */
export type LimitCtx = Pick<OpenCtx, 'deps' | 'address'> & { readonly school: Pick<OpenCtx['school'], 'schoolId'> }

/** A whole school may share one network address on an open day. */
const mailsFromHere = (ctx: OpenCtx): Subject => ({ kind: 'mail-address', value: addressGroup(ctx.address), limit: 60 })

/** What an email is asked for. Each is counted by itself: news for an address close nothing else for it. */
type MailPurpose = 'news' | 'draft' | AccountMail
/** One that confirms an account, and one that lets somebody back in. */
type AccountMail = 'account' | 'recovery'

/** Limits per recipient, so that no mailbox is flooded. */
const mailsTo = (value: string, [limit, ofDay] = [6, 20]): Subject[] => [
  { kind: 'mail-target', value, limit },
  { kind: 'mail-target-day', value, limit: ofDay, windowMs: dayMs },
]

/**
 * Counts an email before any look-up, by what was typed: the same limits for addresses with and without an account.
 * @throws AppError auth.too-many-mails
 */
export async function limitMail(ctx: OpenCtx, purpose: Exclude<MailPurpose, AccountMail>, key: string): Promise<void> {
  const waitMs = await ctx.tenant((tx) => take(tx, ctx, [mailsFromHere(ctx), ...mailsTo(`${purpose}\n${key}`)]))
  if (waitMs > 0) throw new AppError('auth.too-many-mails', { retryAfterMs: waitMs })
}

/**
 * Counts an email to the owner of an account, by recipient and asking address: strangers elsewhere close nothing. Where they
 * have asked for many, or many ask from this address, a solved challenge buys the email.
 * @throws AppError auth.too-many-mails, robots.proof-needed, robots.proof-refused
 */
export async function limitAccountMail(
  ctx: OpenCtx,
  purpose: AccountMail,
  key: string,
  proof: string | undefined,
): Promise<void> {
  const target = `${purpose}\n${key}`
  const own = mailsTo(`${target}\n${addressGroup(ctx.address)}`)
  const shared = [mailsFromHere(ctx), ...mailsTo(target, [12, 40])]
  const refused = await takeOrPay(ctx, { own, shared, proof, tooMany: 'auth.too-many-mails' })
  if (refused) throw refused
}

interface Payable {
  /** Limits that no challenge lifts. */
  own: readonly Subject[]
  /** Limits that others can use up. */
  shared: readonly Subject[]
  proof: string | undefined
  tooMany: 'auth.too-many-mails' | 'auth.too-many-attempts'
}

/**
 * Takes an attempt from both kinds of limits, or pays for the shared ones. A refusal is returned, with its counts committed.
 * @throws AppError robots.proof-refused
 */
export async function takeOrPay(ctx: OpenCtx, asked: Payable): Promise<AppError | undefined> {
  const { schoolId } = ctx.school
  const checked = asked.proof === undefined ? undefined : await checkProof(ctx, asked.proof)
  return ctx.tenant(async (tx) => {
    const ownMs = await take(tx, ctx, asked.own)
    if (ownMs > 0) return new AppError(asked.tooMany, { retryAfterMs: ownMs })
    const sharedMs = await take(tx, ctx, asked.shared)
    if (sharedMs === 0) return undefined
    if (checked) {
      await spendProof(tx, ctx, checked)
      return undefined
    }
    await refundAttempts(tx, schoolId, asked.own)
    return new AppError('robots.proof-needed', { retryAfterMs: sharedMs })
  })
}

/** Limits attempts at codes and links, and calls that make the server hash passwords. */
export const limitProof = (tx: Tx, ctx: LimitCtx): Promise<number> => take(tx, ctx, [proofsFromHere(ctx)])

/**
 * Counts an attempt to name a secret, and looks for what it names. What was found was no guess and does not count: many
 * families may stand behind one address. For secrets that can be guessed; tokens of links are looked up first.
 * @returns how long to wait in milliseconds where there were too many; then nothing is looked for
 */
export async function countGuesses<T>(
  tx: Tx,
  ctx: OpenCtx,
  find: () => Promise<T | undefined>,
): Promise<{ waitMs: number; found: T | undefined }> {
  const waitMs = await limitProof(tx, ctx)
  if (waitMs > 0) return { waitMs, found: undefined }
  const found = await find()
  if (found !== undefined) await refundAttempts(tx, ctx.school.schoolId, [proofsFromHere(ctx)])
  return { waitMs, found }
}

const proofsFromHere = (ctx: LimitCtx): Subject => ({
  kind: 'proof-address',
  value: addressGroup(ctx.address),
  limit: 300,
})

/** Typing is saved at most four times a minute: enough for several devices at one link, too few for a script. */
export const limitLinkSave = (tx: Tx, ctx: LimitCtx, linkId: string): Promise<number> =>
  take(tx, ctx, [{ kind: 'link-saves', value: linkId, limit: 240 }])

/**
 * Limits guesses at one account's codes over a day, across all pages that ask for codes: some thirty of a million from one
 * address, so that a stranger elsewhere does not use up the owner's, and some two hundred from all.
 */
export const limitGuess = (tx: Tx, ctx: OpenCtx, key: string): Promise<number> =>
  take(tx, ctx, [
    { kind: 'code-target-day', value: `${key}\n${addressGroup(ctx.address)}`, limit: 30, windowMs: dayMs },
    { kind: 'code-target-day', value: key, limit: 200, windowMs: dayMs },
  ])

/** A right link of an account makes the server hash a password: so often for one link. */
export const limitLinkUse = (tx: Tx, ctx: LimitCtx, tokenHash: string): Promise<number> =>
  take(tx, ctx, [{ kind: 'link-uses', value: tokenHash, limit: 30 }])

const take = (tx: Tx, { school, deps }: LimitCtx, subjects: readonly Subject[]) =>
  takeAttempts(tx, school.schoolId, subjects, deps.clock.nowMs())
