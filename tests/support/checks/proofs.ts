import { eq } from 'drizzle-orm'
import { solveChallenge } from '#local/proof-of-work/solve-challenge.ts'
import { makeChallenge } from '#server/features/identity/bot-protection/bot-protection.service.ts'
import { proofKeys } from '#server/features/identity/bot-protection/bot-protection.table.ts'
import { askChallenge, type Challenge } from '#shared/identity/bot-protection.contract.ts'
import type { TestSchool } from '#tests/support/factories.ts'
import { type Box, call } from '#tests/support/server.ts'

/** A challenge as the school would give out, but so easy that the first try solves it: tests have no second to lose. */
export async function easyChallenge(
  box: Box,
  { schoolId, code }: TestSchool,
  nowMs = box.clock.nowMs(),
): Promise<Challenge> {
  const find = () => box.db.owner.select().from(proofKeys).where(eq(proofKeys.schoolId, schoolId))
  // The school's first challenge makes its key.
  if ((await find()).length === 0) await call(box.app, { school: code, address: '198.51.100.200' }, askChallenge)
  const [key] = await find()
  return makeChallenge(key?.secret ?? '', box.deps.random, nowMs, 1)
}

export const quickProof = async (box: Box, school: TestSchool, nowMs?: number): Promise<string> =>
  solveChallenge(await easyChallenge(box, school, nowMs))
