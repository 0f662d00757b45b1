import { searchStudents } from '#server/features/admissions/list/student-search.service.ts'
import { searchSubmissions } from '#server/features/forms/submissions/submission-search.service.ts'
import { findScope } from '#server/features/forms/submissions/submission-scope.service.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { isEmptyScope } from '#shared/forms/submission-scope.rules.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { hasScopedPermission } from '#shared/kernel/scoped-permission.ts'
import { maxFound, search } from '#shared/overview/search.contract.ts'

/** Search over everything that staff look up by name or reference; excludes what the user may not see. */
export const searchRoutes: Feature = () => [
  route.session(search, async (ctx, { text }) => {
    const { kind, roles } = ctx.session
    const { schoolId } = ctx.school
    const seesStudents = hasScopedPermission(kind, roles, 'students.see')
    return ctx.tenant(async (tx) => {
      const scope = await findScope(tx, ctx)
      const seesSubmissions = !isEmptyScope(scope)
      if (!seesStudents && !seesSubmissions) throw new AppError('access.denied')
      const students = seesStudents ? await searchStudents(tx, schoolId, text, maxFound) : []
      const submissions = seesSubmissions ? await searchSubmissions(tx, schoolId, text, scope, maxFound) : []
      return {
        students: students.map((row) => ({
          student_id: row.id,
          registration_id: row.reference,
          student_name: row.nameLatin,
          student_name_ar: row.nameArabic,
          status: row.status,
          grade: row.grade,
        })),
        submissions,
      }
    })
  }),
]
