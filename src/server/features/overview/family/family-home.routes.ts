import { limitLinkSave } from '#server/features/identity/accounts/account-limits.service.ts'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { openNeed } from '#server/features/admissions/family/family-open.service.ts'
import { lockStudent } from '#server/features/admissions/file/student-row.service.ts'
import { progressOf } from '#server/features/admissions/family/family-progress.service.ts'
import { requireFamily } from '#server/features/fees/family/my-payers.service.ts'
import { letterFile } from '#server/features/letters/issue/letter-file.service.ts'
import { untoldChanges } from '#server/features/messaging/family-messages.service.ts'
import { addressKey } from '#server/features/students/family/family.service.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { familyCanteen, familyCardLost, familyLimits } from '#shared/overview/family/family-canteen.contract.ts'
import { familyFood, familyForbid } from '#shared/overview/family/family-food.contract.ts'
import { familyGuardians, familyInvite, familyRevoke } from '#shared/overview/family/family-guardians.contract.ts'
import { familyTopUp } from '#shared/overview/family/family-top-up.contract.ts'
import { familyHome, familyLetter, familyOpen } from '#shared/overview/family/family-home.contract.ts'
import { beginTopUp } from '#server/features/fees/family/account-top-up.service.ts'
import { readCanteen, reportCardLost, requireAccount, setFamilyLimits } from './family-canteen.service.ts'
import { requireMyChild } from './family-access.service.ts'
import { forbidFood, readFood } from './family-food.service.ts'
import { guardiansFor, inviteGuardian, revokeGuardian } from './family-guardians.service.ts'
import { readHome } from './family-home.service.ts'
import { familyLetters } from './family-letters.service.ts'

export const familyHomeRoutes: Feature = () => [
  route.session(familyHome, (ctx) => {
    requireFamily(ctx)
    return ctx.tenant((tx) => readHome(tx, ctx))
  }),
  route.session(familyOpen, (ctx, { student_id: studentId, need, id }) =>
    ctx.tenant(async (tx) => {
      await requireMyChild(tx, ctx, studentId, need === 'documents' ? 'documents' : 'admission')
      const student = await lockStudent(tx, ctx.school.schoolId, studentId)
      const path = await openNeed(tx, ctx, { student, need, id, email: addressKey(ctx.session.user.email) })
      await recordAuditEvent(tx, ctx, 'family-link-opened', { about: studentId, facts: { kind: need } })
      return { path }
    }),
  ),
  route.session(familyCanteen, (ctx) => {
    requireFamily(ctx)
    return ctx.tenant((tx) => readCanteen(tx, ctx))
  }),
  route.session(familyLimits, (ctx, asked) => ctx.tenant((tx) => setFamilyLimits(tx, ctx, asked))),
  route.session(familyFood, (ctx, { student_id: studentId }) => ctx.tenant((tx) => readFood(tx, ctx, studentId))),
  route.session(familyForbid, (ctx, asked) => ctx.tenant((tx) => forbidFood(tx, ctx, asked))),
  route.session(familyTopUp, async (ctx, { student_id: studentId, ...asked }) => {
    const { customerId } = await ctx.tenant((tx) => requireAccount(tx, ctx, studentId))
    const waitMs = await ctx.tenant((tx) => limitLinkSave(tx, ctx, `family-top-up ${ctx.session.user.userId}`))
    if (waitMs > 0) throw new AppError('request.too-many', { retryAfterMs: waitMs })
    return { url: await beginTopUp(ctx, { ...asked, customerId }) }
  }),
  route.session(familyCardLost, (ctx, { student_id: studentId }) =>
    ctx.tenant((tx) => reportCardLost(tx, ctx, studentId)),
  ),
  route.session(familyGuardians, (ctx, { student_id: studentId }) =>
    ctx.tenant(async (tx) => ({ guardians: await guardiansFor(tx, ctx, studentId) })),
  ),
  route.session(familyInvite, (ctx, asked) =>
    ctx.tenant(async (tx) => ({ guardians: await inviteGuardian(tx, ctx, asked) })),
  ),
  route.session(familyRevoke, (ctx, asked) =>
    ctx.tenant(async (tx) => ({ guardians: await revokeGuardian(tx, ctx, asked) })),
  ),
  route.session(familyLetter, async (ctx, { student_id: studentId, id }) => {
    const letter = await ctx.tenant(async (tx) => {
      const { schoolId } = ctx.school
      await requireMyChild(tx, ctx, studentId, 'admission')
      const student = await lockStudent(tx, schoolId, studentId)
      const untold = await untoldChanges(tx, schoolId, [studentId])
      const of = { email: addressKey(ctx.session.user.email), isTold: (changeId: string) => !untold.has(changeId) }
      const { stage } = await progressOf(tx, ctx, student, of)
      const found = (await familyLetters(tx, schoolId, studentId, stage)).find((each) => each.id === id)
      if (!found) throw new AppError('request.not-found', { field: 'id' })
      return found.letter
    })
    return letterFile(ctx, letter, ctx.school.language)
  }),
]
