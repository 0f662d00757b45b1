/** Forms of the school's office, by their names in addresses: a setting says who reads what is handed in. */
export const officeForms = ['mogra-hr', 'mogra-bills', 'mogra-erp'] as const
export type OfficeForm = (typeof officeForms)[number]

/** Roles that office forms may be routed to. */
export const officeRoles = ['hr', 'finance', 'it', 'admission-officer', 'registrar', 'head', 'admin'] as const
export type OfficeRole = (typeof officeRoles)[number]

/** Which roles read each of them. */
export type FormRouting = Readonly<Record<OfficeForm, readonly OfficeRole[]>>

/** Of a school that has said nothing of it. */
export const usualRouting: FormRouting = {
  'mogra-hr': ['hr'],
  'mogra-bills': ['finance', 'admin'],
  'mogra-erp': ['it', 'admin'],
}

export const isOfficeForm = (slug: string): slug is OfficeForm => (officeForms as readonly string[]).includes(slug)
