import { and, eq, isNull, lte } from 'drizzle-orm'
import type { OpenCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { authDone } from '#shared/identity/auth.contract.ts'
import type { SecondFactorAsked } from '#shared/identity/sign-in.contract.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { Role } from '#shared/kernel/roles.ts'
import { dayMs, type Instant, minuteMs, toInstant } from '#shared/kernel/time.ts'
import { createLink, type LinkKind } from '../access-links/access-link.service.ts'
import { hasPasskey } from '../passkeys/own-passkeys.service.ts'
import { isFactorRequired } from '../sign-in-settings/sign-in-settings.service.ts'
import { signInTickets } from './second-factor.table.ts'
import { totpSince } from './totp-factor.service.ts'

/** As long as it takes to find the telephone, and to install an app on it. */
const lifeMs = 15 * minuteMs

/** A sign-in between the first factor and the second. */
export type SignInTicket = typeof signInTickets.$inferSelect

/** What the person's own account must still be for a ticket to count. */
export const ticketProof = (passwordHash: string): string => sha256Hex(passwordHash)

interface Entering {
  readonly id: UserId
  readonly roles: readonly Role[]
  readonly passwordHash: string
}

/**
 * Stops a sign-in after its first factor where the person has a second one, or has to set one up.
 * @param opened.isRequired whether everybody needs one; else the school's settings say so
 * @returns what the page is told, with the ticket to go on with; undefined where the session may be opened at once
 */
export async function askSecondFactor(
  tx: Tx,
  { deps, school: { schoolId } }: Pick<OpenCtx, 'deps'> & { school: Pick<OpenCtx['school'], 'schoolId'> },
  user: Entering,
  { isRequired, ...opened }: { chain?: string; until?: Instant; isRequired?: boolean } = {},
): Promise<SecondFactorAsked | undefined> {
  const hasTotp = (await totpSince(tx, schoolId, user.id)) !== undefined
  const kinds = [
    ...(hasTotp ? (['totp'] as const) : []),
    ...((await hasPasskey(tx, schoolId, user.id)) ? (['passkey'] as const) : []),
  ]
  const mustSetUp = kinds.length === 0 && (isRequired ?? (await isFactorRequired(tx, schoolId, user)))
  if (kinds.length === 0 && !mustSetUp) return undefined
  const nowMs = deps.clock.nowMs()
  const { token: ticket, tokenHash, expiresAt } = createLink({ random: deps.random, nowMs }, lifeMs)
  await tx.insert(signInTickets).values({
    schoolId,
    tokenHash,
    userId: user.id,
    mustSetUp,
    proof: ticketProof(user.passwordHash),
    chain: opened.chain ?? null,
    sessionUntil: opened.until ?? null,
    expiresAt,
  })
  const isOld = lte(signInTickets.expiresAt, toInstant(nowMs - dayMs))
  await tx.delete(signInTickets).where(and(eq(signInTickets.schoolId, schoolId), isOld))
  return { ...authDone, secondFactor: { ticket, kinds, mustSetUp, expiresAt } }
}

const { schoolId, tokenHash, usedAt: endedAt, expiresAt } = signInTickets

/** The kind of link that a ticket is; it is used up by `endTicket`, since a wrong code leaves it open. */
export const signInTicket = (mustSetUp: boolean): LinkKind<SignInTicket> => ({
  columns: { schoolId, tokenHash, endedAt, expiresAt },
  find: async (tx, isOpen) =>
    (
      await tx
        .select()
        .from(signInTickets)
        .where(and(isOpen, eq(signInTickets.mustSetUp, mustSetUp)))
    )[0],
  refusal: 'auth.ticket-over',
})

/** Uses a ticket up. @returns whether this call has done so, and not another one at the same time */
export async function endTicket(tx: Tx, ticket: SignInTicket, nowMs: number): Promise<boolean> {
  const ended = await tx
    .update(signInTickets)
    .set({ usedAt: toInstant(nowMs) })
    .where(and(eq(schoolId, ticket.schoolId), eq(tokenHash, ticket.tokenHash), isNull(endedAt)))
    .returning({ tokenHash })
  return ended.length > 0
}
