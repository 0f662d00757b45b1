import type { z } from 'zod'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { checklistFor } from '#server/features/documents/document.service.ts'
import { type IssuedRow, issueLetter } from '#server/features/letters/issue/issue-letter.service.ts'
import { letterFile } from '#server/features/letters/issue/letter-file.service.ts'
import { letterOfSource } from '#server/features/letters/issue/letter-list.service.ts'
import { lookOf, type PaperSchool, paperSchool } from '#server/features/letters/templates/letter-school.service.ts'
import { currentTemplate } from '#server/features/letters/templates/letter-template.service.ts'
import { type StudentStatusFacts, studentStatus } from '#server/features/students/student-facts.service.ts'
import { findStudentRow } from '#server/features/students/student-related.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { AppointmentKind } from '#shared/admissions/scoring.rules.ts'
import { issueReport, type ReportPart } from '#shared/admissions/student-report.contract.ts'
import type { DocumentState } from '#shared/documents/document-state.rules.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { businessDay, type Day, fromInstant } from '#shared/kernel/time.ts'
import { resolveLetter } from '#shared/letters/letter-resolve.rules.ts'
import type { LetterValues, ValueRow } from '#shared/letters/letter-values.rules.ts'
import { bookingsOf } from '../appointments/booking.service.ts'
import { slotsById } from '../appointments/slot.service.ts'
import { jobValues } from '../bulk-letters/job-letter.service.ts'
import { studentsOnPaper } from '../file/student-paper.service.ts'
import { lockStudent } from '../file/student-row.service.ts'
import { resultOf, standingOf } from '../scoring/scoring.service.ts'

/** Returns the chosen tables of a report. Empty parts are omitted. */
async function reportParts(
  tx: Tx,
  ctx: SessionCtx,
  studentId: string,
  parts: readonly ReportPart[],
): Promise<LetterValues> {
  const student = await studentStatus(tx, ctx.school.schoolId, studentId)
  const dayOf = (atMs: number): Day => businessDay(atMs, ctx.school.timeZone, 0)
  return {
    'report.findings': [
      ...(parts.includes('scores') ? await scored(tx, student) : []),
      ...(parts.includes('appointments') ? await met(tx, student, (at) => dayOf(fromInstant(at))) : []),
    ],
    'report.documents': parts.includes('documents') ? await papers(tx, student, dayOf(ctx.deps.clock.nowMs())) : [],
  }
}

/** Returns the assessors' combined points, once all are submitted; never those of a single one. */
async function scored(tx: Tx, student: StudentStatusFacts): Promise<ValueRow[]> {
  const standing = await standingOf(tx, student)
  const result = resultOf(standing)
  if (!standing.set || result === null) return []
  const last = standing.counted.at(-1)?.submittedAt
  return [
    {
      label: standing.set.body.title,
      values: [{ code: `${(result / 100).toFixed(1)} %` }, ...(last === undefined ? [] : [{ day: last.slice(0, 10) }])],
    },
  ]
}

const meetings: Readonly<Record<AppointmentKind, Bilingual>> = {
  interview: { en: 'Interview', ar: 'مقابلة' },
  assessment: { en: 'Assessment', ar: 'اختبار تقييمي' },
  tour: { en: 'School tour', ar: 'جولة في المدرسة' },
}
const held: Bilingual = { en: 'Took place', ar: 'تمّ' }

/** Returns held appointments, the earliest first. Their outcome is for staff. */
async function met(tx: Tx, { schoolId, id }: StudentStatusFacts, dayOf: (at: string) => Day): Promise<ValueRow[]> {
  const bookings = (await bookingsOf(tx, schoolId, id)).filter(({ state }) => state === 'held')
  const slots = await slotsById(
    tx,
    schoolId,
    bookings.map(({ slotId }) => slotId),
  )
  return bookings
    .flatMap(({ kind, slotId }) => {
      const slot = slots.find((each) => each.id === slotId)
      return slot ? [{ kind, startsAt: slot.startsAt }] : []
    })
    .toSorted((a, b) => fromInstant(a.startsAt) - fromInstant(b.startsAt))
    .map(({ kind, startsAt }) => ({ label: meetings[kind], values: [{ text: held }, { day: dayOf(startsAt) }] }))
}

const states: Readonly<Record<DocumentState, Bilingual>> = {
  missing: { en: 'Missing', ar: 'ناقص' },
  uploaded: { en: 'Received', ar: 'مستلم' },
  'in-review': { en: 'Received', ar: 'مستلم' },
  approved: { en: 'Approved', ar: 'معتمد' },
  rejected: { en: 'Asked for again', ar: 'مطلوب من جديد' },
  waived: { en: 'Waived', ar: 'معفى منه' },
  undertaking: { en: 'Promised', ar: 'بتعهد' },
  expired: { en: 'Expired', ar: 'منتهي' },
}

/** Returns the status of each required document; sensitive ones (health, custody) are not even named. */
async function papers(tx: Tx, student: StudentStatusFacts, today: Day): Promise<ValueRow[]> {
  const { items } = await checklistFor(tx, student, today)
  return items
    .filter(({ type, isAsked }) => isAsked && type.sensitivity !== 'S3')
    .map(({ type, state }) => ({ label: type.label, values: [{ text: states[state] }] }))
}

type Params = z.output<typeof issueReport.body>

/** Issues a student's report; repeats return the same letter. @throws AppError request.not-found, letter.incomplete */
async function reportLetter(tx: Tx, ctx: SessionCtx, asked: Params): Promise<IssuedRow> {
  const { schoolId } = ctx.school
  const { student_id: studentId, commandId: sourceId } = asked
  await lockStudent(tx, schoolId, studentId)
  const subject = { topic: 'report', subjectId: studentId } as const
  const before = await letterOfSource(tx, schoolId, { ...subject, sourceId })
  if (before) return before
  const nowMs = ctx.deps.clock.nowMs()
  const school = await paperSchool(tx, schoolId)
  const values = await reportValues(tx, ctx, school, asked)
  const { template, version: templateVersion } = await currentTemplate(tx, schoolId, 'student-report')
  const { userId } = ctx.session.user
  const issued = await issueLetter(
    tx,
    { mail: ctx, nowMs, userId },
    {
      ...subject,
      kind: 'student-report',
      studentId,
      sourceId,
      templateVersion,
      fill: (verification) => resolveLetter(template, values, ['en', 'ar'], lookOf(school, verification)),
    },
  )
  await recordAuditEvent(tx, ctx, 'report-issued', { about: studentId, facts: {} })
  return issued
}

/** Returns the school's data on the child, the text written by staff, and the chosen parts. */
async function reportValues(tx: Tx, ctx: SessionCtx, school: PaperSchool, asked: Params): Promise<LetterValues> {
  const { schoolId } = ctx.school
  const { student_id: id, title, period, comment, parts } = asked
  const [student] = await studentsOnPaper(tx, schoolId, [id])
  const found = await findStudentRow(tx, schoolId, id)
  if (!student || !found) throw new AppError('request.not-found')
  const { clock, familyMessages } = ctx.deps
  const letter = { kind: 'admission-form', student, school, familyMessages, nowMs: clock.nowMs() } as const
  const known = await jobValues(tx, letter)
  return {
    ...known,
    'application.answers': null,
    'student.birthDate': found.birthDate,
    'student.nationality': found.nationality === null ? null : countryName(found.nationality),
    'report.title': title,
    'report.period': period,
    'report.comment': comment,
    ...(await reportParts(tx, ctx, id, parts)),
  }
}

/** Returns a country by its code; other text of an older form is unchanged. */
function countryName(code: string) {
  const [en, ar] = (['en', 'ar'] as const).map((lng) =>
    /^[A-Z]{2}$/.test(code) ? (new Intl.DisplayNames(lng, { type: 'region' }).of(code) ?? code) : code,
  )
  return { en: en ?? code, ar: ar ?? code }
}

export const studentReportRoutes: Feature = () => [
  route.session(issueReport, async (ctx, asked) => {
    requirePermission(ctx.session, 'letters.issue')
    const letter = await ctx.tenant((tx) => reportLetter(tx, ctx, asked))
    return letterFile(ctx, letter, ctx.school.language)
  }),
]
