import { type Feature, route } from '#server/http/serve.ts'
import { askChallenge } from '#shared/identity/bot-protection.contract.ts'
import { offerChallenge } from './bot-protection.service.ts'

export const botProtectionRoutes: Feature = () => [
  route.open(askChallenge, async (ctx) => ({ challenge: await offerChallenge(ctx) }), {
    headers: { 'cache-control': 'no-store' },
  }),
]
