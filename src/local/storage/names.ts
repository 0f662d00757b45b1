/*
 * What the databases of this origin are called; here, so that whether one is there can be asked without Dexie.
 */

export const formsDbName = (schoolCode: string): string => `forms-${schoolCode}`
