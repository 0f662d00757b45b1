import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { takeCash } from '#shared/admissions/desk-cash.contract.ts'
import { staffActor } from '../transitions/actor.service.ts'
import { bookCash } from './record-cash.service.ts'
import { receiptViews } from './student-cash.service.ts'

export const studentCashRoutes: Feature = () => [
  route.session(takeCash, async (ctx, taken) => {
    requirePermission(ctx.session, 'students.decide')
    const by = { ...staffActor(ctx), timeZone: ctx.school.timeZone }
    return ctx.tenant(async (tx) => {
      const [receipt] = await receiptViews(tx, by.schoolId, [await bookCash(tx, by, taken)])
      if (!receipt) throw new Error('a receipt without a row')
      return { receipt }
    })
  }),
]
