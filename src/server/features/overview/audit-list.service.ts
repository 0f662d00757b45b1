import { readAuditEvents } from '#server/features/audit/audit-read.service.ts'
import { faceRecord } from '#server/features/faces/face-audit.service.ts'
import { submissionNames } from '#server/features/forms/submissions/submission.service.ts'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import { studentFacts } from '#server/features/students/student-facts.service.ts'
import { studentRecord } from '#server/features/students/student-record.service.ts'
import { studentsRegisteredAs } from '#server/features/students/student-related.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { RecordEntry, RecordQuery } from '#server/kernel/record.ts'
import type { AuditKind } from '#shared/audit/account-acts.rules.ts'
import { UserId } from '#shared/kernel/fields.ts'
import type { AuditEntry } from '#shared/overview/audit.contract.ts'

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
export async function searchRecord(tx: Tx, { reference, ...asked }: Params): Promise<AuditEntry[]> {
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
