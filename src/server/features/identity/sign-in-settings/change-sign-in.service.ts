import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { signInSettingsRead, signInSettingsSet } from '#shared/identity/sign-in-settings.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { readSignInSettings, type SignInRow } from './sign-in-settings.service.ts'
import { signInSettings } from './sign-in-settings.table.ts'

type Values = Omit<SignInRow, 'schoolId' | 'revision' | 'byUser' | 'at'>

const usual: Values & { revision: number } = {
  requiresSecondFactor: false,
  issuer: '',
  clientId: '',
  clientSecret: null,
  allowedTenant: '',
  allowedDomain: '',
  groupRoles: [],
  isEnforced: false,
  breakGlass: null,
  revision: 0,
}

/** Returns how people sign in to the school. */
export async function viewSignInSettings(ctx: SessionCtx): Promise<z.input<typeof signInSettingsRead.reply>> {
  const row = (await ctx.tenant((tx) => readSignInSettings(tx, ctx.school.schoolId))) ?? usual
  return { requiresSecondFactor: row.requiresSecondFactor, revision: row.revision }
}

/** Changes it. @throws AppError as the contract says */
export const changeSignInSettings = (
  ctx: SessionCtx,
  { revision: seen, ...asked }: z.output<typeof signInSettingsSet.body>,
): Promise<{ revision: number }> =>
  ctx.tenant(async (tx) => {
    const { schoolId } = ctx.school
    const known = (await readSignInSettings(tx, schoolId)) ?? usual
    if (known.revision !== seen) throw new AppError('settings.changed')
    const { schoolId: _, ...before } = { schoolId, ...known }
    const row = {
      ...before,
      ...asked,
      revision: seen + 1,
      byUser: ctx.session.user.userId,
      at: toInstant(ctx.deps.clock.nowMs()),
    }
    // Of two at once the second has seen what is there no more.
    const saved = await tx
      .insert(signInSettings)
      .values({ schoolId, ...row })
      .onConflictDoUpdate({
        target: [signInSettings.schoolId],
        set: row,
        setWhere: eq(signInSettings.revision, seen),
      })
      .returning({ revision: signInSettings.revision })
    if (saved.length === 0) throw new AppError('settings.changed')
    const state = row.requiresSecondFactor ? 'on' : 'off'
    await recordAuditEvent(tx, ctx, 'sign-in-settings-set', { about: 'sign-in', facts: { state } })
    return { revision: row.revision }
  })
