import type { OpenCtx } from '#server/http/context.ts'
import type { SignedIn } from '#shared/identity/auth.contract.ts'
import { accountKey } from '#shared/identity/credentials.rules.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { admitLink, followLink } from '../access-links/access-link.service.ts'
import { addFamily } from '../sessions/accounts.service.ts'
import { startProvenSession } from '../sessions/auth.service.ts'
import { accountLink } from './account-links.ts'
import { refuseCommon } from './register.ts'

interface Joining {
  token: string
  name: string
  userName?: string | undefined
  password: string
}

/**
 * Creates an account by an emailed link, confirmed and signed in at once: another family of an address with an account takes its
 * own username. A taken name leaves the link valid.
 * @throws AppError auth.password-common, auth.link-over, auth.user-name-taken, auth.too-many-attempts
 */
export async function registerByLink(ctx: OpenCtx, { token, name, userName, password }: Joining): Promise<SignedIn> {
  refuseCommon(password)
  const kind = accountLink('join')
  await admitLink(ctx, kind, token)
  const passwordHash = await ctx.deps.passwords.hash(password)
  const { schoolId } = ctx.school
  const now = { nowMs: ctx.deps.clock.nowMs(), random: ctx.deps.random }
  return followLink(ctx, kind, token, async (tx, link) => {
    const family = { name, passwordHash, email: link.email, verified: true }
    const userId = await addFamily(tx, schoolId, { userName: accountKey(userName ?? link.email), ...family }, now)
    // Thrown, not returned: the whole transaction is undone, and the link can be used for another name.
    if (!userId) throw new AppError('auth.user-name-taken', { field: 'userName' })
    const entered = await startProvenSession(tx, ctx, userId)
    if (entered instanceof AppError) throw entered
    return entered
  })
}
