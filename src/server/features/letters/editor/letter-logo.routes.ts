import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { fromBase64, toBase64 } from '#shared/kernel/bytes.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { readLetterLogo, removeLetterLogo, setLetterLogo } from '#shared/letters/letter-logo.contract.ts'
import { addLogo, currentLogo } from '../templates/letter-logo.service.ts'
import { cleanLogo } from '#server/features/school/logo/clean-logo.service.ts'

/** Sets the logo, and records who did. @throws AppError form.edit-conflict */
const change = (ctx: SessionCtx, seen: number, png: Uint8Array | null): Promise<{ version: number }> =>
  ctx.tenant(async (tx) => {
    const by = { userId: ctx.session.user.userId, at: toInstant(ctx.deps.clock.nowMs()) }
    const { version, isNew } = await addLogo(tx, ctx.school.schoolId, { seen, png }, by)
    const act = png ? 'letter-logo-set' : 'letter-logo-removed'
    if (isNew) await recordAuditEvent(tx, ctx, act, { about: null, facts: { version } })
    return { version }
  })

export const letterLogoRoutes: Feature = () => [
  route.session(readLetterLogo, (ctx) => {
    requirePermission(ctx.session, 'letters.edit')
    return ctx.tenant(async (tx) => {
      const { schoolId } = ctx.school
      const logo = await currentLogo(tx, schoolId)
      if (!logo) return { version: 0, png: null, changed: null }
      const { version, png, at, byUser } = logo
      const people = await findPeople(tx, schoolId, [byUser])
      return { version, png: png && toBase64(png), changed: { by: people.get(byUser)?.name ?? null, at } }
    })
  }),
  route.session(setLetterLogo, async (ctx, { seen, png }) => {
    requirePermission(ctx.session, 'letters.edit')
    return change(ctx, seen, await cleanLogo(fromBase64(png)))
  }),
  route.session(removeLetterLogo, (ctx, { seen }) => {
    requirePermission(ctx.session, 'letters.edit')
    return change(ctx, seen, null)
  }),
]
