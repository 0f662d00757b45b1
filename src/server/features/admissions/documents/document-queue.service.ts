import { z } from 'zod'
import { countDocuments, type DocumentKey, documentsIn } from '#server/features/documents/document-queue.service.ts'
import { typesOf } from '#server/features/documents/document-type.service.ts'
import { openStudents, studentFacts } from '#server/features/students/student-facts.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { stateOn } from '#shared/documents/document-state.rules.ts'
import { DocumentCode } from '#shared/documents/document-type.contract.ts'
import type { DocumentRow, documentQueue } from '#shared/documents/document-work.contract.ts'
import { type DocumentWorkKind, endsSoonDays } from '#shared/documents/document-work.rules.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { Day, Instant, Uuid } from '#shared/kernel/fields.ts'
import { hasScopedPermission } from '#shared/kernel/scoped-permission.ts'
import { dayMs, toInstant } from '#shared/kernel/time.ts'
import { todayOf } from './student-documents.service.ts'

/** Counts documents per kind, and returns a page of one kind. @throws AppError request.invalid */
export async function readQueue(
  tx: Tx,
  ctx: SessionCtx,
  { queue: kind, after, limit }: z.output<typeof documentQueue.body>,
): Promise<z.input<typeof documentQueue.reply>> {
  const { schoolId } = ctx.school
  const today = todayOf(ctx)
  const asked = {
    schoolId,
    among: openStudents(schoolId),
    seesSensitive: hasScopedPermission(ctx.session.kind, ctx.session.roles, 'sensitive.see'),
    until: endOfSoon(today),
  }
  const counts = await countDocuments(tx, asked)
  const found = await documentsIn(tx, { ...asked, kind, after: readKey(kind, after), limit: limit + 1 })
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1)?.key : undefined
  const rows = await rowsOf(tx, schoolId, page, today)
  return { today, counts, rows, next: last ? `${last.at}|${last.studentId}|${last.type}` : null }
}

/** Returns the last day that counts as expiring soon. */
export const endOfSoon = (today: Day): Day =>
  toInstant(Date.parse(`${today}T00:00:00Z`) + endsSoonDays * dayMs).slice(0, 10)

type Found = Awaited<ReturnType<typeof documentsIn>>[number]

/** Adds student and title to documents. */
export async function rowsOf(tx: Tx, schoolId: string, page: readonly Found[], today: Day): Promise<DocumentRow[]> {
  const ids = [...new Set(page.map(({ studentId }) => studentId))]
  const known = new Map((await studentFacts(tx, schoolId, ids)).map((each) => [each.id, each]))
  const types = new Map((await typesOf(tx, schoolId)).types.map((type) => [type.code, type]))
  return page.flatMap(({ studentId, type: code, since, ...standing }) => {
    const student = known.get(studentId)
    if (!student) return []
    const { reference, nameLatin, nameArabic, grade } = student
    const { expiresOn, promisedUntil } = standing
    const { label = { en: code, ar: code }, sensitivity = 'S3' } = types.get(code) ?? {}
    return [
      {
        student_id: studentId,
        registration_id: reference,
        student_name: nameLatin,
        student_name_ar: nameArabic,
        grade,
        type: { code, label, sensitivity },
        state: stateOn(standing, today),
        since,
        expiresOn,
        promisedUntil,
      },
    ]
  })
}

/** Parses the start of a page. @throws AppError request.invalid */
function readKey(kind: DocumentWorkKind, after: string | undefined): DocumentKey | undefined {
  if (after === undefined) return undefined
  const At = kind === 'review' || kind === 'rejected' ? Instant : Day
  const key = z.tuple([At, Uuid, DocumentCode]).safeParse(after.split('|'))
  if (!key.success) throw new AppError('request.invalid', { field: 'after' })
  const [at, studentId, type] = key.data
  return { at, studentId, type }
}
