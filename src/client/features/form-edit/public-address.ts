import type { FormPurpose } from '#shared/contract/form-definition.ts'

/** Where the forms that a school begins with are found; every other has its own name behind `/enquiryform`. */
const known: Readonly<Record<string, string>> = {
  enquiry: '/enquiry/new',
  'enquiry-vmsiihe': '/enquiry/vmsiihe',
  'enquiry-abq': '/enquiryform/abq',
  'mogra-hr': '/mogra/mograhr',
  'mogra-bills': '/mogra/mograbills',
  'mogra-erp': '/mogra/mograerp',
  hr: '/hr/form',
  admission: '/admission',
}

/** Undefined for a form that each applicant gets a link of their own to. */
export const addressOf = (slug: string, purpose: FormPurpose): string | undefined =>
  purpose === 'criteria' ? undefined : (known[slug] ?? `/enquiryform/${slug}`)
