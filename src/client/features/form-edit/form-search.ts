export interface FormSearch {
  /** The form that is being edited; without it the list is shown. */
  form?: string
}

/** What the address says; anything else in it is left out. */
export const readFormSearch = ({ form }: Record<string, unknown>): FormSearch =>
  typeof form === 'string' && /^[a-z][a-z0-9-]{1,40}$/.test(form) ? { form } : {}
