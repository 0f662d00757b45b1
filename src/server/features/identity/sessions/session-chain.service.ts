import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { fromInstant, type Instant, toInstant } from '#shared/kernel/time.ts'
import { sessions } from './auth.table.ts'

/** Gives a session what the sessions it opens will share with it. @returns that, and when it ends */
export async function chainSession(
  tx: Tx,
  schoolId: string,
  tokenHash: string,
  fresh: string,
): Promise<{ chain: string; expiresAt: Instant } | undefined> {
  const [row] = await tx
    .update(sessions)
    .set({ chain: sql`coalesce(${sessions.chain}, ${fresh}::uuid)` })
    .where(and(eq(sessions.schoolId, schoolId), eq(sessions.tokenHash, tokenHash), isNull(sessions.revokedAt)))
    .returning({ chain: sessions.chain, expiresAt: sessions.expiresAt })
  return row && { chain: row.chain ?? fresh, expiresAt: row.expiresAt }
}

/** Returns when a session began, and what it shares with sessions of other schools. */
export async function sessionStart(
  tx: Tx,
  schoolId: string,
  tokenHash: string,
): Promise<{ atMs: number; chain: string | null } | undefined> {
  const [row] = await tx
    .select({ at: sessions.createdAt, chain: sessions.chain })
    .from(sessions)
    .where(and(eq(sessions.schoolId, schoolId), eq(sessions.tokenHash, tokenHash)))
  return row && { atMs: fromInstant(row.at), chain: row.chain }
}

/** Notes that the person of a session has just proved who they are. */
export const noteProof = (tx: Tx, schoolId: string, tokenHash: string, nowMs: number): Promise<unknown> =>
  tx
    .update(sessions)
    .set({ provedAt: toInstant(nowMs) })
    .where(and(eq(sessions.schoolId, schoolId), eq(sessions.tokenHash, tokenHash)))
