import type { z } from 'zod'
import { expiring, toReview } from '#server/features/documents/document-work.service.ts'
import { openStudents, studentFacts } from '#server/features/students/student-facts.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { documentWork } from '#shared/documents/document.contract.ts'
import { endsSoonDays } from '#shared/documents/document-work.rules.ts'
import { hasScopedPermission } from '#shared/kernel/roles.ts'
import { dayMs, toInstant } from '#shared/kernel/time.ts'
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
