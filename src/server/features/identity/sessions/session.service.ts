import { and, desc, eq, gt, isNotNull, isNull, lt, ne } from 'drizzle-orm'
import type { Session } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { createToken, hashToken } from '#server/kernel/tokens.ts'
import type { DeviceId, Random, UserId } from '#shared/kernel/ids.ts'
import { dayMs, fromInstant, hourMs, type Instant, toInstant } from '#shared/kernel/time.ts'
import { sessions, users } from './auth.table.ts'
import { signedInUser } from './auth.view.ts'

export type SessionKind = Session['kind']

/** A shift at a till is longer than a day at a desk. */
const lifeMs: Record<SessionKind, number> = { staff: 12 * hourMs, pos: 14 * hourMs }

/** Time that ended sessions are kept as a trace. */
const keepEndedMs = 7 * dayMs

interface NewSession {
  schoolId: string
  userId: UserId
  kind: SessionKind
  deviceId: DeviceId | null
  userAgent: string
  /** When a password or a second factor was proved; null for a session that was opened by neither. */
  provedAt: Instant | null
  /** Of a session that another school's session opens: what they share, and when both end. */
  chain?: string
  until?: Instant
}

/** Opens a session; the token leaves the server in this answer only. Deletes long-ended sessions of the school. */
export async function openSession(
  tx: Tx,
  { until, ...who }: NewSession,
  nowMs: number,
  random: Random,
): Promise<{ token: string; expiresAt: string }> {
  const { token, tokenHash } = createToken(random)
  const expiresAt = until ?? toInstant(nowMs + lifeMs[who.kind])
  await tx.insert(sessions).values({ ...who, tokenHash, createdAt: toInstant(nowMs), expiresAt })
  await tx
    .delete(sessions)
    .where(and(eq(sessions.schoolId, who.schoolId), lt(sessions.expiresAt, toInstant(nowMs - keepEndedMs))))
  return { token, expiresAt }
}

/** Returns the active session of this token in this school; undefined when it ended or its account is deactivated. */
export async function findSession(
  tx: Tx,
  schoolId: string,
  token: string,
  nowMs: number,
): Promise<Session | undefined> {
  const tokenHash = hashToken(token)
  const [found] = await tx
    .select({ user: users, kind: sessions.kind, provedAt: sessions.provedAt })
    .from(sessions)
    .innerJoin(users, and(eq(users.schoolId, sessions.schoolId), eq(users.id, sessions.userId)))
    .where(
      and(
        eq(sessions.schoolId, schoolId),
        eq(sessions.tokenHash, tokenHash),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, toInstant(nowMs)),
        isNull(users.disabledAt),
      ),
    )
  if (!found) return undefined
  const { user, kind, provedAt } = found
  const provedMs = provedAt === null ? undefined : fromInstant(provedAt)
  return { user: signedInUser(user), roles: user.roles, kind, tokenHash, provedMs }
}

/** Ends the session of a token. An unknown token is no error. */
export const endSession = (tx: Tx, schoolId: string, token: string, nowMs: number): Promise<Ended | undefined> =>
  endSessionByHash(tx, schoolId, hashToken(token), nowMs)

/** Whose session has ended, and what it shares with sessions of other schools. */
export interface Ended {
  readonly userId: UserId
  readonly chain: string | null
}

/** Ends the session whose token has this hash. @returns undefined where none was active */
export async function endSessionByHash(
  tx: Tx,
  schoolId: string,
  tokenHash: string,
  nowMs: number,
): Promise<Ended | undefined> {
  const [ended] = await tx
    .update(sessions)
    .set({ revokedAt: toInstant(nowMs) })
    .where(and(eq(sessions.schoolId, schoolId), eq(sessions.tokenHash, tokenHash), isNull(sessions.revokedAt)))
    .returning({ userId: sessions.userId, chain: sessions.chain })
  return ended
}

/** Ends the sessions of a person that sessions of other schools have opened: those of one chain, or all. */
export async function endChained(
  tx: Tx,
  schoolId: string,
  { userId, chain }: { userId: UserId; chain?: string },
  nowMs: number,
): Promise<void> {
  await tx
    .update(sessions)
    .set({ revokedAt: toInstant(nowMs) })
    .where(
      and(
        eq(sessions.schoolId, schoolId),
        eq(sessions.userId, userId),
        chain === undefined ? isNotNull(sessions.chain) : eq(sessions.chain, chain),
        isNull(sessions.revokedAt),
      ),
    )
}

/** Ends every session opened on a device, when it is revoked. */
export async function endSessionsOfDevice(tx: Tx, schoolId: string, deviceId: DeviceId, nowMs: number): Promise<void> {
  await tx
    .update(sessions)
    .set({ revokedAt: toInstant(nowMs) })
    .where(and(eq(sessions.schoolId, schoolId), eq(sessions.deviceId, deviceId), isNull(sessions.revokedAt)))
}

/** What sessions that have ended share with those they opened in other schools. */
export type Chains = ReadonlySet<string>

/** Ends every session of a person. @returns the chains of those that were active */
export async function endSessionsOfUser(tx: Tx, schoolId: string, userId: UserId, nowMs: number): Promise<Chains> {
  const ended = await tx
    .update(sessions)
    .set({ revokedAt: toInstant(nowMs) })
    .where(and(eq(sessions.schoolId, schoolId), eq(sessions.userId, userId), isNull(sessions.revokedAt)))
    .returning({ chain: sessions.chain })
  return chainsOf(ended)
}

const chainsOf = (ended: readonly { chain: string | null }[]): Set<string> =>
  new Set(ended.flatMap(({ chain }) => chain ?? []))

/** Ends every session of a person but one. @returns how many were active, and the chains that are not of the one that stays */
export async function endOtherSessions(
  tx: Tx,
  schoolId: string,
  { userId, keep }: { userId: UserId; keep: string },
  nowMs: number,
): Promise<{ count: number; chains: Chains }> {
  const now = toInstant(nowMs)
  const ended = await tx
    .update(sessions)
    .set({ revokedAt: now })
    .where(
      and(
        eq(sessions.schoolId, schoolId),
        eq(sessions.userId, userId),
        ne(sessions.tokenHash, keep),
        isNull(sessions.revokedAt),
      ),
    )
    .returning({ expiresAt: sessions.expiresAt, chain: sessions.chain })
  const [kept] = await tx
    .select({ chain: sessions.chain })
    .from(sessions)
    .where(and(eq(sessions.schoolId, schoolId), eq(sessions.tokenHash, keep)))
  const chains = chainsOf(ended)
  if (kept?.chain) chains.delete(kept.chain)
  return { count: ended.filter(({ expiresAt }) => expiresAt > now).length, chains }
}

/** Ends every session of a school that began before an instant. */
export async function endSessionsBefore(tx: Tx, schoolId: string, before: Instant, nowMs: number): Promise<void> {
  await tx
    .update(sessions)
    .set({ revokedAt: toInstant(nowMs) })
    .where(and(eq(sessions.schoolId, schoolId), lt(sessions.createdAt, before), isNull(sessions.revokedAt)))
}

/** Returns a person's active sessions, newest first. */
export const activeSessions = (tx: Tx, schoolId: string, userId: UserId, nowMs: number) =>
  tx
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.schoolId, schoolId),
        eq(sessions.userId, userId),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, toInstant(nowMs)),
      ),
    )
    .orderBy(desc(sessions.createdAt))
    .limit(50)
