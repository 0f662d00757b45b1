import { type Feature, route } from '#server/http/serve.ts'
import { Instant, Uuid } from '#shared/contract/fields.ts'
import { submissionDetail, submissionFile, submissionList } from '#shared/contract/submission.ts'
import { toBase64 } from '#shared/kernel/bytes.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { contentOf } from './file.service.ts'
import { requireSubmissions, withoutWithheld } from './submission.policy.ts'
import { findFile, findSubmission, listSubmissions } from './submission.service.ts'
import { submissionRow, submittedFile } from './submission.view.ts'

const pageRows = 50

export const submissionRoutes: Feature = () => [
  route.session(submissionList, async (ctx, { purpose, before }) => {
    requireSubmissions(ctx.session)
    const filter = { schoolId: ctx.school.schoolId, purpose, before: readKey(before), limit: pageRows + 1 }
    const rows = await ctx.tenant((tx) => listSubmissions(tx, filter))
    const page = rows.slice(0, pageRows)
    const last = rows.length > pageRows ? page.at(-1)?.row : undefined
    return {
      submissions: page.map((each) => submissionRow(each.row, each.definition, each.filesAwaited)),
      next: last ? `${last.receivedAt}|${last.id}` : null,
    }
  }),
  route.session(submissionDetail, async (ctx, { id }) => {
    requireSubmissions(ctx.session)
    const found = await ctx.tenant((tx) => findSubmission(tx, ctx.school.schoolId, id))
    if (!found) throw new AppError('request.not-found')
    const { row, definition, files } = found
    const awaited = files.filter((file) => file.state === 'awaited').length
    const seen = withoutWithheld(ctx.session, definition, row.answers)
    const isSeen = (path: string) => !seen.withheld.includes(path.replace(/\.\d+\./, '.'))
    return {
      submission: submissionRow(row, definition, awaited),
      definition,
      ...seen,
      files: files.filter((file) => isSeen(file.path)).map(submittedFile),
    }
  }),
  route.session(submissionFile, async (ctx, { submissionId, fileId }) => {
    requireSubmissions(ctx.session)
    const { schoolId } = ctx.school
    return ctx.tenant(async (tx) => {
      const found = await findSubmission(tx, schoolId, submissionId)
      const file = found && (await findFile(tx, schoolId, submissionId, fileId))
      if (!file) throw new AppError('request.not-found')
      const { withheld } = withoutWithheld(ctx.session, found.definition, found.row.answers)
      if (withheld.includes(file.path.replace(/\.\d+\./, '.'))) throw new AppError('access.denied')
      const content = await contentOf(tx, schoolId, fileId)
      return { name: file.name, kind: file.kind, data: toBase64(content) }
    })
  }),
]

/** Where a page begins. @throws AppError request.invalid */
function readKey(before: string | undefined): { receivedAt: string; id: string } | undefined {
  if (before === undefined) return undefined
  const [receivedAt, id] = before.split('|')
  const instant = Instant.safeParse(receivedAt)
  const uuid = Uuid.safeParse(id)
  if (!instant.success || !uuid.success) throw new AppError('request.invalid', { field: 'before' })
  return { receivedAt: instant.data, id: uuid.data }
}
