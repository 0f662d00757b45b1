import { ask } from '#client/platform/http.ts'
import {
  consentDefinitions,
  type NewConsentWording,
  publishConsentWording,
} from '#shared/consents/consent-definition.contract.ts'

export const readDefinitions = async () => (await ask(consentDefinitions, {})).definitions
export const publishWording = (newWording: NewConsentWording) => ask(publishConsentWording, { newWording })
