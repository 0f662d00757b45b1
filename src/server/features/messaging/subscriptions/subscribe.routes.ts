import { inLanguage } from '#server/http/in-language.ts'
import { type Feature, route } from '#server/http/serve.ts'
import {
  confirmSubscription,
  endSubscription,
  subscribe as subscribeCall,
} from '#shared/messaging/subscribe.contract.ts'
import { confirm, end, subscribe } from './subscribe.service.ts'

export const subscribeRoutes: Feature = () => [
  route.open(subscribeCall, async (ctx, asked) => {
    await subscribe(ctx, inLanguage(ctx, asked))
    return {}
  }),
  route.open(confirmSubscription, async (ctx, { token }) => {
    await confirm(ctx, token)
    return {}
  }),
  route.open(endSubscription, async (ctx, { token }) => {
    await end(ctx, token)
    return {}
  }),
]
