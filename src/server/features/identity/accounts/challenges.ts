import { and, eq, gt, inArray, isNull, lt, lte, sql } from 'drizzle-orm'
import type { OpenCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { createToken, hashToken } from '#server/kernel/tokens.ts'
import type { CodeSent } from '#shared/identity/account.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'
import { type Random, type UserId } from '#shared/kernel/ids.ts'
import { dayMs, fromInstant, minuteMs, toInstant } from '#shared/kernel/time.ts'
import type { Registered } from '../sessions/accounts.service.ts'
import { accountChallenges, type MailedCode } from './account.table.ts'

export type ChallengePurpose = typeof accountChallenges.$inferSelect.purpose

export const codeMinutes = 15
const maxTries = 5
const maxSends = 4
/** Wait before the second email, doubling with each further one. */
const firstWaitMs = 30_000
const waitAfter = (sends: number) => firstWaitMs * 2 ** (sends - 1)

export interface Challenge {
  readonly ticket: string
  readonly subject: string
  readonly registered: Registered | null
}

/** State of a code request, as sent to the waiting page. */
export interface Waiting extends Pick<CodeSent, 'ticket' | 'resendAfterMs' | 'expiresAt'> {}

const hashOf = (ticket: string, code: string) => sha256Hex(`${ticket}\n${code}`)

const findActive = (schoolId: string, ticket: string, purpose: ChallengePurpose, nowMs: number) =>
  and(
    eq(accountChallenges.schoolId, schoolId),
    eq(accountChallenges.ticketHash, hashToken(ticket)),
    eq(accountChallenges.purpose, purpose),
    isNull(accountChallenges.usedAt),
    gt(accountChallenges.expiresAt, toInstant(nowMs)),
  )

/** Creates a code request, without codes: `addCodes` adds them for existing accounts. */
export async function openChallenge(
  tx: Tx,
  { deps, school: { schoolId } }: OpenCtx,
  purpose: ChallengePurpose,
  subject: string,
  registered: Registered | null = null,
): Promise<Challenge & Waiting> {
  const nowMs = deps.clock.nowMs()
  const { token: ticket, tokenHash: ticketHash } = createToken(deps.random)
  const waiting = { resendAfterMs: waitAfter(1), expiresAt: toInstant(nowMs + codeMinutes * minuteMs) }
  await tx.insert(accountChallenges).values({
    schoolId,
    ticketHash,
    purpose,
    subject,
    registered,
    codes: [],
    sends: 1,
    nextSendAt: toInstant(nowMs + waiting.resendAfterMs),
    expiresAt: waiting.expiresAt,
  })
  await clearOver(tx, schoolId, nowMs)
  return { ticket, subject, registered, ...waiting }
}

/** Returns the subject a page waits for, ignoring its own claim; undefined when the request has expired. */
export async function subjectOf(
  tx: Tx,
  { deps, school: { schoolId } }: OpenCtx,
  purpose: ChallengePurpose,
  ticket: string,
): Promise<string | undefined> {
  const [found] = await tx
    .select({ subject: accountChallenges.subject })
    .from(accountChallenges)
    .where(findActive(schoolId, ticket, purpose, deps.clock.nowMs()))
  return found?.subject
}

/**
 * Requests another email for a waiting page: earlier codes stay valid, since emails overtake each other. Undefined when the
 * request has expired. @throws AppError auth.resend-too-soon, auth.too-many-mails
 */
export async function renewChallenge(
  tx: Tx,
  { deps, school: { schoolId } }: OpenCtx,
  purpose: ChallengePurpose,
  ticket: string,
): Promise<(Challenge & Waiting) | undefined> {
  const nowMs = deps.clock.nowMs()
  const [found] = await tx
    .select()
    .from(accountChallenges)
    .where(and(findActive(schoolId, ticket, purpose, nowMs), lt(accountChallenges.tries, maxTries)))
    .for('update')
  if (!found) return undefined
  const tooSoonMs = fromInstant(found.nextSendAt) - nowMs
  if (tooSoonMs > 0) throw new AppError('auth.resend-too-soon', { retryAfterMs: tooSoonMs })
  if (found.sends >= maxSends)
    throw new AppError('auth.too-many-mails', { retryAfterMs: fromInstant(found.expiresAt) - nowMs })
  const resendAfterMs = waitAfter(found.sends + 1)
  const expiresAt = toInstant(nowMs + codeMinutes * minuteMs)
  await tx
    .update(accountChallenges)
    .set({ sends: found.sends + 1, nextSendAt: toInstant(nowMs + resendAfterMs), expiresAt })
    .where(findActive(schoolId, ticket, purpose, nowMs))
  return { ticket, subject: found.subject, registered: found.registered, resendAfterMs, expiresAt }
}

/** Adds a code for each account, distinct from all others of this page. */
export async function addCodes(
  tx: Tx,
  { deps, school: { schoolId } }: OpenCtx,
  { ticket, expiresAt }: Challenge & Waiting,
  userIds: readonly UserId[],
): Promise<string[]> {
  const codes = new Set<string>()
  while (codes.size < userIds.length) codes.add(randomCode(deps.random))
  const added: MailedCode[] = [...codes].flatMap((code, i) => {
    const userId = userIds[i]
    return userId ? [{ hash: hashOf(ticket, code), userId, expiresAt }] : []
  })
  await tx
    .update(accountChallenges)
    .set({ codes: sql`${accountChallenges.codes} || ${JSON.stringify(added)}::jsonb` })
    .where(and(eq(accountChallenges.schoolId, schoolId), eq(accountChallenges.ticketHash, hashToken(ticket))))
  return [...codes]
}

const randomCode = (random: Random) => String(Math.floor(random.float() * 1_000_000)).padStart(6, '0')

/** Takes one of the page's attempts, before any code is checked: of many at once only the first few get through. */
export async function takeAttempt(tx: Tx, schoolId: string, ticket: string, purpose: ChallengePurpose, nowMs: number) {
  const [taken] = await tx
    .update(accountChallenges)
    .set({ tries: sql`${accountChallenges.tries} + 1` })
    .where(and(findActive(schoolId, ticket, purpose, nowMs), lt(accountChallenges.tries, maxTries)))
    .returning({
      codes: accountChallenges.codes,
      subject: accountChallenges.subject,
      registered: accountChallenges.registered,
    })
  return taken
}

/** Returns the owner of this code. */
export function ownerOf(codes: readonly MailedCode[], ticket: string, code: string, nowMs: number): UserId | undefined {
  const wanted = hashOf(ticket, code)
  return codes.find(({ hash, expiresAt }) => hash === wanted && fromInstant(expiresAt) > nowMs)?.userId
}

/** Closes the request: none of its codes counts any more. */
export async function closeChallenge(tx: Tx, schoolId: string, ticket: string, nowMs: number): Promise<void> {
  await tx
    .update(accountChallenges)
    .set({ usedAt: toInstant(nowMs) })
    .where(and(eq(accountChallenges.schoolId, schoolId), eq(accountChallenges.ticketHash, hashToken(ticket))))
}

async function clearOver(tx: Tx, schoolId: string, nowMs: number) {
  const over = tx
    .select({ ticketHash: accountChallenges.ticketHash })
    .from(accountChallenges)
    .where(and(eq(accountChallenges.schoolId, schoolId), lte(accountChallenges.expiresAt, toInstant(nowMs - dayMs))))
    .limit(100)
    .for('update', { skipLocked: true })
  await tx
    .delete(accountChallenges)
    .where(and(eq(accountChallenges.schoolId, schoolId), inArray(accountChallenges.ticketHash, over)))
}
