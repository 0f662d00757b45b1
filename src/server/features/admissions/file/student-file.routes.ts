import type { z } from 'zod'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import { studentsRegisteredAs } from '#server/features/students/student-related.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { Instant } from '#shared/kernel/fields.ts'
import type { Permission } from '#shared/kernel/roles.ts'
import { hasScopedPermission } from '#shared/kernel/scoped-permission.ts'
import * as notes from '#shared/students/student-notes.contract.ts'
import * as record from '#shared/students/student-record.contract.ts'
import { statusLetters } from '#shared/students/student-status.rules.ts'
import { studentWork } from '#shared/students/student-work.contract.ts'
import { colleague } from './student-file.view.ts'
import { closeTask, giveTask, readNotes, strike, writeNote } from './student-notes.service.ts'
import { eraseProfile, saveProfile } from './student-profile.service.ts'
import { readRecord, requireStudent, type StudentFound } from './student-record.service.ts'
import { readWork } from './student-work.service.ts'
import type { TimelineEvent } from './timeline-entry.ts'
import { messages, timelineSources } from './timeline-sources.service.ts'

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Latest first; equal moments in a stable order. Instants all have one format. */
const latestFirst = (a: Pick<TimelineEvent, 'at' | 'id'>, b: Pick<TimelineEvent, 'at' | 'id'>) =>
  compare(b.at, a.at) || compare(b.id, a.id)

/**
 * Returns a page of a student's timeline. The histories of one student are short: they are read completely and merged here, so
 * that no page depends on how they are stored. @throws AppError request.not-found, request.invalid
 */
async function readTimeline(
  tx: Tx,
  ctx: SessionCtx,
  { student_id: studentId, only, after, limit }: z.output<typeof record.studentTimeline.body>,
): Promise<z.input<typeof record.studentTimeline.reply>> {
  const { schoolId } = ctx.school
  const { kind, roles } = ctx.session
  await requireStudent(tx, schoolId, studentId)
  const seesDocuments = hasScopedPermission(kind, roles, 'documents.see')
  const asked = { schoolId, studentId, seesDocuments, seesSensitive: hasScopedPermission(kind, roles, 'sensitive.see') }
  const all: TimelineEvent[] = []
  for (const source of only ? [messages] : timelineSources) all.push(...(await source(tx, asked)))
  const key = after === undefined ? undefined : readKey(after)
  const rest = all.toSorted(latestFirst).filter((each) => !key || latestFirst(key, each) < 0)
  const page = rest.slice(0, limit)
  const last = rest.length > limit ? page.at(-1) : undefined
  const staff = await findPeople(
    tx,
    schoolId,
    page.flatMap(({ by }) => by ?? []),
  )
  return {
    entries: page.map((each) => ({ ...each, by: each.by && colleague(each.by, staff) })),
    next: last ? `${last.at}|${last.id}` : null,
  }
}

/** Parses the start of a page. @throws AppError request.invalid */
function readKey(after: string): Pick<TimelineEvent, 'at' | 'id'> {
  const [at = '', ...id] = after.split('|')
  if (!Instant.safeParse(at).success) throw new AppError('request.invalid', { field: 'after' })
  return { at, id: id.join('|') }
}

const allow = ({ session }: SessionCtx, permission: Permission) => requirePermission(session, permission)

/** Returns how a file is registered: nothing of the family, nothing of the decision's grounds. */
const registered = (student: StudentFound) => ({
  student_id: student.id,
  registration_id: student.reference,
  student_name: student.nameLatin,
  student_name_ar: student.nameArabic,
  sims_admission_status: statusLetters[student.status],
  status: student.status,
  entryYear: student.entryYear,
  grade: student.grade,
  campus: student.campus,
  stream: student.stream,
  appliedAt: student.appliedAt,
})

/** Returns the readers of a report, and whether it has content. */
function reportsFor({ session: { kind, roles } }: SessionCtx, student: StudentFound) {
  const may = (permission: Permission) => hasScopedPermission(kind, roles, permission)
  return record.reportNames.filter((name) => {
    if (name === 'application') return student.submissionId !== null && may('submissions.see')
    return name !== 'documents' || may('documents.see')
  })
}

const ofRecord: Feature = () => [
  route.session(record.studentRecord, async (ctx, { student_id }) => {
    allow(ctx, 'students.see')
    return ctx.tenant((tx) => readRecord(tx, ctx, student_id))
  }),
  route.session(record.saveStudentProfile, async (ctx, command) => {
    allow(ctx, 'students.record')
    return ctx.tenant((tx) => saveProfile(tx, ctx, command))
  }),
  route.session(record.eraseStudentProfile, async (ctx, command) => {
    allow(ctx, 'students.record')
    await ctx.tenant((tx) => eraseProfile(tx, ctx, command))
    return {}
  }),
  route.session(record.registrationData, async (ctx, { enroll_number }) => {
    allow(ctx, 'students.see')
    const students = await ctx.tenant((tx) => studentsRegisteredAs(tx, ctx.school.schoolId, enroll_number))
    if (students.length === 0) throw new AppError('request.not-found')
    return { students: students.map(registered) }
  }),
  route.session(record.reportList, async (ctx, { student_id }) => {
    allow(ctx, 'students.see')
    const student = await ctx.tenant((tx) => requireStudent(tx, ctx.school.schoolId, student_id))
    return { reports: reportsFor(ctx, student).map((report_name) => ({ report_name })) }
  }),
  route.session(record.studentTimeline, async (ctx, asked) => {
    allow(ctx, 'students.see')
    return ctx.tenant((tx) => readTimeline(tx, ctx, asked))
  }),
]

const ofNotes: Feature = () => [
  route.session(notes.studentNotes, async (ctx, { student_id }) => {
    allow(ctx, 'students.see')
    return ctx.tenant((tx) => readNotes(tx, ctx.school.schoolId, student_id))
  }),
  route.session(notes.addNote, async (ctx, asked) => {
    allow(ctx, 'students.decide')
    await ctx.tenant((tx) => writeNote(tx, ctx, asked))
    return {}
  }),
  route.session(notes.strikeNote, async (ctx, asked) => {
    allow(ctx, 'students.decide')
    await ctx.tenant((tx) => strike(tx, ctx, asked))
    return {}
  }),
  route.session(notes.addTask, async (ctx, asked) => {
    allow(ctx, 'students.decide')
    await ctx.tenant((tx) => giveTask(tx, ctx, asked))
    return {}
  }),
  route.session(notes.finishTask, async (ctx, asked) => {
    allow(ctx, 'students.decide')
    await ctx.tenant((tx) => closeTask(tx, ctx, asked))
    return {}
  }),
  route.session(studentWork, async (ctx, asked) => {
    allow(ctx, 'students.see')
    return ctx.tenant((tx) => readWork(tx, ctx, asked))
  }),
]

/** Routes of a student's live record, notes, tasks and history, and of the desk's queues. */
export const studentFileRoutes: Feature = (deps) => [...ofRecord(deps), ...ofNotes(deps)]
