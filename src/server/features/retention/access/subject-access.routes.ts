import type { SessionCtx } from '#server/http/context.ts'
import { describeFailure } from '#server/http/describe-failure.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { startSubjectAccess, subjectAccesses, subjectAccessFile } from '#shared/retention/subject-access.contract.ts'
import { runAccess } from './run-access.service.ts'
import { beginAccess, listAccesses, takeAccess } from './subject-access.service.ts'

/** Those who may erase a child's file give the family what is in it. */
const allow = (ctx: SessionCtx) => requirePermission(ctx.session, 'students.erase')

/** What a school holds of a child, as one file. */
export const subjectAccessRoutes: Feature = () => [
  route.session(startSubjectAccess, async (ctx, asked) => {
    allow(ctx)
    const { deps, school } = ctx
    const access = await ctx.tenant((tx) => beginAccess(tx, ctx, asked))
    runAccess(deps, school.schoolId, access.id).catch((error: unknown) =>
      deps.log.error(describeFailure(error), 'a file of subject access stopped'),
    )
    return { access }
  }),
  route.session(subjectAccesses, async (ctx, { student_id }) => {
    allow(ctx)
    return { accesses: await ctx.tenant((tx) => listAccesses(tx, ctx.school.schoolId, student_id)) }
  }),
  route.session(subjectAccessFile, async (ctx, { id }) => {
    allow(ctx)
    return ctx.tenant((tx) => takeAccess(tx, ctx, id))
  }),
]
