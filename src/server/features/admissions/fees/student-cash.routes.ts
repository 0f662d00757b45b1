import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { takeCash } from '#shared/admissions/desk-cash.contract.ts'
import { staffActor } from '../transitions/actor.service.ts'
import { bookCash } from './cash-record.service.ts'
import { receiptsSeen } from './student-cash.service.ts'

export const studentCashRoutes: Feature = () => [
  route.session(takeCash, async (ctx, taken) => {
    requirePermission(ctx.session, 'students.decide')
    const by = { ...staffActor(ctx), timeZone: ctx.school.timeZone }
    return ctx.tenant(async (tx) => {
      const [receipt] = await receiptsSeen(tx, by.schoolId, [await bookCash(tx, by, taken)])
      if (!receipt) throw new Error('a receipt without a row')
      return { receipt }
    })
  }),
]
