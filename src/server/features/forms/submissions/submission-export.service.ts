import { allPages } from '#server/features/lists/export/all-pages.service.ts'
import { exportList } from '#server/features/lists/export/list-export.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { FormPurpose } from '#shared/forms/form-definition.contract.ts'
import type { SubmissionScope } from '#shared/forms/submission-scope.rules.ts'
import type { FileReply } from '#shared/kernel/endpoint.ts'
import { formatReference } from '#shared/kernel/text/reference-number.rules.ts'
import type { ExportHow } from '#shared/lists/list-export.contract.ts'
import { listSubmissions } from './submission.service.ts'
import { submissionRow } from './submission.view.ts'

type Listed = Awaited<ReturnType<typeof listSubmissions>>[number]

/** Exports submissions as a file: who wrote about whom and when, never the answers. */
export function exportSubmissions(
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
