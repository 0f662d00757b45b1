import { allPages } from '#server/features/lists/export/all-pages.service.ts'
import { exportList } from '#server/features/lists/export/list-export.service.ts'
import type { Voice } from '#server/features/lists/export/list-words.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import { actorOf, auditActs } from '#shared/audit/audit.rules.ts'
import type { FileReply } from '#shared/kernel/endpoint.ts'
import { formatReference } from '#shared/kernel/text/reference-number.rules.ts'
import type { ExportHow } from '#shared/lists/list-export.contract.ts'
import type { AuditEntry, AuditFilter } from '#shared/overview/audit.contract.ts'
import { searchRecord } from './audit-list.service.ts'

/** Exports the audit log as a file: the sentences of its screen, with time and person in cells of their own. */
export function exportRecord(
  ctx: SessionCtx,
  { group, by, about, reference, from, to }: AuditFilter,
  how: ExportHow<'record'>,
): Promise<FileReply> {
  const { schoolId, timeZone } = ctx.school
  const asked = { schoolId, timeZone, group, by, about, reference, from, to }
  return exportList(ctx, 'record', how, {
    pages: (tx) =>
      allPages((last: AuditEntry | undefined, limit) =>
        searchRecord(tx, { ...asked, after: last && { at: last.at, id: last.id }, limit }),
      ),
    cells: (entry, voice) => ({
      at: voice.moment(entry.at),
      act: actOf(entry, voice),
      details: voice.listed(detailsOf(entry, voice)),
      by: entry.by?.name ? voice.name(entry.by.name) : voice.text(`audit.who.${actorOf(entry)}`),
      about: entry.about && voice.word('audit.kind', entry.about.kind),
      subject: entry.about && subjectOf(entry.about, voice),
    }),
  })
}

const subjectOf = ({ name, reference, id }: NonNullable<AuditEntry['about']>, voice: Voice): string | null =>
  name ? voice.name(name) : reference ? formatReference(reference) : id

function actOf({ what, source }: AuditEntry, voice: Voice): string {
  const isKnown = Object.hasOwn(auditActs, what) || what === 'student-moved'
  return isKnown || source !== 'faces' ? voice.word('audit.act', what) : voice.text('audit.act.faces')
}

/** Returns the event's other details: roles, step, counts. */
function detailsOf({ what, facts }: AuditEntry, voice: Voice): string[] {
  const rolesIn = (codes: AuditEntry['facts'][string] | undefined) =>
    voice.listed(
      String(codes ?? '')
        .split(' ')
        .filter(Boolean)
        .map((code) => voice.word('staff.role', code)),
    )
  const counted = { count: String(facts['count'] ?? 0), format: String(facts['format'] ?? '').toUpperCase() }
  if (what === 'student-moved') return facts['to'] ? [voice.word('students.status', String(facts['to']))] : []
  if (what === 'person-invited') return [rolesIn(facts['roles'])]
  if (what === 'person-roles')
    return (['added', 'removed'] as const).flatMap((side) =>
      facts[side] ? [voice.text(`audit.fact.${side}`, { roles: rolesIn(facts[side]) })] : [],
    )
  if (what === 'sign-in' || what === 'sign-in-refused')
    return [voice.text(`audit.fact.${facts['kind'] === 'pos' ? 'till' : 'desk'}`)]
  if (what === 'form-published' || what === 'letter-published')
    return [voice.text('audit.fact.version', { version: String(facts['version']) })]
  if (what === 'letters-issued') return [voice.text('audit.fact.issued', counted)]
  if (what === 'students-exported' || what === 'students-imported') return [voice.text('audit.fact.exported', counted)]
  if (what === 'list-exported')
    return [voice.word('export.list', String(facts['list'])), voice.text('audit.fact.rows', counted)]
  return []
}
