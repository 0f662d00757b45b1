import { and, eq, inArray, lte } from 'drizzle-orm'
import { addressGroup } from '#server/http/address.ts'
import type { OpenCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Challenge } from '#shared/identity/bot-protection.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'
import { randomToken } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { countAttempt, takeAttempts } from '../sessions/attempts.service.ts'
import { makeChallenge, proofLifeMs, readProof, triesBelow } from './challenge.ts'
import { proofKeys, spentProofs } from './robots.table.ts'

/** Beyond this an address has to wait: solving that many would take a phone half an hour. */
const mostAsks = 600

/** A challenge to solve; the more an address asks for, the harder. @throws AppError request.too-many */
export async function offerChallenge(ctx: OpenCtx): Promise<Challenge> {
  const { schoolId } = ctx.school
  const nowMs = ctx.deps.clock.nowMs()
  const subject = { kind: 'challenge', value: addressGroup(ctx.address), limit: mostAsks } as const
  const { asks, secret } = await ctx.tenant(async (tx) => ({
    asks: await countAttempt(tx, schoolId, subject, nowMs),
    secret: await secretOf(tx, ctx),
  }))
  if (asks > mostAsks) throw new AppError('request.too-many')
  return makeChallenge(secret, ctx.deps.random, nowMs, triesBelow(asks))
}

async function secretOf(tx: Tx, { school: { schoolId }, deps }: OpenCtx): Promise<string> {
  const find = () => tx.select({ secret: proofKeys.secret }).from(proofKeys).where(eq(proofKeys.schoolId, schoolId))
  const [known] = await find()
  if (known) return known.secret
  const made = { schoolId, secret: randomToken(deps.random), createdAt: toInstant(deps.clock.nowMs()) }
  // Of several processes that start at once one makes it, and the others read that one's.
  await tx.insert(proofKeys).values(made).onConflictDoNothing()
  const [row] = await find()
  if (!row) throw new Error('the key that was just made is not there')
  return row.secret
}

/** A proof that is sound and not known to be spent. Made by `checkProof` alone. */
export interface CheckedProof {
  readonly hash: string
  readonly expiresAtMs: number
}

/**
 * Is it ours (or the outside captcha's), young and solved? Outside of any transaction, because it computes, and because a
 * provider is asked over the network and says yes only once. @throws AppError robots.proof-refused, server.busy
 */
export async function checkProof(ctx: OpenCtx, proof: string): Promise<CheckedProof> {
  const nowMs = ctx.deps.clock.nowMs()
  const secret = await ctx.tenant((tx) => secretOf(tx, ctx))
  const read = await readProof(secret, proof, nowMs)
  if (read) return { hash: sha256Hex(`own\n${read.nonce}`), expiresAtMs: read.expiresAtMs }
  // Where an outside captcha is configured, a page brings its token, or else solves our own challenge.
  const isHuman = await ctx.deps.captcha?.verify(proof).catch((cause: unknown) => {
    throw new AppError('server.busy', { cause })
  })
  if (!isHuman) throw new AppError('robots.proof-refused')
  return { hash: sha256Hex(`outside\n${proof}`), expiresAtMs: nowMs + proofLifeMs }
}

/**
 * Pays with a checked proof, in the transaction of what it pays for: when that fails, the proof is still good; when many
 * spend the same at once, one does. @throws AppError robots.proof-refused
 */
export async function spendProof(tx: Tx, ctx: OpenCtx, { hash, expiresAtMs }: CheckedProof): Promise<void> {
  const { schoolId } = ctx.school
  const spent = await tx
    .insert(spentProofs)
    .values({ schoolId, proofHash: hash, expiresAt: toInstant(expiresAtMs) })
    .onConflictDoNothing()
    .returning({ hash: spentProofs.proofHash })
  if (spent.length === 0) throw new AppError('robots.proof-refused')
  await forgetOld(tx, schoolId, ctx.deps.clock.nowMs())
}

/** What is too old is refused for its age. A few at each time; rows that somebody else is clearing away are theirs. */
async function forgetOld(tx: Tx, schoolId: string, nowMs: number): Promise<void> {
  const inSchool = eq(spentProofs.schoolId, schoolId)
  const old = tx
    .select({ hash: spentProofs.proofHash })
    .from(spentProofs)
    .where(and(inSchool, lte(spentProofs.expiresAt, toInstant(nowMs))))
    .limit(20)
    .for('update', { skipLocked: true })
  await tx.delete(spentProofs).where(and(inSchool, inArray(spentProofs.proofHash, old)))
}

/**
 * At most `limit` calls of one kind from one address in fifteen minutes; for what anybody may do without a proof.
 * @throws AppError request.too-many
 */
export async function limitAddress(ctx: OpenCtx, what: string, limit: number): Promise<void> {
  const subject = { kind: 'public', value: `${what} ${addressGroup(ctx.address)}`, limit } as const
  // Committed also when it refuses: the refusal is thrown outside.
  const waitMs = await ctx.tenant((tx) => takeAttempts(tx, ctx.school.schoolId, [subject], ctx.deps.clock.nowMs()))
  if (waitMs > 0) throw new AppError('request.too-many', { retryAfterMs: waitMs })
}
