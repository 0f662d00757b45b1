import { type Feature, route } from '#server/http/serve.ts'
import { askChallenge } from '#shared/identity/bot-protection.contract.ts'
import { offerChallenge } from './robots.service.ts'

export const robotsRoutes: Feature = () => [
  route.open(askChallenge, async (ctx) => ({ challenge: await offerChallenge(ctx) }), {
    headers: { 'cache-control': 'no-store' },
  }),
]
