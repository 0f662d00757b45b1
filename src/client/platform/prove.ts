/** Solves a challenge of the server, so that no robot hands in forms by the thousand. */
export const prove = (): Promise<string> => Promise.resolve('')
