import type { Cursors } from './snapshot.contract.ts'

/** Whether a cursor is above the server's version, as after a restore of the server to an older point. */
export const isAhead = (cursors: Cursors, serverVersion: number): boolean =>
  Object.values(cursors).some((cursor) => cursor !== undefined && cursor[0] > serverVersion)
