import type { Hono } from 'hono'
import { describeFailure } from '#server/http/describe-failure.ts'
import { readBody } from '#server/http/input.ts'
import type { Services } from '#server/http/services.ts'
import { GatewayId } from '#shared/fees/online/fee-gateway.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { handleEvent, storeEvent } from './gateway-events.service.ts'

const limitBytes = 256 * 1024
const path = '/gateway-events/:school/:gateway'

/**
 * Serves the address to which gateways report payments: 200 once the event is stored, and only then; the gateway is asked for the
 * payment after the answer, so that it never waits for us. An unknown school or gateway, a wrong signature and an empty body are refused.
 */
export function mountGatewayEvents(app: Hono, { deps, findSchool }: Services): void {
  app.post(path, async (c) => {
    c.set('route', path)
    c.header('cache-control', 'no-store')
    const gateway = GatewayId.safeParse(c.req.param('gateway'))
    const school = await findSchool(c.req.param('school'))
    if (!gateway.success || !school) throw new AppError('request.not-found')
    const raw = await readBody(c.req.raw, limitBytes)
    const event = await storeEvent({ deps, school }, gateway.data, { raw, header: (name) => c.req.header(name) })
    void handleEvent({ deps, school }, event).catch((error: unknown) => {
      // The sweeper asks again.
      deps.log.error(describeFailure(error), 'an event of a gateway can not be worked through now')
    })
    return c.json({ stored: true })
  })
}
