import { requirePermission } from '#server/features/access/access.service.ts'
import { letterFile } from '#server/features/letter/letter-file.service.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { issueReport } from '#shared/contract/student-report.ts'
import { reportLetter } from './student-report.service.ts'

export const studentReportRoutes: Feature = () => [
  route.session(issueReport, async (ctx, asked) => {
    requirePermission(ctx.session, 'letters.issue')
    const letter = await ctx.tenant((tx) => reportLetter(tx, ctx, asked))
    return letterFile(ctx, letter, ctx.school.language)
  }),
]
