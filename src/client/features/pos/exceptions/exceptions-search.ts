/** The address as it comes: read only by the screen. */
export interface ExceptionsAddress {
  state?: unknown
}

/** Which exceptions are shown: those that wait, unless the address says otherwise. */
export const readState = ({ state }: ExceptionsAddress): 'open' | 'closed' => (state === 'closed' ? 'closed' : 'open')
