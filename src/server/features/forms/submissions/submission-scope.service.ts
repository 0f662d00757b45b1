import { readSchool } from '#server/features/school/school.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { FormPurpose } from '#shared/forms/form-definition.contract.ts'
import { isEmptyScope, isInScope, type SubmissionScope } from '#shared/forms/submission-scope.rules.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { hasScopedPermission } from '#shared/kernel/scoped-permission.ts'
import { type OfficeForm, officeForms, usualRouting } from '#shared/school/office-forms.rules.ts'

/**
 * Returns what a person may read of what is handed in: of families by their roles, applications for work as `hr`, office forms as
 * the school's setting says. At a till nobody reads any. @throws AppError access.denied where it is nothing
 */
export async function submissionScope(tx: Tx, ctx: Pick<SessionCtx, 'school' | 'session'>): Promise<SubmissionScope> {
  const scope = await findScope(tx, ctx)
  if (isEmptyScope(scope)) throw new AppError('access.denied')
  return scope
}

/** Like `submissionScope`, for who may go on without any. */
export async function findScope(
  tx: Tx,
  { school, session: { kind, roles } }: Pick<SessionCtx, 'school' | 'session'>,
): Promise<SubmissionScope> {
  const { formRouting = usualRouting } = (await readSchool(tx, school.schoolId)).profile
  const isRouted = (form: OfficeForm) => kind === 'staff' && formRouting[form].some((role) => roles.includes(role))
  return {
    families: hasScopedPermission(kind, roles, 'submissions.see'),
    work: hasScopedPermission(kind, roles, 'work.see'),
    office: officeForms.filter(isRouted),
  }
}

/** @throws AppError access.denied for a submission out of a person's scope */
export function requireReadable(scope: SubmissionScope, submission: { slug: string; purpose: FormPurpose }): void {
  if (!isInScope(scope, submission)) throw new AppError('access.denied')
}
