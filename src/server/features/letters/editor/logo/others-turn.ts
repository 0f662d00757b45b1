/** Lets whatever else waits at the server go first: pictures are worked on in pieces, so that they hold up nobody. */
export const othersTurn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve)
  })
