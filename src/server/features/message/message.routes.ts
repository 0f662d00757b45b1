import { requirePermission } from '#server/features/access/access.service.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { decideMessage, studentMessages } from '#shared/contract/student-message.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { carryOutOnMessage, messagesOf } from './message-desk.service.ts'

export const messageRoutes: Feature = ({ clock }) => [
  route.session(studentMessages, async (ctx, { student_id: id }) => {
    requirePermission(ctx.session, 'messages.see')
    const messages = await ctx.tenant((tx) => messagesOf(tx, ctx.school.schoolId, id))
    return { messages, now: toInstant(clock.nowMs()) }
  }),
  route.session(decideMessage, async (ctx, asked) => {
    requirePermission(ctx.session, 'messages.decide')
    return { message: await ctx.tenant((tx) => carryOutOnMessage(tx, ctx, asked)) }
  }),
]
