import type { Session } from '#server/http/context.ts'
import { type Feature, route } from '#server/http/serve.ts'
import {
  askCriteria,
  criteriaLinks,
  criteriaList,
  endCriteriaLink,
  readFormValues,
  saveFormValues,
} from '#shared/forms/criteria.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { Permission } from '#shared/kernel/roles.ts'
import { hasScopedPermission } from '#shared/kernel/scoped-permission.ts'
import { publishedForms } from '../form.service.ts'
import { ask, endLink, linksAbout } from './link.service.ts'
import { readValues, saveValues } from './values.service.ts'

export const criteriaRoutes: Feature = ({ clock }) => [
  route.open(criteriaList, async (ctx) => {
    const found = await ctx.tenant((tx) => publishedForms(tx, ctx.school.schoolId))
    const criteria = found.filter(({ purpose }) => purpose === 'criteria')
    return { result: criteria.map(({ slug, version, title }) => ({ sims_criteria_code: slug, version, title })) }
  }),
  route.open(readFormValues, readValues),
  route.open(saveFormValues, async (ctx, asked) => ({ formData: await saveValues(ctx, asked) })),
  route.session(criteriaLinks, async (ctx, { submissionId }) => {
    requireTo(ctx.session, 'submissions.see')
    return { links: await ctx.tenant((tx) => linksAbout(tx, ctx.school.schoolId, submissionId, clock.nowMs())) }
  }),
  route.session(askCriteria, async (ctx, asked) => {
    requireTo(ctx.session, 'family.ask')
    return { link: await ask(ctx, asked) }
  }),
  route.session(endCriteriaLink, async (ctx, { id, again }) => {
    requireTo(ctx.session, 'family.ask')
    return { link: await endLink(ctx, id, again) }
  }),
]

/** Checks the permission. @throws AppError access.denied */
export function requireTo({ kind, roles }: Session, permission: Permission): void {
  if (!hasScopedPermission(kind, roles, permission)) throw new AppError('access.denied')
}
