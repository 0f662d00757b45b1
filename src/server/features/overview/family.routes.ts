import { studentsOnPaper } from '#server/features/admissions/file/student-paper.service.ts'
import { messageFacts } from '#server/features/admissions/transitions/message-facts.service.ts'
import { childrenOf } from '#server/features/students/family/family.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import { type Feature, route } from '#server/http/serve.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { type MyChild, myChildren } from '#shared/students/my-children.contract.ts'

export const familyRoutes: Feature = () => [
  route.session(myChildren, async (ctx) => {
    const { kind, roles } = ctx.session
    if (kind !== 'staff' || !roles.includes('family')) throw new AppError('access.denied')
    return { children: await ctx.tenant((tx) => childViews(tx, ctx)) }
  }),
]

async function childViews(tx: Tx, { school: { schoolId }, session }: SessionCtx): Promise<MyChild[]> {
  const ids = await childrenOf(tx, schoolId, session.user.email)
  const students = await studentsOnPaper(tx, schoolId, ids)
  const seen: MyChild[] = []
  for (const student of students.filter(({ status }) => status === 'confirmed')) {
    const { nameLatin, nameArabic, grade, entryYear } = student
    const { number, accepted, promised } = await messageFacts(tx, student)
    const startOn = accepted?.startOn ?? null
    seen.push({ nameLatin, nameArabic, grade, entryYear, number, startOn, promised: [...promised] })
  }
  return seen
}
