import type { z } from 'zod'
import { call, openHttp } from '#local/kernel/http.ts'
import {
  providerAdministrator,
  providerByCode,
  providerDemoRemove,
  providerFactorBegin,
  providerFactorConfirm,
  providerSchools,
  providerSetupLink,
  providerSignIn,
  providerSignOut,
} from '#shared/identity/provider.contract.ts'
import type { Endpoint } from '#shared/kernel/endpoint.ts'
import type { Language } from '#shared/kernel/fields.ts'

/* Paths contain `/common`: the client sends them without a school. Fetched when it is needed: the page opens without the client of the server. The provider's token lives in this page's memory alone. */

const ask = <B extends z.ZodType, R extends z.ZodType>(
  token: string | undefined,
  to: Endpoint<B, R>,
  input: z.input<B>,
) => call(openHttp({ identify: () => ({ schoolCode: undefined, clientId: undefined, token }) }), to, input)

export const signIn = (email: string, password: string) => ask(undefined, providerSignIn, { email, password })
export const enterByCode = (ticket: string, code: string) => ask(undefined, providerByCode, { ticket, code })
export const beginFactor = (ticket: string) => ask(undefined, providerFactorBegin, { ticket })
export const confirmFactor = (ticket: string, code: string) => ask(undefined, providerFactorConfirm, { ticket, code })
export const signOut = (token: string) => ask(token, providerSignOut, {})
export const schoolsOf = (token: string, search: string, after?: string) =>
  ask(token, providerSchools, { search, ...(after === undefined ? {} : { after }) })
/** @param asked.template code of the school that lends what the new one begins with */
export const makeSetupLink = ({ token, template }: { token: string; template?: string }) =>
  ask(token, providerSetupLink, template === undefined ? {} : { template })
export const removeDemos = (token: string) => ask(token, providerDemoRemove, {})
export const inviteAdministrator = (
  token: string,
  code: string,
  { en, ar, email }: { en: string; ar: string; email: string },
  language: Language,
) => ask(token, providerAdministrator, { code, administrator: { name: { en, ar }, email, language } })
