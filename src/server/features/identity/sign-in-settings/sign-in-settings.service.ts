import { eq } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { signInSettings } from './sign-in-settings.table.ts'

export type SignInRow = typeof signInSettings.$inferSelect

/** Returns how people sign in to a school; undefined for a school where nobody has changed it. */
export async function readSignInSettings(tx: Tx, schoolId: string): Promise<SignInRow | undefined> {
  const [row] = await tx.select().from(signInSettings).where(eq(signInSettings.schoolId, schoolId))
  return row
}
