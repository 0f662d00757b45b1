/** What has to be done outside of the desk before a place is confirmed, where the school says so. */
export const formalities = ['contract', 'registration'] as const
export type Formality = (typeof formalities)[number]
