import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { allPages } from '#server/features/lists/export/all-pages.service.ts'
import { exportList } from '#server/features/lists/export/list-export.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import { type Feature, route } from '#server/http/serve.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { FormPurpose } from '#shared/forms/form-definition.contract.ts'
import type { SubmissionScope } from '#shared/forms/submission-scope.rules.ts'
import {
  submissionDetail,
  submissionExport,
  submissionFile,
  submissionList,
} from '#shared/forms/submission.contract.ts'
import { setWorkStatus } from '#shared/forms/work-application.contract.ts'
import { toBase64 } from '#shared/kernel/bytes.ts'
import type { FileReply } from '#shared/kernel/endpoint.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { Instant, Uuid } from '#shared/kernel/fields.ts'
import { formatReference } from '#shared/kernel/text/reference-number.rules.ts'
import type { ExportHow } from '#shared/lists/list-export.contract.ts'
import { contentOf } from '../files/file-store.service.ts'
import { peopleOf } from '../people/person.service.ts'
import { matchesFor } from '../people/person-hint.service.ts'
import { sensitiveIn, withoutWithheld } from './submission.policy.ts'
import { findFile, findSubmission, listSubmissions } from './submission.service.ts'
import { submissionRow, submittedFile } from './submission.view.ts'
import { requireReadable, submissionScope } from './submission-scope.service.ts'
import { changeWorkStatus, workStandings } from './work-application.service.ts'

type Listed = Awaited<ReturnType<typeof listSubmissions>>[number]

/** Exports submissions as a file: who wrote about whom and when, never the answers. */
function exportSubmissions(
  ctx: SessionCtx,
  { purpose }: { purpose?: FormPurpose | undefined },
  scope: SubmissionScope,
  how: ExportHow<'submissions'>,
): Promise<FileReply> {
  const { schoolId } = ctx.school
  return exportList(ctx, 'submissions', how, {
    pages: (tx) =>
      allPages((last: Listed | undefined, limit) =>
        listSubmissions(tx, { schoolId, purpose, scope, before: last?.row, limit }),
      ),
    cells: ({ row, definition, filesAwaited }, voice) => {
      // Possible duplicates are checked on the screen, child by child.
      const seen = submissionRow(row, definition, { filesAwaited, mayBeKnown: false, work: null })
      return {
        at: voice.moment(seen.receivedAt),
        reference: formatReference(seen.reference),
        about: voice.listed(seen.subjects),
        sender: seen.contact,
        form: voice.name(seen.title),
        channel: voice.word('submissions.channel', seen.channel),
        language: voice.word('submissions.language', seen.language),
        filesAwaited: seen.filesAwaited,
      }
    },
  })
}

const pageRows = 50

type Found = NonNullable<Awaited<ReturnType<typeof findSubmission>>>

const fileRoute = route.session(submissionFile, async (ctx, { submissionId, fileId }) => {
  const { schoolId } = ctx.school
  return ctx.tenant(async (tx) => {
    const scope = await submissionScope(tx, ctx)
    const found = await findSubmission(tx, schoolId, submissionId)
    if (found) requireReadable(scope, found.row)
    const file = found && (await findFile(tx, schoolId, submissionId, fileId))
    if (!file) throw new AppError('request.not-found')
    const { withheld } = withoutWithheld(ctx.session, found.definition, found.row)
    const key = file.path.replace(/\.\d+\./, '.')
    if (withheld.includes(key)) throw new AppError('access.denied')
    if (sensitiveIn(found.definition, found.row.answers).includes(key)) {
      await recordAuditEvent(tx, ctx, 'sensitive-file-read', { about: submissionId, facts: {} })
    }
    const content = await contentOf(tx, schoolId, fileId)
    return { name: file.name, kind: file.kind, data: toBase64(content) }
  })
})

const detailRoute = route.session(submissionDetail, async (ctx, { id }) => {
  const { found, mayBeKnown, work } = await ctx.tenant(async (tx) => {
    const scope = await submissionScope(tx, ctx)
    const { hints } = await matchesFor(tx, ctx.school.schoolId, await peopleOf(tx, ctx.school.schoolId, [id]))
    const isHinted = [...hints.values()].some(({ length }) => length > 0)
    const found = await findSubmission(tx, ctx.school.schoolId, id)
    if (!found) throw new AppError('request.not-found')
    requireReadable(scope, found.row)
    await recordReading(tx, ctx, found)
    const standings = await workStandings(tx, ctx.school.schoolId, [found.row])
    return { found, mayBeKnown: isHinted, work: standings(id) }
  })
  const { row, definition, files } = found
  const filesAwaited = files.filter((file) => file.state === 'awaited').length
  const seen = withoutWithheld(ctx.session, definition, row)
  const isSeen = (path: string) => !seen.withheld.includes(path.replace(/\.\d+\./, '.'))
  return {
    submission: submissionRow(row, definition, { filesAwaited, mayBeKnown, work }),
    definition,
    ...seen,
    files: files.filter((file) => isSeen(file.path)).map(submittedFile),
  }
})

export const submissionRoutes: Feature = () => [
  route.session(submissionList, async (ctx, { purpose, before }) => {
    const filter = { schoolId: ctx.school.schoolId, purpose, before: readKey(before), limit: pageRows + 1 }
    const [rows, known, workOf] = await ctx.tenant(async (tx) => {
      const found = await listSubmissions(tx, { ...filter, scope: await submissionScope(tx, ctx) })
      const standings = await workStandings(
        tx,
        ctx.school.schoolId,
        found.map(({ row }) => row),
      )
      const people = await peopleOf(
        tx,
        ctx.school.schoolId,
        found.map(({ row }) => row.id),
      )
      const { hints } = await matchesFor(tx, ctx.school.schoolId, people)
      return [
        found,
        new Set(people.filter(({ id }) => hints.get(id)?.length).map((each) => each.submissionId)),
        standings,
      ]
    })
    const page = rows.slice(0, pageRows)
    const last = rows.length > pageRows ? page.at(-1)?.row : undefined
    return {
      submissions: page.map(({ row, definition, filesAwaited }) =>
        submissionRow(row, definition, { filesAwaited, mayBeKnown: known.has(row.id), work: workOf(row.id) }),
      ),
      next: last ? `${last.receivedAt}|${last.id}` : null,
    }
  }),
  route.session(submissionExport, async (ctx, { filter, ...how }) => {
    const scope = await ctx.tenant((tx) => submissionScope(tx, ctx))
    return exportSubmissions(ctx, filter, scope, how)
  }),
  route.session(setWorkStatus, async (ctx, asked) => ({ work: await changeWorkStatus(ctx, asked) })),
  detailRoute,
  fileRoute,
]

/** Records the reading of answers of the highest sensitivity; a form shown without them leaves no trace. */
async function recordReading(tx: Tx, ctx: SessionCtx, { row, definition }: Found): Promise<void> {
  const { withheld } = withoutWithheld(ctx.session, definition, row)
  const count = sensitiveIn(definition, row.answers).length - withheld.length
  if (count > 0) await recordAuditEvent(tx, ctx, 'sensitive-read', { about: row.id, facts: { count } })
}

/** Parses the start of a page. @throws AppError request.invalid */
function readKey(before: string | undefined): { receivedAt: string; id: string } | undefined {
  if (before === undefined) return undefined
  const [receivedAt, id] = before.split('|')
  const instant = Instant.safeParse(receivedAt)
  const uuid = Uuid.safeParse(id)
  if (!instant.success || !uuid.success) throw new AppError('request.invalid', { field: 'before' })
  return { receivedAt: instant.data, id: uuid.data }
}
