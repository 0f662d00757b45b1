/** Yields to other waiting work: pictures are processed in pieces, so that they delay nothing. */
export const othersTurn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve)
  })
