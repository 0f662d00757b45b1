import { and, eq, lte } from 'drizzle-orm'
import type { OpenCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { SignInAnswer } from '#shared/identity/sign-in.contract.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { dayMs, type Instant, minuteMs, toInstant } from '#shared/kernel/time.ts'
import { createLink, type LinkKind, linkPath, openLink } from '../access-links/access-link.service.ts'
import { startProvenSession } from '../sessions/auth.service.ts'
import { schoolHandOvers } from './linked-school.table.ts'

/** As long as a browser takes to open a page, on a bad network. */
const lifeMs = minuteMs

interface HandedOver {
  readonly userId: UserId
  readonly chain: string
  readonly sessionUntil: Instant
}

/** Creates a token that opens the account of this school once. @returns the path it opens, with who signs in by it behind `#` */
export async function issueHandOver(
  tx: Tx,
  { deps, schoolId }: { deps: Pick<OpenCtx['deps'], 'clock' | 'random'>; schoolId: string },
  handed: HandedOver,
): Promise<string> {
  const nowMs = deps.clock.nowMs()
  const { token, ...issued } = createLink({ random: deps.random, nowMs }, lifeMs)
  await tx.insert(schoolHandOvers).values({ schoolId, ...issued, ...handed })
  const isOld = lte(schoolHandOvers.expiresAt, toInstant(nowMs - dayMs))
  await tx.delete(schoolHandOvers).where(and(eq(schoolHandOvers.schoolId, schoolId), isOld))
  return `${linkPath('/enter-school', token)}&user=${handed.userId}`
}

const { schoolId, tokenHash, usedAt: endedAt, expiresAt } = schoolHandOvers

const handOver: LinkKind<HandedOver> = {
  columns: { schoolId, tokenHash, endedAt, expiresAt },
  find: async (tx, isOpen) => (await tx.select().from(schoolHandOvers).where(isOpen))[0],
  take: async (tx, isOpen, nowMs) =>
    (
      await tx
        .update(schoolHandOvers)
        .set({ usedAt: toInstant(nowMs) })
        .where(isOpen)
        .returning()
    )[0],
  refusal: 'auth.link-over',
}

/** Signs in by a token of another school's session, after the second factor where the account has one. @throws AppError auth.link-over, auth.account-disabled, auth.not-verified */
export const enterByHandOver = (ctx: OpenCtx, token: string): Promise<SignInAnswer> =>
  openLink(ctx, handOver, token, (tx, { userId, chain, sessionUntil }) =>
    startProvenSession(tx, ctx, userId, { chain, until: sessionUntil }),
  )
