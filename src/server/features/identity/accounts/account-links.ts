import { and, eq, gt, inArray, isNull, lte } from 'drizzle-orm'
import type { OpenCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'
import { randomToken, type UserId } from '#shared/kernel/ids.ts'
import { dayMs, hourMs, toInstant } from '#shared/kernel/time.ts'
import type { Registered } from '../sessions/accounts.service.ts'
import { accountLinks, type LinkPurpose } from './account.table.ts'

/** A link that opens an existing account dies soon; one that confirms or opens one's own may wait until the evening, and an
 * invitation over the weekend. */
const lifeHours: Record<LinkPurpose, number> = { verify: 24, reset: 1, join: 24, invite: 96 }

/** How long a dead link stays, before it is cleared away. */
const keepMs = dayMs

const screens: Record<LinkPurpose, string> = {
  verify: '/verify-account',
  reset: '/reset-password',
  join: '/sign-up',
  invite: '/reset-password',
}

export interface About {
  userId: UserId | null
  email: string
  registered: Registered | null
}

/**
 * Makes a link for a mail. The token stands behind `#`: a browser sends it to no server, so that it is in no log and in no
 * referrer. Only its hash is kept.
 */
export async function issueLink(
  tx: Tx,
  { deps, school: { schoolId } }: OpenCtx,
  purpose: LinkPurpose,
  about: About,
): Promise<{ path: string; hours: string }> {
  const nowMs = deps.clock.nowMs()
  const token = randomToken(deps.random)
  const expiresAt = toInstant(nowMs + lifeHours[purpose] * hourMs)
  await tx.insert(accountLinks).values({ schoolId, tokenHash: sha256Hex(token), purpose, ...about, expiresAt })
  await clearOver(tx, schoolId, nowMs)
  return { path: `${screens[purpose]}#token=${token}`, hours: String(lifeHours[purpose]) }
}

async function clearOver(tx: Tx, schoolId: string, nowMs: number) {
  const over = tx
    .select({ tokenHash: accountLinks.tokenHash })
    .from(accountLinks)
    .where(and(eq(accountLinks.schoolId, schoolId), lte(accountLinks.expiresAt, toInstant(nowMs - keepMs))))
    .limit(100)
    .for('update', { skipLocked: true })
  await tx.delete(accountLinks).where(and(eq(accountLinks.schoolId, schoolId), inArray(accountLinks.tokenHash, over)))
}

/** One purpose, or any of several. */
type Purposes = LinkPurpose | readonly LinkPurpose[]

const living = (schoolId: string, token: string, purpose: Purposes, nowMs: number) =>
  and(
    eq(accountLinks.schoolId, schoolId),
    eq(accountLinks.tokenHash, sha256Hex(token)),
    inArray(accountLinks.purpose, [purpose].flat()),
    isNull(accountLinks.usedAt),
    gt(accountLinks.expiresAt, toInstant(nowMs)),
  )

/** What a link is about, without using it up; for checks that come before the slow part. */
export async function readLink(
  tx: Tx,
  schoolId: string,
  token: string,
  purpose: Purposes,
  nowMs: number,
): Promise<About | undefined> {
  const [found] = await tx
    .select()
    .from(accountLinks)
    .where(living(schoolId, token, purpose, nowMs))
  return found
}

/** Uses a link up: of many at once one gets it. */
export async function useLink(
  tx: Tx,
  schoolId: string,
  token: string,
  purpose: Purposes,
  nowMs: number,
): Promise<About | undefined> {
  const [used] = await tx
    .update(accountLinks)
    .set({ usedAt: toInstant(nowMs) })
    .where(living(schoolId, token, purpose, nowMs))
    .returning()
  return used
}

/** The account's other links of this purpose open nothing any more. */
export async function closeLinks(
  tx: Tx,
  schoolId: string,
  userId: UserId,
  purpose: Purposes,
  nowMs: number,
): Promise<void> {
  await tx
    .update(accountLinks)
    .set({ usedAt: toInstant(nowMs) })
    .where(
      and(
        eq(accountLinks.schoolId, schoolId),
        eq(accountLinks.userId, userId),
        inArray(accountLinks.purpose, [purpose].flat()),
        isNull(accountLinks.usedAt),
      ),
    )
}
