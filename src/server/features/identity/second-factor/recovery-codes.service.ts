import { and, count, eq, isNull } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import {
  groupedCode,
  recoveryAlphabet,
  recoveryCodeCount,
  recoveryCodeLength,
  recoveryCodeOf,
} from '#shared/identity/second-factor.rules.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'
import type { Random, UserId } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { recoveryCodes } from './second-factor.table.ts'

const hashOf = (userId: UserId, code: string): string => sha256Hex(`${userId}\n${code}`)

interface CodeOwner {
  schoolId: string
  userId: UserId
  nowMs: number
}

const ofPerson = (schoolId: string, userId: UserId) =>
  and(eq(recoveryCodes.schoolId, schoolId), eq(recoveryCodes.userId, userId))

/** Draws a code without favouring a letter: bytes beyond the last whole round of the alphabet are drawn again. */
function randomCode(random: Random): string {
  const whole = 256 - (256 % recoveryAlphabet.length)
  let code = ''
  while (code.length < recoveryCodeLength)
    for (const byte of random.bytes(recoveryCodeLength))
      if (byte < whole && code.length < recoveryCodeLength) code += recoveryAlphabet[byte % recoveryAlphabet.length]
  return code
}

/** Makes new recovery codes in place of a person's former ones. @returns them as they are shown, once */
export async function makeRecoveryCodes(
  tx: Tx,
  { schoolId, userId, random }: { schoolId: string; userId: UserId; random: Random },
): Promise<string[]> {
  await dropRecoveryCodes(tx, schoolId, userId)
  const codes = Array.from({ length: recoveryCodeCount }, () => randomCode(random))
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ schoolId, userId, codeHash: hashOf(userId, code) })))
  return codes.map(groupedCode)
}

export const dropRecoveryCodes = (tx: Tx, schoolId: string, userId: UserId): Promise<unknown> =>
  tx.delete(recoveryCodes).where(ofPerson(schoolId, userId))

/** Uses a recovery code up. @returns its hash where it was one of the person's that nobody had used */
export async function spendRecoveryCode(tx: Tx, owner: CodeOwner, typed: string): Promise<string | undefined> {
  const code = recoveryCodeOf(typed)
  return code === undefined ? undefined : spendHash(tx, owner, hashOf(owner.userId, code))
}

/** Uses up the recovery code with a hash. @returns that hash, where nobody had used it */
export async function spendHash(
  tx: Tx,
  { schoolId, userId, nowMs }: CodeOwner,
  codeHash: string,
): Promise<string | undefined> {
  const isThis = and(ofPerson(schoolId, userId), eq(recoveryCodes.codeHash, codeHash), isNull(recoveryCodes.usedAt))
  const used = await tx
    .update(recoveryCodes)
    .set({ usedAt: toInstant(nowMs) })
    .where(isThis)
    .returning({ codeHash: recoveryCodes.codeHash })
  return used[0]?.codeHash
}

export async function countRecoveryCodes(tx: Tx, schoolId: string, userId: UserId): Promise<number> {
  const [left] = await tx
    .select({ count: count() })
    .from(recoveryCodes)
    .where(and(ofPerson(schoolId, userId), isNull(recoveryCodes.usedAt)))
  return left?.count ?? 0
}
