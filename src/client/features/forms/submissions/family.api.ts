import type { z } from 'zod'
import { ask } from '#client/platform/http.ts'
import {
  askConsent,
  consentRequests,
  consentWordings,
  endConsentLink,
} from '#shared/consents/consent-request.contract.ts'
import { askCriteria, criteriaLinks, criteriaList, endCriteriaLink } from '#shared/forms/criteria.contract.ts'

export const listConsent = async (submissionId: string) => (await ask(consentRequests, { submissionId })).requests
export const listWordings = async () => (await ask(consentWordings, {})).wordings
export const askForConsent = (input: z.input<typeof askConsent.body>) => ask(askConsent, input)
export const endConsent = (id: string, again: boolean) => ask(endConsentLink, { id, again })

export const listCriteria = async (submissionId: string) => (await ask(criteriaLinks, { submissionId })).links
export const listCriteriaForms = async () => (await ask(criteriaList, {})).result
export const sendCriteria = (input: z.input<typeof askCriteria.body>) => ask(askCriteria, input)
export const endCriteria = (id: string, again: boolean) => ask(endCriteriaLink, { id, again })
