import type { z } from 'zod'
import { ask } from '#client/platform/http.ts'
import { listBreaches, saveBreach } from '#shared/retention/breach.contract.ts'

export type BreachInput = z.input<typeof saveBreach.body>

export const fetchBreaches = async () => (await ask(listBreaches, {})).breaches
export const putBreach = (input: BreachInput) => ask(saveBreach, input)
