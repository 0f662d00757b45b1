import { and, eq, isNull } from 'drizzle-orm'
import { hasOwnSchool } from '#server/features/school/school.service.ts'
import { installationId, type Tx } from '#server/kernel/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { hashToken } from '#server/kernel/tokens.ts'
import type { SetupState } from '#shared/identity/setup.contract.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { fromInstant, toInstant } from '#shared/kernel/time.ts'
import { issueLink } from '../accounts/account-links.ts'
import { accountLinks } from '../accounts/account.table.ts'

const ofSetup = and(eq(accountLinks.schoolId, installationId), eq(accountLinks.purpose, 'setup'))

/**
 * Creates a set-up link, which works for 24 hours and once. Only its hash is kept: the caller shows it to the person at the
 * machine and nowhere else.
 * @param replaces whether earlier links stop working; links of other starts do not
 * @returns its path with the token behind `#`; undefined when there is a school that is no demo
 */
export async function createSetupLink(
  deps: Pick<Deps, 'db' | 'clock' | 'random'>,
  { replaces }: { replaces: boolean },
): Promise<string | undefined> {
  if (await hasOwnSchool(deps.db)) return undefined
  return deps.db.tenant(installationId, async (tx) => {
    if (replaces)
      await tx.delete(accountLinks).where(and(ofSetup, isNull(accountLinks.usedAt), isNull(accountLinks.userId)))
    const of = { deps, school: { schoolId: installationId } }
    return (await issueLink(tx, of, 'setup', { userId: null, email: '', registered: null })).path
  })
}

interface SetupLink {
  /** What the token opens, unless there is a school already: its holder may know more than "it is over". */
  state: Exclude<SetupState, 'closed'>
  /** Id of the provider who created the link for one more school; null for a link that the machine has printed. */
  provider: UserId | null
  /** School that lends what the new one begins with. */
  templateId: string | null
}

/** Returns what a token opens, and who has created it. */
export async function readSetupLink(tx: Tx, token: string, nowMs: number): Promise<SetupLink> {
  const [link] = await tx
    .select({
      usedAt: accountLinks.usedAt,
      expiresAt: accountLinks.expiresAt,
      provider: accountLinks.userId,
      templateId: accountLinks.templateId,
    })
    .from(accountLinks)
    .where(and(ofSetup, eq(accountLinks.tokenHash, hashToken(token))))
  if (link === undefined) return { state: 'unknown', provider: null, templateId: null }
  const { usedAt, expiresAt, provider, templateId } = link
  const state = usedAt !== null ? 'used' : fromInstant(expiresAt) > nowMs ? 'open' : 'expired'
  return { state, provider, templateId }
}

/**
 * Uses up an open link. With one that the machine has printed all others of this kind are used up: of two that create the first school
 * at the same moment, one is refused. One of a provider is used up alone.
 * @returns whether this token was still open
 */
export async function useSetupLink(tx: Tx, token: string, nowMs: number): Promise<boolean> {
  const { provider } = await readSetupLink(tx, token, nowMs)
  const these = provider === null ? isNull(accountLinks.userId) : eq(accountLinks.tokenHash, hashToken(token))
  const used = await tx
    .update(accountLinks)
    .set({ usedAt: toInstant(nowMs) })
    .where(and(ofSetup, these, isNull(accountLinks.usedAt)))
    .returning({ tokenHash: accountLinks.tokenHash })
  const tokenHash = hashToken(token)
  return used.some((link) => link.tokenHash === tokenHash)
}
