import type { FormDefinition } from '#shared/contract/form-definition.ts'
import { enquiryForm } from './enquiry.ts'

/** The forms a school begins with, by the names they have in addresses. `firstYear`: in which the next school year begins. */
export const readyForms = (firstYear: number): Record<string, FormDefinition> => ({
  enquiry: enquiryForm(firstYear),
})
