/** Sent to the window when a scan has ended, so that pads can drop the digits they took for typed ones. */
export const scanEvent = 'till-scan'
