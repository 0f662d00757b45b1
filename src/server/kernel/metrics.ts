/** Class of an answer: by its status. */
export type RequestOutcome = 'ok' | 'refused' | 'failed'

/** Counts of what a server does, for its monitoring. Labels are routes, kinds and codes: never a school, a name or an id. */
export interface Metrics {
  /** @param route pattern of the address @param seconds until the answer */
  countRequest(route: string, outcome: RequestOutcome, seconds: number): void
  /** Counts operations of a device by their verdict. */
  countOperations(outcome: string, count: number): void
  /** @param seconds until a letter was typeset, or was found to be one that can't be */
  countTypesetting(seconds: number): void
}

/** Returns the class of a status. */
export const outcomeOf = (status: number): RequestOutcome =>
  status >= 500 ? 'failed' : status >= 400 ? 'refused' : 'ok'
