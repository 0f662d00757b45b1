import type { z } from 'zod'
import { ask } from '#client/platform/http.ts'
import { endApiToken, listApiTokens, makeApiToken } from '#shared/programs/api-token.contract.ts'

export type Tokens = z.infer<typeof listApiTokens.reply>

export const fetchTokens = (): Promise<Tokens> => ask(listApiTokens, {})
export const putToken = (asked: z.input<typeof makeApiToken.body>) => ask(makeApiToken, asked)
export const dropToken = (id: string) => ask(endApiToken, { id })
