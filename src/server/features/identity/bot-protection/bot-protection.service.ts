import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { and, eq, inArray, lte } from 'drizzle-orm'
import { addressGroup } from '#server/http/address.ts'
import type { OpenCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { Challenge, SolvedChallenge } from '#shared/identity/bot-protection.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'
import { type Random, randomToken } from '#shared/kernel/ids.ts'
import { minuteMs, toInstant } from '#shared/kernel/time.ts'
import { countAttempt, takeAttempts } from '../sessions/attempts.service.ts'
import { proofKeys, spentProofs } from './bot-protection.table.ts'

/** Long enough for a slow phone and a bad network, short enough to make stockpiling pointless. */
const proofLifeMs = 10 * minuteMs

/** One try is five thousand rounds of SHA-256: about 1 ms on a desktop, 5 ms on a mid-range phone. */
const cost = 5_000

/** Upper bound of the answer: two hundred tries on average, a second on that phone and never more than two. */
const easyBelow = 400

/** Easy challenges per address in a quarter of an hour: a school's whole open day may share one. */
const easyAsks = 30
const hardest = 8

/** Returns the bound: it doubles with every doubling of an address's requests, up to eight times. */
function triesBelow(asks: number): number {
  const doublings = Math.max(0, Math.ceil(Math.log2(asks / easyAsks)))
  return easyBelow * Math.min(hardest, 2 ** doublings)
}

/** Derives the two secrets required by the library from the stored one. */
const secretsOf = (secret: string) => ({
  hmacSignatureSecret: `${secret}.challenge`,
  hmacKeySignatureSecret: `${secret}.answer`,
})

export async function makeChallenge(secret: string, random: Random, nowMs: number, below: number): Promise<Challenge> {
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost,
    counter: Math.floor(random.float() * below),
    keyPrefixLength: 16,
    data: { below },
    expiresAt: Math.floor((nowMs + proofLifeMs) / 1000),
    deriveKey,
    ...secretsOf(secret),
  })
  return Challenge.parse(challenge)
}

/** Returns the solved challenge if it belongs to this school, has not expired and is correct. */
async function readProof(
  secret: string,
  proof: string,
  nowMs: number,
): Promise<{ nonce: string; expiresAtMs: number } | undefined> {
  const solved = unpack(proof)
  if (!solved) return undefined
  const { challenge, solution } = solved
  const expiresAtMs = challenge.parameters.expiresAt * 1000
  if (expiresAtMs <= nowMs) return undefined
  const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secretsOf(secret) })
  return verified ? { nonce: challenge.parameters.nonce, expiresAtMs } : undefined
}

function unpack(proof: string): SolvedChallenge | undefined {
  try {
    return SolvedChallenge.parse(JSON.parse(proof))
  } catch {
    return undefined
  }
}

/** Beyond this an address has to wait: solving that many would take a phone half an hour. */
const maxAsks = 600

/** Issues a challenge; the more an address requests, the harder. @throws AppError request.too-many */
export async function offerChallenge(ctx: OpenCtx): Promise<Challenge> {
  const { schoolId } = ctx.school
  const nowMs = ctx.deps.clock.nowMs()
  const subject = { kind: 'challenge', value: addressGroup(ctx.address), limit: maxAsks } as const
  const { asks, secret } = await ctx.tenant(async (tx) => ({
    asks: await countAttempt(tx, schoolId, subject, nowMs),
    secret: await secretOf(tx, ctx),
  }))
  if (asks > maxAsks) throw new AppError('request.too-many')
  return makeChallenge(secret, ctx.deps.random, nowMs, triesBelow(asks))
}

async function secretOf(tx: Tx, { school: { schoolId }, deps }: OpenCtx): Promise<string> {
  const find = () => tx.select({ secret: proofKeys.secret }).from(proofKeys).where(eq(proofKeys.schoolId, schoolId))
  const [known] = await find()
  if (known) return known.secret
  const made = { schoolId, secret: randomToken(deps.random), createdAt: toInstant(deps.clock.nowMs()) }
  // One of several processes starting at once creates it, and the others read that one's.
  await tx.insert(proofKeys).values(made).onConflictDoNothing()
  const [row] = await find()
  if (!row) throw new Error('the key that was just made is not there')
  return row.secret
}

/** Valid proof not known to be spent. Created by `checkProof` alone. */
export interface CheckedProof {
  readonly hash: string
  readonly expiresAtMs: number
}

/**
 * Checks that a proof is ours (or the third-party captcha's), current and solved. Outside any transaction, because it computes,
 * and because a provider is asked over the network and says yes only once. @throws AppError robots.proof-refused, server.busy
 */
export async function checkProof(ctx: OpenCtx, proof: string): Promise<CheckedProof> {
  const nowMs = ctx.deps.clock.nowMs()
  const secret = await ctx.tenant((tx) => secretOf(tx, ctx))
  const read = await readProof(secret, proof, nowMs)
  if (read) return { hash: sha256Hex(`own\n${read.nonce}`), expiresAtMs: read.expiresAtMs }
  // With a third-party captcha configured, a page sends its token, or else solves our own challenge.
  const isHuman = await ctx.deps.captcha?.verify(proof).catch((cause: unknown) => {
    throw new AppError('server.busy', { cause })
  })
  if (!isHuman) throw new AppError('robots.proof-refused')
  return { hash: sha256Hex(`outside\n${proof}`), expiresAtMs: nowMs + proofLifeMs }
}

/**
 * Spends a checked proof, in the transaction it pays for: when that fails, the proof stays valid; of many concurrent uses one
 * succeeds. @throws AppError robots.proof-refused
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

/** Deletes expired proofs, which their age invalidates anyway. A few at a time; rows locked by another process are skipped. */
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
 * Limits calls of one kind from one address to `limit` in fifteen minutes; for calls that need no proof.
 * @throws AppError request.too-many
 */
export async function limitAddress(ctx: OpenCtx, what: string, limit: number): Promise<void> {
  const subject = { kind: 'public', value: `${what} ${addressGroup(ctx.address)}`, limit } as const
  // Committed also when it refuses: the refusal is thrown outside.
  const waitMs = await ctx.tenant((tx) => takeAttempts(tx, ctx.school.schoolId, [subject], ctx.deps.clock.nowMs()))
  if (waitMs > 0) throw new AppError('request.too-many', { retryAfterMs: waitMs })
}
