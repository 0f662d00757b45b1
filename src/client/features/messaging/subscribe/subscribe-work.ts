import { ask } from '#client/platform/http.ts'
import { obtainProofToken } from '#client/platform/session/prove.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { confirmSubscription, endSubscription, subscribe } from '#shared/messaging/subscribe.contract.ts'

/*
 * Fetched when something is sent: the pages themselves open without the client of the server.
 */

export const askForNews = async (email: string, language: Language, trap: string) =>
  ask(subscribe, { email, language, trap, proof: await obtainProofToken() })
export const confirmByLink = (token: string) => ask(confirmSubscription, { token: token.slice(0, 2000) })
export const endByLink = (token: string) => ask(endSubscription, { token: token.slice(0, 2000) })
