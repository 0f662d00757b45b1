import { readAuditEvents } from '#server/features/audit/audit-read.service.ts'
import { faceRecord } from '#server/features/faces/face-audit.service.ts'
import { submissionNames } from '#server/features/forms/submissions/submission.service.ts'
import { findPeople, staffNames } from '#server/features/identity/sessions/people.service.ts'
import { allPages } from '#server/features/lists/export/all-pages.service.ts'
import { exportList } from '#server/features/lists/export/list-export.service.ts'
import type { Voice } from '#server/features/lists/export/list-words.service.ts'
import { studentFacts } from '#server/features/students/student-facts.service.ts'
import { studentRecord } from '#server/features/students/student-record.service.ts'
import { studentsRegisteredAs } from '#server/features/students/student-related.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { RecordEntry, RecordQuery } from '#server/kernel/record.ts'
import type { AuditKind } from '#shared/audit/account-acts.rules.ts'
import { actorOf, auditActs } from '#shared/audit/audit.rules.ts'
import type { FileReply } from '#shared/kernel/endpoint.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { Instant, UserId, Uuid } from '#shared/kernel/fields.ts'
import { formatReference } from '#shared/kernel/text/reference-number.rules.ts'
import type { ExportHow } from '#shared/lists/list-export.contract.ts'
import { type AuditEntry, type AuditFilter, auditExport, auditList } from '#shared/overview/audit.contract.ts'

const isNewer = (a: RecordEntry, b: RecordEntry): number => {
  if (a.at !== b.at) return a.at < b.at ? 1 : -1
  return a.id < b.id ? 1 : -1
}

interface Params extends Omit<RecordQuery, 'about'> {
  about: RecordQuery['about']
  /** Reference of students, in place of a subject. */
  reference: string | undefined
}

/** Returns one page of all histories together, plus one more entry if there is one. Each history stays in its own table. */
async function searchRecord(tx: Tx, { reference, ...asked }: Params): Promise<AuditEntry[]> {
  const pages: Found[] = []
  // Sequential: a transaction has one connection.
  for (const about of await subjectsOf(tx, reference, asked))
    pages.push(...(await allHistories(tx, { ...asked, about })))
  const page = pages.toSorted(isNewer).slice(0, asked.limit)
  const colleagues = page.flatMap(({ by, about }) => [by ?? [], about?.kind === 'person' ? UserId.parse(about.id) : []])
  const people = await findPeople(tx, asked.schoolId, colleagues.flat())
  const nameOf = (id: UserId) => people.get(id)?.name ?? null
  const references = await referencesOf(tx, asked.schoolId, page)
  return page.map(({ by, about, ...entry }) => ({
    ...entry,
    by: by && { id: by, name: nameOf(by) },
    about: about && {
      ...about,
      name: about.kind === 'person' ? nameOf(UserId.parse(about.id)) : null,
      reference: references.get(about.id) ?? null,
    },
  }))
}

type Found = RecordEntry & Pick<AuditEntry, 'source'>

async function allHistories(tx: Tx, asked: RecordQuery): Promise<Found[]> {
  const common = (await readAuditEvents(tx, asked)).map((entry) => ({ ...entry, source: 'audit' as const }))
  const faces = (await faceRecord(tx, asked)).map((entry) => ({ ...entry, source: 'faces' as const }))
  const students = (await studentRecord(tx, asked)).map((entry) => ({ ...entry, source: 'students' as const }))
  return [...common, ...faces, ...students]
}

/** Returns the subjects to search: all, one record, or every student with the reference. */
async function subjectsOf(
  tx: Tx,
  reference: string | undefined,
  { schoolId, about }: Pick<RecordQuery, 'schoolId' | 'about'>,
): Promise<RecordQuery['about'][]> {
  if (reference === undefined) return [about]
  const students = await studentsRegisteredAs(tx, schoolId, reference)
  return students.map(({ id }) => ({ kind: 'student', id }))
}

/** Returns references by record id. */
async function referencesOf(tx: Tx, schoolId: string, page: readonly Found[]): Promise<Map<string, string>> {
  const idsOf = (kind: AuditKind) => [...new Set(page.flatMap(({ about }) => (about?.kind === kind ? about.id : [])))]
  const students = await studentFacts(tx, schoolId, idsOf('student'))
  const submissions = await submissionNames(tx, schoolId, idsOf('submission'))
  return new Map([...students, ...submissions.values()].map(({ id, reference }) => [id, reference]))
}

/** Exports the audit log as a file: the sentences of its screen, with time and person in cells of their own. */
function exportRecord(
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

export const auditRoutes: Feature = () => [
  route.session(auditList, async (ctx, { filter, after, limit }) => {
    requirePermission(ctx.session, 'audit.see')
    const { schoolId, timeZone } = ctx.school
    const asked = {
      schoolId,
      group: filter.group,
      by: filter.by,
      about: filter.about,
      reference: filter.reference,
      from: filter.from,
      to: filter.to,
      timeZone,
      after: readKey(after),
      limit: limit + 1,
    }
    return ctx.tenant(async (tx) => {
      const found = await searchRecord(tx, asked)
      const entries = found.slice(0, limit)
      const last = found.length > limit ? entries.at(-1) : undefined
      return { entries, next: last ? `${last.at}|${last.id}` : null, people: await staffNames(tx, schoolId) }
    })
  }),
  route.session(auditExport, (ctx, { filter, ...how }) => {
    requirePermission(ctx.session, 'audit.see')
    return exportRecord(ctx, filter, how)
  }),
]

/** Parses the start of a page. @throws AppError request.invalid */
function readKey(after: string | undefined): { at: Instant; id: string } | undefined {
  if (after === undefined) return undefined
  const [at, id] = after.split('|')
  const instant = Instant.safeParse(at)
  const uuid = Uuid.safeParse(id)
  if (!instant.success || !uuid.success) throw new AppError('request.invalid', { field: 'after' })
  return { at: instant.data, id: uuid.data }
}
