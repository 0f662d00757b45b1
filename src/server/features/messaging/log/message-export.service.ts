import { allPages } from '#server/features/lists/export/all-pages.service.ts'
import { exportList } from '#server/features/lists/export/list-export.service.ts'
import type { Voice } from '#server/features/lists/export/list-words.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { FileReply } from '#shared/kernel/endpoint.ts'
import { hasScopedPermission } from '#shared/kernel/scoped-permission.ts'
import { formatReference } from '#shared/kernel/text/reference-number.rules.ts'
import type { ExportHow } from '#shared/lists/list-export.contract.ts'
import type { LogEntry, LogFilter } from '#shared/messaging/message-log.contract.ts'
import { readLog } from './message-log.service.ts'

/** Exports the message log as a file; addresses masked as the log shows them to this person. */
export function exportLog(ctx: SessionCtx, filter: LogFilter, how: ExportHow<'messages'>): Promise<FileReply> {
  const { schoolId, timeZone } = ctx.school
  const { from, to } = filter
  const seesAddresses = hasScopedPermission(ctx.session.kind, ctx.session.roles, 'messages.see')
  const of = { group: undefined, by: undefined, about: undefined }
  const asked = { schoolId, timeZone, from, to, ...of, filter, seesAddresses }
  return exportList(ctx, 'messages', how, {
    pages: (tx) =>
      allPages((last: LogEntry | undefined, limit) =>
        readLog(tx, { ...asked, after: last && { at: last.at, id: last.id }, limit }),
      ),
    cells: (entry, voice) => ({
      at: voice.moment(entry.at),
      message: voice.word(entry.kind === 'decision' ? 'messages.event' : 'messages.mail', entry.what),
      state: voice.word('messages.state', entry.state),
      child: entry.students.length > 0 ? voice.listed(namesIn(entry, voice)) : entry.subject,
      reference: voice.listed(entry.students.map(({ registration_id: reference }) => formatReference(reference))),
      recipient: voice.listed(entry.recipients.flatMap(({ name }) => (name ? [name] : []))),
      address: entry.recipients.map(({ email }) => email).join(' '),
    }),
  })
}

const namesIn = ({ students }: LogEntry, { name }: Voice): string[] =>
  students.map(
    ({ student_name: en, student_name_ar: ar, registration_id: reference }) =>
      name({ en: en ?? '', ar: ar ?? '' }) ?? formatReference(reference),
  )
