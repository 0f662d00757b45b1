export interface SetSearch {
  /** The set that is open, as `2031-KG1`, or `new`; without it the list is shown. */
  set?: string
}

/** The address as it comes: read only by the screen, since what a route does with it is part of the first load. */
export type SetAddress = Partial<Record<keyof SetSearch, unknown>>

/** What the address says; anything else in it is left out. */
export const readSetSearch = ({ set }: SetAddress): SetSearch =>
  typeof set === 'string' && /^(new|\d{4}-.{1,20})$/.test(set) ? { set } : {}

/** How a set is named in the address. */
export const setKey = ({ entryYear, grade }: { entryYear: number; grade: string }): string => `${entryYear}-${grade}`
