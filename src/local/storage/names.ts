/*
 * What the databases of this origin are called; here, so that whether one is there can be asked without Dexie.
 */

export const formsDbName = (schoolCode: string): string => `forms-${schoolCode}`

/** What staff saw last of the desk. */
export const lastDataDbName = (schoolCode: string): string => `desk-${schoolCode}`

/** The outbox of one person at a desk: decisions and cash that have not reached the server. */
export const deskOutboxName = (schoolCode: string, userId: string): string => `ob-${schoolCode}-desk-${userId}`

/** Words of letters that have not reached the server. */
export const letterDraftsDbName = (schoolCode: string): string => `letters-${schoolCode}`

/** A changed shape gets a new number and so a new database; the server has it all. */
export const facesDbName = (schoolCode: string): string => `faces-${schoolCode}-v1`

/**
 * Whether this browser has ever kept such a database. Known without opening it, and so without the code that opens one: on a
 * first visit nothing of it has to run before somebody begins to type.
 */
export async function hasDatabase(asked: string): Promise<boolean> {
  try {
    return (await indexedDB.databases()).some(({ name }) => name === asked)
  } catch {
    // Not every browser tells; opening it will.
    return true
  }
}
