import { desc, eq } from 'drizzle-orm'
import { isDemoSchool } from '#server/features/school/school.service.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { hasScopedPermission } from '#shared/kernel/scoped-permission.ts'
import { mailList } from '#shared/mail/mail.contract.ts'
import { mails } from './mail.table.ts'
import { isAboutChild, waitingMail, withoutChild, withoutSecrets } from './mail.view.ts'

const listed = 100

export const mailRoutes: Feature = ({ mailer }) => [
  route.session(mailList, async (ctx) => {
    requirePermission(ctx.session, 'mail.see')
    if (mailer) return { isSending: true, hasSecrets: false, mails: [] }
    const { schoolId, name } = ctx.school
    // Codes and links are for the recipient alone: reading them is enough to enter that person's account.
    const [rows, hasSecrets] = await ctx.tenant(async (tx) => [
      await tx.select().from(mails).where(eq(mails.schoolId, schoolId)).orderBy(desc(mails.createdAt)).limit(listed),
      await isDemoSchool(tx, schoolId),
    ])
    const seesChildren = hasScopedPermission(ctx.session.kind, ctx.session.roles, 'students.see')
    const seesWork = hasScopedPermission(ctx.session.kind, ctx.session.roles, 'work.see')
    const readable = rows.filter(({ template }) => seesWork || template !== 'work-received')
    const shown = readable.map((row) => {
      const ofChild = seesChildren ? row : withoutChild(row)
      const waiting = waitingMail(hasSecrets ? ofChild : withoutSecrets(ofChild), name)
      return seesChildren || !isAboutChild(row) ? waiting : { ...waiting, isWithoutChild: true }
    })
    return { isSending: false, hasSecrets, mails: shown }
  }),
]
