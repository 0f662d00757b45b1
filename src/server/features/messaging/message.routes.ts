import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { Instant, Uuid } from '#shared/kernel/fields.ts'
import { hasScopedPermission } from '#shared/kernel/scoped-permission.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { messageLog, messageLogExport } from '#shared/messaging/message-log.contract.ts'
import { messageTexts, previewMessage, saveMessageText } from '#shared/messaging/message-text.contract.ts'
import { decideMessage, studentMessages } from '#shared/messaging/student-message.contract.ts'
import { exportLog } from './log/message-export.service.ts'
import { readLog } from './log/message-log.service.ts'
import { executeMessageCommand, messagesOf } from './message-desk.service.ts'
import { addText, textsInForce } from './message-text.service.ts'
import { previewText } from './preview.service.ts'

export const messageRoutes: Feature = ({ clock }) => [
  route.session(studentMessages, async (ctx, { student_id: id }) => {
    requirePermission(ctx.session, 'messages.see')
    const messages = await ctx.tenant((tx) => messagesOf(tx, ctx.school.schoolId, id))
    return { messages, now: toInstant(clock.nowMs()) }
  }),
  route.session(decideMessage, async (ctx, asked) => {
    requirePermission(ctx.session, 'messages.decide')
    return { message: await ctx.tenant((tx) => executeMessageCommand(tx, ctx, asked)) }
  }),
  route.session(messageLog, async (ctx, { filter, after, limit }) => {
    requirePermission(ctx.session, 'messages.log')
    const { schoolId, timeZone } = ctx.school
    const { from, to } = filter
    const within = { schoolId, timeZone, from, to, group: undefined, by: undefined, about: undefined }
    const seesAddresses = hasScopedPermission(ctx.session.kind, ctx.session.roles, 'messages.see')
    const asked = { ...within, filter, after: readKey(after), limit: limit + 1, seesAddresses }
    const found = await ctx.tenant((tx) => readLog(tx, asked))
    const entries = found.slice(0, limit)
    const last = found.length > limit ? entries.at(-1) : undefined
    return { entries, next: last ? `${last.at}|${last.id}` : null, now: toInstant(clock.nowMs()) }
  }),
  route.session(messageLogExport, (ctx, { filter, ...how }) => {
    requirePermission(ctx.session, 'messages.log')
    return exportLog(ctx, filter, how)
  }),
  route.session(messageTexts, async (ctx) => {
    requirePermission(ctx.session, 'messages.see')
    return { texts: await ctx.tenant((tx) => textsInForce(tx, ctx.school.schoolId)) }
  }),
  route.session(saveMessageText, async (ctx, asked) => {
    requirePermission(ctx.session, 'messages.write')
    const { schoolId } = ctx.school
    const by = { schoolId, userId: ctx.session.user.userId, nowMs: clock.nowMs() }
    const { event } = asked
    const text = await ctx.tenant(async (tx) => {
      const added = await addText(tx, by, asked)
      const facts = { event, version: added.text.version }
      if (added.isNew) await recordAuditEvent(tx, ctx, 'message-text-set', { about: null, facts })
      return added.text
    })
    return { text }
  }),
  route.session(previewMessage, async (ctx, asked) => {
    requirePermission(ctx.session, 'messages.see')
    return ctx.tenant((tx) => previewText(tx, ctx, asked))
  }),
]

/** Parses the start of a page. @throws AppError request.invalid */
function readKey(after: string | undefined): { at: Instant; id: string } | undefined {
  if (after === undefined) return undefined
  const [at, id] = after.split('|')
  const instant = Instant.safeParse(at)
  const uuid = Uuid.safeParse(id)
  if (!instant.success || !uuid.success) throw new AppError('request.invalid', { field: 'after' })
  return { at: instant.data, id: uuid.data }
}
