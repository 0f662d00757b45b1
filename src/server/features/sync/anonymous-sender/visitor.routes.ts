import { type Feature, route } from '#server/http/serve.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { admitVisitor } from '#shared/sync/anonymous-sender.contract.ts'
import { admit } from './visitor.service.ts'

export const visitorRoutes: Feature = ({ clock }) => [
  route.open(admitVisitor, async (ctx, asked) => {
    const { credit } = await admit(ctx, asked)
    return { serverTime: toInstant(clock.nowMs()), credit }
  }),
]
