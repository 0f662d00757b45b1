import { and, eq, lte } from 'drizzle-orm'
import type { OpenCtx } from '#server/http/context.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { minuteMs, dayMs, toInstant } from '#shared/kernel/time.ts'
import { schoolAddress } from '#shared/school/school-address.rules.ts'
import { createLink, type LinkKind, openLink, refusalOf } from '../access-links/access-link.service.ts'
import { passkeyChallenges } from './passkey.table.ts'

const lifeMs = 5 * minuteMs

export type PasskeyChallenge = typeof passkeyChallenges.$inferSelect

/** Checks that a host is one of the school's. @throws AppError request.invalid */
export function requireOwnHost(ctx: OpenCtx, host: string): void {
  const { school, origin } = ctx
  const own = [origin, schoolAddress(school.code, ctx.schoolsBase())].map((address) => new URL(address).hostname)
  if (host !== school.domain && !own.includes(host)) throw new AppError('request.invalid', { field: 'host' })
}

/** Returns the origin of the page at a host of the school. */
export function originAt({ origin, school }: OpenCtx, host: string): string {
  if (host === school.domain) return `https://${host}`
  const address = new URL(origin)
  address.hostname = host
  return address.origin
}

/** Keeps a challenge. @returns the ticket that names it */
export async function keepChallenge(
  ctx: OpenCtx,
  asked: Pick<PasskeyChallenge, 'purpose' | 'challenge' | 'host' | 'boundTo'>,
): Promise<string> {
  const { deps, school } = ctx
  const nowMs = deps.clock.nowMs()
  const { token, tokenHash, expiresAt } = createLink({ random: deps.random, nowMs }, lifeMs)
  const { schoolId } = school
  await ctx.tenant(async (tx) => {
    await tx.insert(passkeyChallenges).values({ schoolId, tokenHash, expiresAt, ...asked })
    const isOld = lte(passkeyChallenges.expiresAt, toInstant(nowMs - dayMs))
    await tx.delete(passkeyChallenges).where(and(eq(passkeyChallenges.schoolId, schoolId), isOld))
  })
  return token
}

const { schoolId, tokenHash, usedAt: endedAt, expiresAt } = passkeyChallenges

const ticketOf: LinkKind<PasskeyChallenge> = {
  columns: { schoolId, tokenHash, endedAt, expiresAt },
  find: async (tx, isOpen) => (await tx.select().from(passkeyChallenges).where(isOpen))[0],
  take: async (tx, isOpen, nowMs) =>
    (
      await tx
        .update(passkeyChallenges)
        .set({ usedAt: toInstant(nowMs) })
        .where(isOpen)
        .returning()
    )[0],
  refusal: 'auth.ticket-over',
}

/** Uses a challenge up. @throws AppError auth.ticket-over, also for another purpose or session */
export const takeChallenge = (
  ctx: OpenCtx,
  ticket: string,
  purpose: PasskeyChallenge['purpose'],
  boundTo: string | null,
): Promise<PasskeyChallenge> =>
  openLink(ctx, ticketOf, ticket, async (_tx, found) =>
    found.purpose === purpose && found.boundTo === boundTo ? found : refusalOf(ticketOf),
  )
