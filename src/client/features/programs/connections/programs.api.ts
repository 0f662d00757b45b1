import type { z } from 'zod'
import { ask } from '#client/platform/http.ts'
import { endApiToken, listApiTokens, makeApiToken } from '#shared/programs/api-token.contract.ts'
import {
  listDeliveries,
  listWebhooks,
  removeWebhook,
  renewWebhookSecret,
  resendDelivery,
  saveWebhook,
  testWebhook,
} from '#shared/programs/webhook.contract.ts'

export type Tokens = z.infer<typeof listApiTokens.reply>

export const fetchTokens = (): Promise<Tokens> => ask(listApiTokens, {})
export const putToken = (asked: z.input<typeof makeApiToken.body>) => ask(makeApiToken, asked)
export const dropToken = (id: string) => ask(endApiToken, { id })

export const fetchWebhooks = () => ask(listWebhooks, {})
export const putWebhook = (asked: z.input<typeof saveWebhook.body>) => ask(saveWebhook, asked)
export const renewSecret = (id: string, revision: number) => ask(renewWebhookSecret, { id, revision })
export const dropWebhook = (id: string) => ask(removeWebhook, { id })
export const sendTest = (id: string) => ask(testWebhook, { id })
export const fetchDeliveries = async (id: string) => (await ask(listDeliveries, { id })).deliveries
export const sendAgain = (id: string) => ask(resendDelivery, { id })
