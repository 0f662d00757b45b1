import { and, eq, gt, inArray, isNull, lte } from 'drizzle-orm'
import type { OpenCtx, School } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { dayMs, hourMs, toInstant } from '#shared/kernel/time.ts'
import { createLink, type LinkKind, linkPath } from '../access-links/access-link.service.ts'
import type { Registered } from '../sessions/accounts.service.ts'
import { accountLinks, type LinkPurpose } from './account.table.ts'

/**
 * A link that opens an existing account expires soon; one that confirms or opens one's own may wait until the evening, and an
 * invitation over the weekend.
 */
const lifeHours: Record<LinkPurpose, number> = { verify: 24, reset: 1, join: 24, invite: 96, setup: 24 }

/** Time before an expired link is deleted. */
const keepMs = dayMs

const screens: Record<LinkPurpose, string> = {
  verify: '/verify-account',
  reset: '/reset-password',
  join: '/sign-up',
  invite: '/reset-password',
  setup: '/setup',
}

/** Whose link it is, and where its token and time come from. */
export interface LinkCtx {
  readonly deps: Pick<OpenCtx['deps'], 'clock' | 'random'>
  readonly school: Pick<School, 'schoolId'>
}

export interface About {
  userId: UserId | null
  email: string
  registered: Registered | null
  /** Of a set-up link: the school that lends what the new one begins with. */
  templateId?: string | null
}

/** Creates a link for a mail or a screen. @returns its path and how many hours it works */
export async function issueLink(
  tx: Tx,
  { deps, school: { schoolId } }: LinkCtx,
  purpose: LinkPurpose,
  about: About,
): Promise<{ path: string; hours: string }> {
  const nowMs = deps.clock.nowMs()
  const { token, ...issued } = createLink({ random: deps.random, nowMs }, lifeHours[purpose] * hourMs)
  await tx.insert(accountLinks).values({ schoolId, ...issued, purpose, ...about })
  await clearOver(tx, schoolId, nowMs)
  return { path: linkPath(screens[purpose], token), hours: String(lifeHours[purpose]) }
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

/** A link that was mailed to the owner of an address; used up by what is done with it: of many at once one gets it. */
export function accountLink(purpose: Purposes): LinkKind<About> {
  const { schoolId, tokenHash, usedAt: endedAt, expiresAt } = accountLinks
  const isFor = inArray(accountLinks.purpose, [purpose].flat())
  return {
    columns: { schoolId, tokenHash, endedAt, expiresAt },
    find: async (tx, isOpen) => (await tx.select().from(accountLinks).where(and(isOpen, isFor)))[0],
    take: async (tx, isOpen, nowMs) =>
      (
        await tx
          .update(accountLinks)
          .set({ usedAt: toInstant(nowMs) })
          .where(and(isOpen, isFor))
          .returning()
      )[0],
    refusal: 'auth.link-over',
    isCostly: true,
  }
}

/** Invalidates the account's other links of this purpose. */
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

/** Uses up the link with this hash, where its token was admitted a while before. @returns undefined where it is over by now */
export async function takeLinkByHash(
  tx: Tx,
  ownSchool: string,
  purpose: LinkPurpose,
  hash: string,
  nowMs: number,
): Promise<About | undefined> {
  const { schoolId, tokenHash, usedAt, expiresAt } = accountLinks
  const [taken] = await tx
    .update(accountLinks)
    .set({ usedAt: toInstant(nowMs) })
    .where(
      and(
        eq(schoolId, ownSchool),
        eq(tokenHash, hash),
        eq(accountLinks.purpose, purpose),
        isNull(usedAt),
        gt(expiresAt, toInstant(nowMs)),
      ),
    )
    .returning()
  return taken
}
