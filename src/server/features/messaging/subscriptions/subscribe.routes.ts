import { and, eq, inArray, lte, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { type LinkKind, linkPath, openLink } from '#server/features/identity/access-links/access-link.service.ts'
import { limitMail } from '#server/features/identity/accounts/account-limits.service.ts'
import { checkProof, spendProof } from '#server/features/identity/bot-protection/bot-protection.service.ts'
import { queueMail } from '#server/features/mail/mail.service.ts'
import type { OpenCtx } from '#server/http/context.ts'
import { inLanguage } from '#server/http/in-language.ts'
import { type Feature, route } from '#server/http/serve.ts'
import type { Tx } from '#server/kernel/db.ts'
import { createToken } from '#server/kernel/tokens.ts'
import { accountKey } from '#shared/identity/credentials.rules.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { dayMs, hourMs, toInstant } from '#shared/kernel/time.ts'
import {
  confirmSubscription,
  endSubscription,
  subscribe as subscribeCall,
} from '#shared/messaging/subscribe.contract.ts'
import { subscriberLinks, subscribers } from './subscribe.table.ts'

const confirmHours = 48
/** Time after which unconfirmed subscribers are deleted. */
const pendingMs = 30 * dayMs

type Subscriber = typeof subscribers.$inferSelect
type Kind = 'confirm' | 'end'

/**
 * Stores an address and emails its owner, who alone learns whether it was known. The proof of work comes first, then the email limits: refused calls close nothing.
 * @throws AppError auth.too-many-mails, robots.proof-refused
 */
async function subscribe(
  ctx: OpenCtx,
  asked: z.output<typeof subscribeCall.body> & { language: Language },
): Promise<void> {
  const emailKey = accountKey(asked.email)
  const checked = await checkProof(ctx, asked.proof)
  await limitMail(ctx, 'news', emailKey)
  await ctx.tenant(async (tx) => {
    await spendProof(tx, ctx, checked)
    if (asked.trap !== '') return
    await forgetPending(tx, ctx)
    const subscriber = await recordAddress(tx, ctx, { ...asked, emailKey })
    const { email: to, language } = subscriber
    const endPath = await issueLink(tx, ctx, subscriber, 'end')
    if (subscriber.state === 'confirmed') {
      await queueMail(tx, ctx, { to, language, template: 'subscribe-known', params: { path: endPath } })
      return
    }
    const path = await issueLink(tx, ctx, subscriber, 'confirm')
    const params = { path, hours: String(confirmHours), endPath }
    await queueMail(tx, ctx, { to, language, template: 'subscribe-confirm', params })
  })
}

async function recordAddress(
  tx: Tx,
  ctx: OpenCtx,
  { email, emailKey, language }: Pick<Subscriber, 'email' | 'emailKey' | 'language'>,
): Promise<Subscriber> {
  const { schoolId } = ctx.school
  const nowMs = ctx.deps.clock.nowMs()
  const [subscriber] = await tx
    .insert(subscribers)
    .values({
      schoolId,
      id: uuidv7(nowMs, ctx.deps.random),
      emailKey,
      email,
      language,
      state: 'pending',
      askedAt: toInstant(nowMs),
    })
    // The language is that of the page used last.
    .onConflictDoUpdate({ target: [subscribers.schoolId, subscribers.emailKey], set: { language } })
    .returning()
  if (!subscriber) throw new Error('the address was not stored')
  return subscriber
}

/** Creates a link. The token's first letter tells the page what to offer; the row decides what it does. */
async function issueLink(tx: Tx, { deps, school }: OpenCtx, { id }: Subscriber, kind: Kind): Promise<string> {
  const { token, tokenHash } = createToken(deps.random, kind === 'end' ? 'e' : 'c')
  const expiresAt = kind === 'end' ? null : toInstant(deps.clock.nowMs() + confirmHours * hourMs)
  await tx.insert(subscriberLinks).values({ schoolId: school.schoolId, tokenHash, subscriberId: id, kind, expiresAt })
  return linkPath('/subscribe', token)
}

/** Confirms an address, once. @throws AppError link.over, request.too-many */
const confirm = (ctx: OpenCtx, token: string): Promise<void> =>
  openLink(ctx, subscriberLink('confirm'), token, async (tx, { subscriberId }) => {
    const { schoolId } = ctx.school
    const isUsed = and(
      eq(subscriberLinks.schoolId, schoolId),
      eq(subscriberLinks.subscriberId, subscriberId),
      eq(subscriberLinks.kind, 'confirm'),
    )
    await tx.delete(subscriberLinks).where(isUsed)
    const [subscriber] = await tx
      .update(subscribers)
      .set({ state: 'confirmed', confirmedAt: toInstant(ctx.deps.clock.nowMs()) })
      .where(and(eq(subscribers.schoolId, schoolId), eq(subscribers.id, subscriberId)))
      .returning()
    if (!subscriber) return
    const { email: to, language } = subscriber
    const path = await issueLink(tx, ctx, subscriber, 'end')
    await queueMail(tx, ctx, { to, language, template: 'subscribe-welcome', params: { path } })
  })

/** Deletes an address, and with it every link emailed to it. @throws AppError link.over, request.too-many */
const end = (ctx: OpenCtx, token: string): Promise<void> =>
  openLink(ctx, subscriberLink('end'), token, async (tx, { subscriberId }) => {
    const { schoolId } = ctx.school
    await tx.delete(subscribers).where(and(eq(subscribers.schoolId, schoolId), eq(subscribers.id, subscriberId)))
  })

/** The link by which an address is confirmed, or forgotten; locked while it is used up. */
function subscriberLink(kind: Kind): LinkKind<{ subscriberId: string }> {
  const { schoolId, tokenHash, expiresAt, subscriberId } = subscriberLinks
  const read = (tx: Tx, isOpen: SQL | undefined) =>
    tx
      .select({ subscriberId })
      .from(subscriberLinks)
      .where(and(isOpen, eq(subscriberLinks.kind, kind)))
  return {
    columns: { schoolId, tokenHash, expiresAt },
    find: async (tx, isOpen) => (await read(tx, isOpen))[0],
    take: async (tx, isOpen) => (await read(tx, isOpen).for('update'))[0],
  }
}

async function forgetPending(tx: Tx, { school: { schoolId }, deps }: OpenCtx): Promise<void> {
  const old = tx
    .select({ id: subscribers.id })
    .from(subscribers)
    .where(
      and(
        eq(subscribers.schoolId, schoolId),
        eq(subscribers.state, 'pending'),
        lte(subscribers.askedAt, toInstant(deps.clock.nowMs() - pendingMs)),
      ),
    )
    .limit(100)
    .for('update', { skipLocked: true })
  await tx.delete(subscribers).where(and(eq(subscribers.schoolId, schoolId), inArray(subscribers.id, old)))
}

export const subscribeRoutes: Feature = () => [
  route.open(subscribeCall, async (ctx, asked) => {
    await subscribe(ctx, inLanguage(ctx, asked))
    return {}
  }),
  route.open(confirmSubscription, async (ctx, { token }) => {
    await confirm(ctx, token)
    return {}
  }),
  route.open(endSubscription, async (ctx, { token }) => {
    await end(ctx, token)
    return {}
  }),
]
