import { and, desc, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import { createLink, type LinkKind, linkPath } from '#server/features/identity/access-links/access-link.service.ts'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { ownAddress, queueMail } from '#server/features/mail/mail.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { runOnce } from '#server/kernel/run-once.ts'
import type { FeePageLink, makeFeePageLink } from '#shared/fees/family/fee-page-link.contract.ts'
import { firstName } from '#shared/fees/family/first-name.rules.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { dayMs, fromInstant, toInstant } from '#shared/kernel/time.ts'
import { lockPayer, type Payer } from '../payments/lock-payer.service.ts'
import { feePageLinks } from './fee-page-link.table.ts'

export type PageLinkRow = typeof feePageLinks.$inferSelect
type Shown = z.input<typeof FeePageLink>

/** Days for which a link opens its page. */
const linkLifeDays = 60

/** Most links of a payer in a list. */
const mostListed = 50

/** Returns a link as staff see it. */
function linkView({ id, email, madeAt, expiresAt, endedAt, openedAt }: PageLinkRow, nowMs: number): Shown {
  const isOver = nowMs >= fromInstant(expiresAt)
  const state = endedAt !== null ? 'ended' : isOver ? 'expired' : openedAt === null ? 'waiting' : 'opened'
  return { id, email, state, madeAt, expiresAt }
}

/** Lists the links of a payer, the latest first. */
export async function pageLinksOf(tx: Tx, ctx: SessionCtx, payerId: string): Promise<Shown[]> {
  const rows = await tx
    .select()
    .from(feePageLinks)
    .where(and(eq(feePageLinks.schoolId, ctx.school.schoolId), eq(feePageLinks.payerId, payerId)))
    .orderBy(desc(feePageLinks.madeAt), desc(feePageLinks.id))
    .limit(mostListed)
  return rows.map((row) => linkView(row, ctx.deps.clock.nowMs()))
}

/**
 * Makes a link for a payer and mails it where an address is given; an earlier one to the same address ends.
 * @returns the address to hand over, null where it was mailed or made before @throws AppError request.not-found, request.invalid
 */
export async function makePageLink(
  tx: Tx,
  ctx: SessionCtx,
  asked: z.output<typeof makeFeePageLink.body>,
): Promise<{ link: Shown; url: string | null }> {
  const { deps, school } = ctx
  const { schoolId } = school
  const payer = await lockPayer(tx, schoolId, asked.payerId)
  const nowMs = deps.clock.nowMs()
  return runOnce<typeof feePageLinks, { link: Shown; url: string | null }>(
    tx,
    feePageLinks,
    { schoolId, id: asked.linkId, asked },
    {
      first: (askedHash) => add(tx, ctx, { payer, asked, askedHash }),
      again: (row) => ({ link: linkView(row, nowMs), url: null }),
    },
  )
}

interface Adding {
  payer: Payer
  asked: z.output<typeof makeFeePageLink.body>
  askedHash: string
}

async function add(tx: Tx, ctx: SessionCtx, { payer, asked, askedHash }: Adding) {
  const { deps, school, session } = ctx
  const { schoolId } = school
  const nowMs = deps.clock.nowMs()
  const email = asked.email?.toLowerCase() ?? null
  if (email !== null) await endBefore(tx, { schoolId, payerId: payer.id, email, nowMs })
  const { token, ...issued } = createLink({ random: deps.random, nowMs }, linkLifeDays * dayMs)
  const of = { schoolId, id: asked.linkId, payerId: payer.id, email, language: asked.language, askedHash, ...issued }
  const [row] = await tx
    .insert(feePageLinks)
    .values({ ...of, madeAt: toInstant(nowMs), madeBy: session.user.userId })
    .returning()
  if (!row) throw new Error('the link was not stored')
  const path = linkPath('/fee-account', token)
  if (asked.email !== null) {
    const params = { payer: nameIn(payer, asked.language, school.name), path, days: String(linkLifeDays) }
    await queueMail(tx, ctx, { to: asked.email, language: asked.language, template: 'fees-link', params })
  }
  const facts = { kind: email === null ? 'handed-over' : 'mailed' }
  await recordAuditEvent(tx, ctx, 'fee-page-link-made', { about: null, facts })
  return { link: linkView(row, nowMs), url: email === null ? ownAddress(ctx) + path : null }
}

/** Greets a person by the first name, a company by its name. */
function nameIn(payer: Payer, language: 'en' | 'ar', school: { en: string; ar: string }): string {
  const { nameLatin, nameArabic, kind } = payer
  const name = language === 'ar' ? (nameArabic ?? nameLatin) : (nameLatin ?? nameArabic)
  return (kind === 'company' ? name : firstName(name)) ?? school[language]
}

const endBefore = (
  tx: Tx,
  { schoolId, payerId, email, nowMs }: { schoolId: string; payerId: string; email: string; nowMs: number },
) =>
  tx
    .update(feePageLinks)
    .set({ endedAt: toInstant(nowMs) })
    .where(
      and(
        eq(feePageLinks.schoolId, schoolId),
        eq(feePageLinks.payerId, payerId),
        eq(feePageLinks.email, email),
        isNull(feePageLinks.endedAt),
      ),
    )

/** Ends a link at once. @throws AppError request.not-found */
export async function endPageLink(tx: Tx, ctx: SessionCtx, linkId: string): Promise<Shown> {
  const nowMs = ctx.deps.clock.nowMs()
  const own = and(eq(feePageLinks.schoolId, ctx.school.schoolId), eq(feePageLinks.id, linkId))
  const [ended] = await tx
    .update(feePageLinks)
    .set({ endedAt: toInstant(nowMs) })
    .where(and(own, isNull(feePageLinks.endedAt)))
    .returning()
  if (ended) await recordAuditEvent(tx, ctx, 'fee-page-link-ended', { about: null, facts: {} })
  const [row] = ended ? [ended] : await tx.select().from(feePageLinks).where(own)
  if (!row) throw new AppError('request.not-found', { field: 'linkId' })
  return linkView(row, nowMs)
}

const { schoolId, tokenHash, endedAt, expiresAt } = feePageLinks

/** The link by which a payer opens the page of what they owe. */
export const pageLink: LinkKind<PageLinkRow> = {
  columns: { schoolId, tokenHash, endedAt, expiresAt },
  find: async (tx, isOpen) => (await tx.select().from(feePageLinks).where(isOpen))[0],
}

/** The same link where something is made by it, which is limited for each. */
export const workingPageLink: LinkKind<PageLinkRow> = { ...pageLink, saves: ({ id }) => id }

/** Records the payer's first visit for staff. */
export const recordOpening = async (tx: Tx, { schoolId: school, id }: PageLinkRow, nowMs: number): Promise<void> => {
  await tx
    .update(feePageLinks)
    .set({ openedAt: toInstant(nowMs) })
    .where(and(eq(feePageLinks.schoolId, school), eq(feePageLinks.id, id), isNull(feePageLinks.openedAt)))
}
