import type { z } from 'zod'
import { ask } from '#client/platform/http.ts'
import { askConsent, consentRequests, consentWordings, endConsentLink } from '#shared/contract/consent.ts'

export const listConsent = async (submissionId: string) => (await ask(consentRequests, { submissionId })).requests
export const listWordings = async () => (await ask(consentWordings, {})).wordings
export const askForConsent = (input: z.input<typeof askConsent.body>) => ask(askConsent, input)
export const endConsent = (id: string, again: boolean) => ask(endConsentLink, { id, again })
