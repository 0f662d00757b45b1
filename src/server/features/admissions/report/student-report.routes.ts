import { letterFile } from '#server/features/letters/issue/letter-file.service.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { issueReport } from '#shared/admissions/student-report.contract.ts'
import { reportLetter } from './student-report.service.ts'

export const studentReportRoutes: Feature = () => [
  route.session(issueReport, async (ctx, asked) => {
    requirePermission(ctx.session, 'letters.issue')
    const letter = await ctx.tenant((tx) => reportLetter(tx, ctx, asked))
    return letterFile(ctx, letter, ctx.school.language)
  }),
]
