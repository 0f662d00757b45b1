import { formsDbName } from '#local/storage/names.ts'

/**
 * Whether this browser has ever kept anything of forms. Known without opening a database, and so without the code that
 * opens one: on a first visit nothing of it has to run before somebody begins to type.
 */
export async function hasKeptForms(schoolCode: string): Promise<boolean> {
  try {
    const databases = await indexedDB.databases()
    return databases.some(({ name }) => name === formsDbName(schoolCode))
  } catch {
    // Not every browser tells; opening it will.
    return true
  }
}
