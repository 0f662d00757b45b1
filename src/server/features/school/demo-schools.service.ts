import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { isDemoSchool, listDemoSchools } from './school.service.ts'

/**
 * Deletes all demo schools of the installation. The record is written first: what was begun is known even when it breaks off.
 * @returns their codes @throws AppError access.denied at a demo school
 */
export async function removeAllDemoSchools(ctx: SessionCtx): Promise<string[]> {
  const { db } = ctx.deps
  const demos = await listDemoSchools(db)
  await ctx.tenant(async (tx) => {
    if (await isDemoSchool(tx, ctx.school.schoolId)) throw new AppError('access.denied')
    if (demos.length > 0)
      await recordAuditEvent(tx, ctx, 'demo-removed', { about: null, facts: { count: demos.length } })
  })
  const removed: string[] = []
  for (const { schoolId, code } of demos) if (await db.deleteDemoSchool(schoolId)) removed.push(code)
  return removed
}
