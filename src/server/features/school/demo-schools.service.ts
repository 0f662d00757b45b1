import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Database } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { isDemoSchool, listDemoSchools } from './school.service.ts'

/** Who else may remove demo schools, as a higher domain knows. */
export interface DemoNeeds {
  /** Returns whether somebody runs the installation above its schools: then removing is theirs alone. */
  hasProvider: (db: Database) => Promise<boolean>
}

/** Returns whether the administrator of a school may remove the demo schools. */
async function mayRemove({ deps, tenant, school }: SessionCtx, { hasProvider }: DemoNeeds): Promise<boolean> {
  if (await hasProvider(deps.db)) return false
  return tenant(async (tx) => !(await isDemoSchool(tx, school.schoolId)))
}

/** Returns the codes of the demo schools that the caller may remove. */
export async function removableDemoSchools(ctx: SessionCtx, needs: DemoNeeds): Promise<string[]> {
  if (!(await mayRemove(ctx, needs))) return []
  return (await listDemoSchools(ctx.deps.db)).map(({ code }) => code)
}

/**
 * Deletes all demo schools of the installation. The record is written first: what was begun is known even when it breaks off.
 * @returns their codes @throws AppError access.denied at a demo school, or where there is a provider
 */
export async function removeAllDemoSchools(ctx: SessionCtx, needs: DemoNeeds): Promise<string[]> {
  if (!(await mayRemove(ctx, needs))) throw new AppError('access.denied')
  const demos = await listDemoSchools(ctx.deps.db)
  if (demos.length > 0)
    await ctx.tenant((tx) => recordAuditEvent(tx, ctx, 'demo-removed', { about: null, facts: { count: demos.length } }))
  return deleteDemoSchools(ctx.deps.db, demos)
}

/** Deletes these demo schools one by one. @returns the codes of those that were there */
export async function deleteDemoSchools(
  db: Database,
  demos: Awaited<ReturnType<typeof listDemoSchools>>,
): Promise<string[]> {
  const removed: string[] = []
  for (const { schoolId, code } of demos) if (await db.deleteDemoSchool(schoolId)) removed.push(code)
  return removed
}
