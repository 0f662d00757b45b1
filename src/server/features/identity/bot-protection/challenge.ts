import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { Challenge, SolvedChallenge } from '#shared/identity/bot-protection.contract.ts'
import type { Random } from '#shared/kernel/ids.ts'
import { minuteMs } from '#shared/kernel/time.ts'

/** Long enough for a slow phone and a bad network, short enough to make stockpiling pointless. */
export const proofLifeMs = 10 * minuteMs

/** One try is five thousand rounds of SHA-256: about 1 ms on a desktop, 5 ms on a mid-range phone. */
const cost = 5_000

/** Upper bound of the answer: two hundred tries on average, a second on that phone and never more than two. */
const easyBelow = 400

/** Easy challenges per address in a quarter of an hour: a school's whole open day may share one. */
const easyAsks = 30
const hardest = 8

/** Returns the bound: it doubles with every doubling of an address's requests, up to eight times. */
export function triesBelow(asks: number): number {
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
export async function readProof(
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
