// chunk: frame
export interface FormSearch {
  /** The form that is being edited; without it the list is shown. */
  form?: string
}

/** The address as it comes: read only by the screen, since what a route does with it is part of the first load. */
export type FormAddress = Partial<Record<keyof FormSearch, unknown>>

/** What the address says; anything else in it is left out. */
export const readFormSearch = ({ form }: FormAddress): FormSearch =>
  typeof form === 'string' && /^[a-z][a-z0-9-]{1,40}$/.test(form) ? { form } : {}
