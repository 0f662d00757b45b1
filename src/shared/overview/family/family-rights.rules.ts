/**
 * What a guardian may see and do of a child: the application with offer, forms and messages; documents, also about health and
 * custody; the meal account; the fees of the family.
 */
export const familyRights = ['admission', 'documents', 'canteen', 'fees'] as const
export type FamilyRight = (typeof familyRights)[number]

/** Returns the rights of a stored access; null stands for every right. */
export const rightsOf = (stored: readonly string[] | null): FamilyRight[] =>
  familyRights.filter((right) => stored === null || stored.includes(right))
