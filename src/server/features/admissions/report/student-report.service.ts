import type { z } from 'zod'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { type IssuedRow, issueLetter } from '#server/features/letters/issue/issue-letter.service.ts'
import { letterOfSource } from '#server/features/letters/issue/letter-list.service.ts'
import { lookOf, type PaperSchool, paperSchool } from '#server/features/letters/templates/letter-school.service.ts'
import { currentTemplate } from '#server/features/letters/templates/letter-template.service.ts'
import { findStudentRow } from '#server/features/students/student-related.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { issueReport } from '#shared/admissions/student-report.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { resolveLetter } from '#shared/letters/letter-resolve.rules.ts'
import type { LetterValues } from '#shared/letters/letter-values.rules.ts'
import { jobValues } from '../bulk-letters/job-letter.service.ts'
import { studentsOnPaper } from '../file/student-paper.service.ts'
import { lockStudent } from '../file/student-row.service.ts'
import { reportParts } from './report-parts.service.ts'

type Params = z.output<typeof issueReport.body>

/** Issues a student's report; repeats return the same letter. @throws AppError request.not-found, letter.incomplete */
export async function reportLetter(tx: Tx, ctx: SessionCtx, asked: Params): Promise<IssuedRow> {
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
