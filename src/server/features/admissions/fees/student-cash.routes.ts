import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { takeCash } from '#shared/admissions/desk-cash.contract.ts'
import { businessDay } from '#shared/kernel/time.ts'
import { bookCash } from './cash-record.service.ts'
import { receiptsSeen } from './student-cash.service.ts'

export const studentCashRoutes: Feature = ({ clock, random }) => [
  route.session(takeCash, async (ctx, taken) => {
    requirePermission(ctx.session, 'students.decide')
    const { schoolId, timeZone } = ctx.school
    const { user, roles } = ctx.session
    const nowMs = clock.nowMs()
    const today = businessDay(nowMs, timeZone, 0)
    const by = { schoolId, userId: user.userId, roles, nowMs, today, timeZone, random, mail: ctx }
    return ctx.tenant(async (tx) => {
      const [receipt] = await receiptsSeen(tx, schoolId, [await bookCash(tx, by, taken)])
      if (!receipt) throw new Error('a receipt without a row')
      return { receipt }
    })
  }),
]
