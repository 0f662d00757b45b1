import type { z } from 'zod'
import { documentsIn } from '#server/features/documents/document-queue.service.ts'
import { expiring, toReview } from '#server/features/documents/document-work.service.ts'
import { exportList } from '#server/features/lists/export/list-export.service.ts'
import { openStudents, studentFacts } from '#server/features/students/student-facts.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { documentWork } from '#shared/documents/document-review.contract.ts'
import { type DocumentWorkKind, endsSoonDays } from '#shared/documents/document-work.rules.ts'
import type { FileReply } from '#shared/kernel/endpoint.ts'
import { hasScopedPermission } from '#shared/kernel/scoped-permission.ts'
import { formatReference } from '#shared/kernel/text/reference-number.rules.ts'
import { dayMs, toInstant } from '#shared/kernel/time.ts'
import { maxExported } from '#shared/lists/list-columns.rules.ts'
import type { ExportHow } from '#shared/lists/list-export.contract.ts'
import { endOfSoon, rowsOf } from './document-queue.service.ts'
import { todayOf } from './student-documents.service.ts'

type Work = z.input<typeof documentWork.reply>

/** Returns the desk's work. */
export async function readWork(tx: Tx, ctx: SessionCtx): Promise<Work> {
  const { schoolId } = ctx.school
  const { kind, roles } = ctx.session
  const until = toInstant(Date.parse(`${todayOf(ctx)}T00:00:00Z`) + endsSoonDays * dayMs).slice(0, 10)
  const asked = {
    schoolId,
    among: openStudents(schoolId),
    seesSensitive: hasScopedPermission(kind, roles, 'sensitive.see'),
    until,
  }
  return {
    review: await named(tx, schoolId, await toReview(tx, asked)),
    expiring: await named(tx, schoolId, await expiring(tx, asked)),
  }
}

async function named(
  tx: Tx,
  schoolId: string,
  { first, ...counts }: Awaited<ReturnType<typeof toReview>>,
): Promise<Work['review']> {
  const ids = first.map(({ studentId }) => studentId)
  const known = new Map((await studentFacts(tx, schoolId, ids)).map((each) => [each.id, each]))
  return {
    ...counts,
    first: first.flatMap(({ studentId, ...row }) => {
      const student = known.get(studentId)
      if (!student) return []
      const { id, reference, nameLatin, nameArabic } = student
      return [
        { student_id: id, registration_id: reference, student_name: nameLatin, student_name_ar: nameArabic, ...row },
      ]
    }),
  }
}

const pageSize = 500

/** Exports documents awaiting action as a file. Excludes health documents for every role: exports leave the system. */
export function exportDocuments(ctx: SessionCtx, kind: DocumentWorkKind, how: ExportHow<'papers'>): Promise<FileReply> {
  return exportList(ctx, 'papers', how, {
    pages: (tx) => documentsOf(tx, ctx, kind),
    cells: (row, voice) => ({
      reference: formatReference(row.registration_id),
      nameEn: row.student_name,
      nameAr: row.student_name_ar,
      grade: row.grade,
      paper: voice.name(row.type.label),
      state: voice.word('documents.state', row.state),
      since: voice.moment(row.since),
      validUntil: row.expiresOn,
      promisedUntil: row.promisedUntil,
    }),
  })
}

/** Read at once: a concurrent decision would move a document within the list. */
async function* documentsOf(tx: Tx, ctx: SessionCtx, kind: DocumentWorkKind) {
  const { schoolId } = ctx.school
  const today = todayOf(ctx)
  const asked = { schoolId, among: openStudents(schoolId), seesSensitive: false, until: endOfSoon(today) }
  const found = await documentsIn(tx, { ...asked, kind, after: undefined, limit: maxExported + 1 })
  for (let from = 0; from < found.length; from += pageSize)
    yield await rowsOf(tx, schoolId, found.slice(from, from + pageSize), today)
}
