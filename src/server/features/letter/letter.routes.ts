import { requirePermission } from '#server/features/access/access.service.ts'
import { findPeople } from '#server/features/auth/people.service.ts'
import { studentFacts } from '#server/features/student/student-facts.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import { type Feature, route } from '#server/http/serve.ts'
import type { Tx } from '#server/kernel/db.ts'
import { letterPdf, studentLetters, verifyLetter } from '#shared/contract/issued-letter.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { issuedLetter } from './letter.view.ts'
import { letterFile } from './letter-file.service.ts'
import { lettersOf } from './letter-list.service.ts'
import { verify } from './verify-letter.ts'

/** @throws AppError access.denied, request.not-found */
async function knownLetters(tx: Tx, ctx: SessionCtx, studentId: string) {
  requirePermission(ctx.session, 'students.see')
  const { schoolId } = ctx.school
  const [student] = await studentFacts(tx, schoolId, [studentId])
  if (!student) throw new AppError('request.not-found')
  return lettersOf(tx, schoolId, studentId)
}

export const letterRoutes: Feature = () => [
  route.open(verifyLetter, verify),
  route.session(studentLetters, (ctx, { student_id }) =>
    ctx.tenant(async (tx) => {
      const known = await knownLetters(tx, ctx, student_id)
      const staff = known.flatMap(({ letter }) => letter.issuedBy ?? [])
      const people = await findPeople(tx, ctx.school.schoolId, staff)
      return { letters: known.map((each) => issuedLetter(each, people)) }
    }),
  ),
  route.session(letterPdf, async (ctx, { student_id, id }) => {
    const known = await ctx.tenant((tx) => knownLetters(tx, ctx, student_id))
    const found = known.find(({ letter }) => letter.id === id)
    if (!found) throw new AppError('request.not-found')
    return letterFile(ctx, found.letter, ctx.school.language)
  }),
]
