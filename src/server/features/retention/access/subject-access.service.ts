import { and, asc, count, desc, eq, isNotNull } from 'drizzle-orm'
import { strFromU8, type Zippable, zipSync } from 'fflate'
import type { z } from 'zod'
import { lockStudent } from '#server/features/admissions/file/student-row.service.ts'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { facePictureBytes } from '#server/features/faces/pupils/face-picture.service.ts'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { runOnce } from '#server/kernel/run-once.ts'
import type { FileReply } from '#shared/kernel/endpoint.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import { dayMs, fromInstant, toInstant } from '#shared/kernel/time.ts'
import { accessDays, type startSubjectAccess, type SubjectAccess } from '#shared/retention/subject-access.contract.ts'
import { subjectAccesses, subjectAccessParts } from './subject-access.table.ts'

export type AccessRecord = typeof subjectAccesses.$inferSelect
type View = z.input<typeof SubjectAccess>

export const keptMs = accessDays * dayMs

const nobody = { en: '–', ar: '–' }

async function viewsOf(tx: Tx, schoolId: string, records: readonly AccessRecord[]): Promise<View[]> {
  const staff = await findPeople(
    tx,
    schoolId,
    records.map(({ byUser }) => byUser),
  )
  const views: View[] = []
  for (const { id, language, state, startedAt, byUser } of records) {
    const isPart = and(eq(subjectAccessParts.schoolId, schoolId), eq(subjectAccessParts.accessId, id))
    const [parts] = await tx
      .select({ total: count(), done: count(subjectAccessParts.content) })
      .from(subjectAccessParts)
      .where(isPart)
    views.push({
      id,
      language,
      state,
      done: parts?.done ?? 0,
      total: parts?.total ?? 0,
      startedAt,
      endsAt: toInstant(fromInstant(startedAt) + keptMs),
      by: { userId: byUser, name: staff.get(byUser)?.name ?? nobody },
    })
  }
  return views
}

/** Begins a file, once for each command. @throws AppError request.not-found, student.erased */
export async function beginAccess(
  tx: Tx,
  ctx: SessionCtx,
  { commandId: id, ...asked }: z.output<typeof startSubjectAccess.body>,
): Promise<View> {
  const { schoolId } = ctx.school
  const { userId } = ctx.session.user
  const { student_id: studentId, language } = asked
  const record = await runOnce(
    tx,
    subjectAccesses,
    { schoolId, id, asked, isSender: ({ byUser }) => byUser === userId },
    {
      first: async (askedHash) => {
        await lockStudent(tx, schoolId, studentId)
        const startedAt = toInstant(ctx.deps.clock.nowMs())
        const row: AccessRecord = {
          schoolId,
          id,
          askedHash,
          studentId,
          language,
          state: 'running',
          startedAt,
          byUser: userId,
        }
        await tx.insert(subjectAccesses).values(row)
        await recordAuditEvent(tx, ctx, 'subject-access-begun', { about: studentId, facts: {} })
        return row
      },
      again: (row) => row,
    },
  )
  const [view] = await viewsOf(tx, schoolId, [record])
  if (!view) throw new AppError('request.not-found')
  return view
}

/** Lists the files of a child, the newest first. */
export async function listAccesses(tx: Tx, schoolId: string, studentId: string): Promise<View[]> {
  const records = await tx
    .select()
    .from(subjectAccesses)
    .where(and(eq(subjectAccesses.schoolId, schoolId), eq(subjectAccesses.studentId, studentId)))
    .orderBy(desc(subjectAccesses.startedAt))
  return viewsOf(tx, schoolId, records)
}

/** Returns a finished file as a ZIP. @throws AppError request.not-found */
export async function takeAccess(tx: Tx, ctx: SessionCtx, id: string): Promise<FileReply> {
  const { schoolId } = ctx.school
  const [record] = await tx
    .select()
    .from(subjectAccesses)
    .where(and(eq(subjectAccesses.schoolId, schoolId), eq(subjectAccesses.id, id), eq(subjectAccesses.state, 'done')))
  if (!record) throw new AppError('request.not-found')
  const parts = await tx
    .select({ path: subjectAccessParts.path, fileId: subjectAccessParts.fileId, content: subjectAccessParts.content })
    .from(subjectAccessParts)
    .where(
      and(
        eq(subjectAccessParts.schoolId, schoolId),
        eq(subjectAccessParts.accessId, id),
        isNotNull(subjectAccessParts.content),
      ),
    )
    .orderBy(asc(subjectAccessParts.no))
  const mtime = new Date(fromInstant(record.startedAt))
  const files: Zippable = {}
  // Documents are compressed already.
  for (const { path, fileId, content } of parts)
    if (content) files[path] = [Uint8Array.from(content), { mtime, level: fileId === null ? 6 : 0 }]
  for (const { path, bytes } of await picturesOf(tx, ctx, parts)) files[path] = [bytes, { mtime, level: 0 }]
  await recordAuditEvent(tx, ctx, 'subject-access-taken', { about: record.studentId, facts: {} })
  const about = parts.find(({ path }) => path === aboutPath)?.content
  const { reference } = about
    ? (JSON.parse(strFromU8(Uint8Array.from(about))) as { reference: string })
    : { reference: id }
  return {
    name: `subject-access-${reference.replaceAll('/', '-')}.zip`,
    kind: 'zip',
    bytes: Uint8Array.from(zipSync(files)),
  }
}

/** Path of a picture of a face, by its place in the data. */
export const picturePath = (at: number): string => `faces/${String(at + 1).padStart(3, '0')}.jpg`
const picturesData = 'data/face_pictures.json'

/**
 * Decrypts the pictures of faces that the data names. They are kept encrypted, so this happens when the file is fetched; one that was
 * deleted since is left out.
 */
async function picturesOf(
  tx: Tx,
  { deps, school: { schoolId } }: SessionCtx,
  parts: readonly { path: string; content: Uint8Array | null }[],
): Promise<{ path: string; bytes: Uint8Array<ArrayBuffer> }[]> {
  const data = parts.find(({ path }) => path === picturesData)?.content
  const rows = data ? (JSON.parse(strFromU8(Uint8Array.from(data))) as { customer_id: CustomerId }[]) : []
  const ctx = { schoolId, nowMs: deps.clock.nowMs(), random: deps.random, keyRing: deps.keyRing }
  const found: { path: string; bytes: Uint8Array<ArrayBuffer> }[] = []
  for (const [at, { customer_id: customerId }] of rows.entries()) {
    const bytes = await facePictureBytes(tx, ctx, customerId)
    if (bytes) found.push({ path: picturePath(at), bytes })
  }
  return found
}

/** Says what the file is about, and what stands in it. */
export const aboutPath = 'about.json'
