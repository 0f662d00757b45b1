import { allPages } from '#server/features/list-export/all-pages.service.ts'
import { exportList } from '#server/features/list-export/list-export.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { FileReply } from '#shared/contract/endpoint.ts'
import type { FormPurpose } from '#shared/contract/form-definition.ts'
import type { ExportHow } from '#shared/contract/list-export.ts'
import { showReference } from '#shared/rules/reference-number.rules.ts'
import { listSubmissions } from './submission.service.ts'
import { submissionRow } from './submission.view.ts'

type Listed = Awaited<ReturnType<typeof listSubmissions>>[number]

/** What was handed in, as a file: who wrote about whom and when, never what they answered. */
export function exportSubmissions(
  ctx: SessionCtx,
  { purpose }: { purpose?: FormPurpose | undefined },
  how: ExportHow<'submissions'>,
): Promise<FileReply> {
  const { schoolId } = ctx.school
  return exportList(ctx, 'submissions', how, {
    pages: (tx) =>
      allPages((last: Listed | undefined, limit) =>
        listSubmissions(tx, { schoolId, purpose, before: last?.row, limit }),
      ),
    cells: ({ row, definition, filesAwaited }, voice) => {
      // Whether somebody is known already is asked on the screen, child by child.
      const seen = submissionRow(row, definition, { filesAwaited, mayBeKnown: false })
      return {
        at: voice.moment(seen.receivedAt),
        reference: showReference(seen.reference),
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
