import { desc, eq } from 'drizzle-orm'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { hasScopedPermission } from '#shared/kernel/roles.ts'
import { mailList } from '#shared/mail/mail.contract.ts'
import { mails } from './mail.table.ts'
import { waitingMail, withoutChild } from './mail.view.ts'

const listed = 100

export const mailRoutes: Feature = ({ mailer }) => [
  route.session(mailList, async (ctx) => {
    requirePermission(ctx.session, 'mail.see')
    // Codes and links are for the recipient alone wherever email is really sent.
    if (mailer) return { isSending: true, mails: [] }
    const { schoolId, name } = ctx.school
    const rows = await ctx.tenant((tx) =>
      tx.select().from(mails).where(eq(mails.schoolId, schoolId)).orderBy(desc(mails.createdAt)).limit(listed),
    )
    const seesChildren = hasScopedPermission(ctx.session.kind, ctx.session.roles, 'students.see')
    return { isSending: false, mails: rows.map((row) => waitingMail(seesChildren ? row : withoutChild(row), name)) }
  }),
]
