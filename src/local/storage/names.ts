// chunk: frame
/* Database names of this origin; kept apart, so that existence can be checked without Dexie. */

export const formsDbName = (schoolCode: string): string => `forms-${schoolCode}`

/** Name of the cache of what staff saw last. */
export const lastDataDbName = (schoolCode: string): string => `desk-${schoolCode}`

/** The outbox of one person at a desk: decisions and cash that have not reached the server. */
export const deskOutboxName = (schoolCode: string, userId: string): string => `ob-${schoolCode}-desk-${userId}`

/** Name of the database of letter texts that have not reached the server. */
export const letterDraftsDbName = (schoolCode: string): string => `letters-${schoolCode}`

/** Name of the database of what this device prints, and of the printers, drawers and readers at it. */
export const printingDbName = (schoolCode: string): string => `print-${schoolCode}`

/** What is typed while the first school is created, on a host that is none yet. */
export const setupDraftDbName = 'setup'

/** A changed shape gets a new number and so a new database; the server has all the data. */
export const facesDbName = (schoolCode: string): string => `faces-${schoolCode}-v1`

/**
 * Returns whether this browser has ever had this database, without opening it, and so without loading the code that does: a first
 * visit needs none of it before typing.
 */
export async function hasDatabase(asked: string): Promise<boolean> {
  try {
    return (await indexedDB.databases()).some(({ name }) => name === asked)
  } catch {
    // Not every browser can list databases; opening it will show.
    return true
  }
}
