import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { schoolHandOvers } from '../linked-schools/linked-school.table.ts'
import { passkeyChallenges } from '../passkeys/passkey.table.ts'
import { signInTickets } from '../second-factor/second-factor.table.ts'
import { ssoTurns } from '../single-sign-on/single-sign-on.table.ts'
import { accountChallenges, accountLinks, type LinkPurpose } from './account.table.ts'

/** An invitation stays: its colleague has no other way in. A link that creates a school is of the installation and stays, too. */
const dropped: LinkPurpose[] = ['verify', 'reset', 'join']

/** Deletes emailed codes and links, and sign-ins that had only begun, which a restore has brought back: each works once, and may have been used since the copy. */
export async function dropCodes(tx: Tx, schoolId: string): Promise<void> {
  await tx.delete(accountChallenges).where(eq(accountChallenges.schoolId, schoolId))
  await tx
    .delete(accountLinks)
    .where(
      and(eq(accountLinks.schoolId, schoolId), inArray(accountLinks.purpose, dropped), isNull(accountLinks.usedAt)),
    )
  await tx.delete(schoolHandOvers).where(eq(schoolHandOvers.schoolId, schoolId))
  await tx.delete(signInTickets).where(eq(signInTickets.schoolId, schoolId))
  await tx.delete(ssoTurns).where(eq(ssoTurns.schoolId, schoolId))
  await tx.delete(passkeyChallenges).where(eq(passkeyChallenges.schoolId, schoolId))
}
