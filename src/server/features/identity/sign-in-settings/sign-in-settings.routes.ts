import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import type { Tx } from '#server/kernel/db.ts'
import { encryptSecret } from '#server/kernel/keys/secrets.ts'
import { signInSettingsRead, signInSettingsSet } from '#shared/identity/sign-in-settings.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { factorOwners } from '../second-factor/factor-owner.service.ts'
import { listStaff } from '../sessions/staff.service.ts'
import { signInCode } from './repeat-sign-in.service.ts'
import { readSignInSettings, secretPlace, type SignInValues, ssoPath, usualSignIn } from './sign-in-settings.service.ts'
import { signInSettings } from './sign-in-settings.table.ts'

type Asked = z.output<typeof signInSettingsSet.body>

/** Returns how people sign in to the school, without the secret. */
const viewSignInSettings = (ctx: SessionCtx): Promise<z.input<typeof signInSettingsRead.reply>> =>
  ctx.tenant(async (tx) => {
    const { clientSecret, ...values }: SignInValues = (await readSignInSettings(tx, ctx.school.schoolId)) ?? usualSignIn
    return {
      ...values,
      hasClientSecret: clientSecret !== null,
      redirectUri: ctx.origin + ssoPath,
      canUseProvider: ctx.deps.identityProviders !== undefined && ctx.deps.keyRing !== undefined,
      keepers: await keepers(tx, ctx.school.schoolId),
    }
  })

/** Returns the administrators who can sign in and have a second factor. */
async function keepers(tx: Tx, schoolId: string) {
  const owners = await factorOwners(tx, schoolId)
  const people = await listStaff(tx, schoolId)
  return people
    .filter(({ id, roles, disabledAt }) => owners.has(id) && roles.includes('admin') && disabledAt === null)
    .map(({ id, name }) => ({ id, name }))
}

/** @throws AppError auth.sso-issuer, auth.sso-incomplete, auth.break-glass-missing */
async function guard(tx: Tx, ctx: SessionCtx, row: SignInValues): Promise<void> {
  const { identityProviders } = ctx.deps
  if (row.issuer !== '' && !identityProviders?.isAllowed(row.issuer))
    throw new AppError('auth.sso-issuer', { field: 'issuer' })
  if (!row.isEnforced) return
  if (row.issuer === '' || row.clientId === '' || row.clientSecret === null) throw new AppError('auth.sso-incomplete')
  const able = await keepers(tx, ctx.school.schoolId)
  if (!able.some(({ id }) => id === row.breakGlass))
    throw new AppError('auth.break-glass-missing', { field: 'breakGlass' })
}

/** Changes it. @throws AppError as the contract says */
const changeSignInSettings = (
  ctx: SessionCtx,
  { revision: seen, clientSecret, ...asked }: Asked,
): Promise<{ revision: number }> =>
  ctx.tenant(async (tx) => {
    const { schoolId } = ctx.school
    const known: SignInValues = (await readSignInSettings(tx, schoolId)) ?? usualSignIn
    if (known.revision !== seen) throw new AppError('settings.changed')
    const kept = clientSecret === undefined ? known.clientSecret : await encrypted(ctx, clientSecret)
    const values: SignInValues = { ...asked, clientSecret: kept, revision: seen + 1 }
    await guard(tx, ctx, values)
    const row = { ...values, byUser: ctx.session.user.userId, at: toInstant(ctx.deps.clock.nowMs()) }
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
    const changed = (Object.keys(values) as (keyof SignInValues)[]).filter(
      (name) => name !== 'revision' && JSON.stringify(values[name]) !== JSON.stringify(known[name]),
    )
    const facts = { parts: changed.join(' '), state: row.isEnforced ? 'on' : 'off' }
    const code = signInCode(schoolId, row, clientSecret !== undefined)
    await recordAuditEvent(tx, ctx, 'sign-in-settings-set', { about: 'sign-in', facts, code })
    return { revision: row.revision }
  })

/** @throws AppError auth.no-key */
async function encrypted({ deps, school }: SessionCtx, secret: string): Promise<string> {
  const place = secretPlace(deps, school.schoolId)
  if (!place) throw new AppError('auth.no-key', { field: 'clientSecret' })
  return encryptSecret({ ...place, random: deps.random }, secret)
}

export const signInSettingsRoutes: Feature = () => [
  route.session(signInSettingsRead, async (ctx) => {
    requirePermission(ctx.session, 'school.settings')
    return viewSignInSettings(ctx)
  }),
  route.session(signInSettingsSet, async (ctx, asked) => {
    requirePermission(ctx.session, 'school.settings')
    return changeSignInSettings(ctx, asked)
  }),
]
