/*
 * What the databases of this origin are called; here, so that whether one is there can be asked without Dexie.
 */

export const formsDbName = (schoolCode: string): string => `forms-${schoolCode}`

/** A changed shape gets a new number and so a new database; the server has it all. */
export const facesDbName = (schoolCode: string): string => `faces-${schoolCode}-v1`
