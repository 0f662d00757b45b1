import type { FormDefinition } from '#shared/contract/form-definition.ts'
import { enquiryForm } from './enquiry.ts'
import type { FormSetting } from './form-words.ts'

/** The forms a school begins with, by the names they have in addresses. */
export const readyForms = (setting: FormSetting): Record<string, FormDefinition> => ({
  enquiry: enquiryForm(setting),
})
