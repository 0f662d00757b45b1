import { and, asc, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { strToU8 } from 'fflate'
import { contentOf } from '#server/features/forms/files/file-store.service.ts'
import { voiceOf } from '#server/features/lists/export/list-words.service.ts'
import { readSchool } from '#server/features/school/school.service.ts'
import { describeFailure } from '#server/http/describe-failure.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import type { DueWork } from '#server/kernel/due-work.ts'
import { runJob, runningJobs } from '#server/kernel/jobs.ts'
import { keepDoingForSchools, type Running } from '#server/kernel/rounds.ts'
import { uuidList } from '#server/kernel/sql-values.ts'
import { fromInstant, toInstant } from '#shared/kernel/time.ts'
import { scopeOf } from '../scope.ts'
import { accessPage } from './access-page.ts'
import { gatherData } from './gather.ts'
import { type AccessRecord, aboutPath, keptMs, picturePath } from './subject-access.service.ts'
import { subjectAccesses, subjectAccessParts } from './subject-access.table.ts'

const isPartOf = ({ schoolId, id }: AccessRecord) =>
  and(eq(subjectAccessParts.schoolId, schoolId), eq(subjectAccessParts.accessId, id))

/** Goes on with a file: all data in the first part, as of one moment, then a document at a time. */
const accessJob = {
  table: subjectAccesses,
  next: async (tx: Tx, record: AccessRecord): Promise<true | undefined> => {
    const [first] = await tx
      .select({ no: subjectAccessParts.no })
      .from(subjectAccessParts)
      .where(isPartOf(record))
      .limit(1)
    if (!first) {
      await writeData(tx, record)
      return true
    }
    const isOpen = and(isPartOf(record), isNull(subjectAccessParts.content), isNotNull(subjectAccessParts.fileId))
    const [part] = await tx.select().from(subjectAccessParts).where(isOpen).orderBy(asc(subjectAccessParts.no)).limit(1)
    if (!part) return undefined
    const content = await contentOf(tx, record.schoolId, part.fileId ?? '')
    await tx
      .update(subjectAccessParts)
      .set({ content })
      .where(and(isPartOf(record), eq(subjectAccessParts.no, part.no)))
    return true
  },
}

/** Goes on with a file until it is done or stopped, from wherever it is. */
export const runAccess = (
  deps: Pick<Deps, 'db'>,
  schoolId: string,
  id: string,
  isStopping = () => false,
): Promise<void> => runJob(deps.db, accessJob, { schoolId, id }, isStopping)

interface Named extends Record<string, unknown> {
  id: string
  name: string
  kind: string
}

const unsafe = /[^\p{L}\p{M}\p{N} ._-]+/gu

/** Returns the documents with their paths, each by its number, since two may have one name. */
async function documentsOf(tx: Tx, schoolId: string, fileIds: readonly string[]) {
  const { rows } = await tx.execute<Named>(sql`
    select id, name, kind from submission_files
    where school_id = ${schoolId} and id = any(${uuidList(fileIds)}) and state = 'complete' order by completed_at, id`)
  return rows.map(({ id, name }, at) => ({
    id,
    path: `documents/${String(at + 1).padStart(3, '0')} ${name.replace(unsafe, ' ').trim().slice(-80)}`,
  }))
}

async function writeData(tx: Tx, record: AccessRecord): Promise<void> {
  const { schoolId, studentId, id: accessId, startedAt, language } = record
  const scope = await scopeOf(tx, { schoolId, studentId })
  const data = await gatherData(tx, scope)
  const school = await readSchool(tx, schoolId)
  const documents = await documentsOf(tx, schoolId, scope.fileIds)
  const voice = voiceOf(language, school.timeZone)
  const known = data.get('students')?.[0]?.['reference']
  const reference = typeof known === 'string' ? known : ''
  const page = accessPage(
    voice,
    {
      school: voice.name(school.name) ?? '',
      child: scope.names.join(' · '),
      reference,
      at: voice.moment(startedAt) ?? '',
      documents: [
        ...documents.map(({ path }) => path),
        ...(data.get('face_pictures') ?? []).map((_, at) => picturePath(at)),
      ],
    },
    data,
  )
  const tables = Object.fromEntries([...data].map(([table, rows]) => [table, rows.length]))
  const json = (value: unknown) => strToU8(`${JSON.stringify(value, undefined, 2)}\n`)
  const parts = [
    { path: 'index.html', content: strToU8(page), fileId: null },
    { path: aboutPath, content: json({ reference, at: startedAt, language, tables }), fileId: null },
    ...[...data].map(([table, rows]) => ({ path: `data/${table}.json`, content: json(rows), fileId: null })),
    ...documents.map(({ id: fileId, path }) => ({ path, content: null, fileId })),
  ]
  await tx.insert(subjectAccessParts).values(parts.map((part, at) => ({ schoolId, accessId, no: at + 1, ...part })))
}

/** Goes on with every file of a school, and deletes those whose days are over. */
export async function runAccesses(
  deps: Pick<Deps, 'db' | 'clock'>,
  schoolId: string,
  isStopping = () => false,
): Promise<void> {
  const before = toInstant(deps.clock.nowMs() - keptMs)
  const running = await deps.db.tenant(schoolId, async (tx) => {
    await tx
      .delete(subjectAccesses)
      .where(and(eq(subjectAccesses.schoolId, schoolId), lt(subjectAccesses.startedAt, before)))
    return runningJobs(tx, subjectAccesses, schoolId)
  })
  for (const id of running) if (!isStopping()) await runAccess(deps, schoolId, id, isStopping)
}

/** How soon a file goes on after its server has ended. */
const everyMs = 15_000

/** Looks after the files of subject access of all schools, in one round after the other, until it is stopped. */
export const startSubjectAccessWorker = (deps: Deps, due: DueWork): Running =>
  keepDoingForSchools({
    everyMs,
    kind: 'subject-access',
    due,
    work: (schoolId, isStopping) => runAccesses(deps, schoolId, isStopping),
    nextInMs: (schoolId) =>
      deps.db.tenant(schoolId, async (tx) => {
        const [oldest] = await tx
          .select({ at: subjectAccesses.startedAt })
          .from(subjectAccesses)
          .where(eq(subjectAccesses.schoolId, schoolId))
          .orderBy(asc(subjectAccesses.startedAt))
          .limit(1)
        return oldest && fromInstant(oldest.at) + keptMs - deps.clock.nowMs()
      }),
    onFailure: (error) => deps.log.error(describeFailure(error), 'subject access can not be worked on now'),
  })
