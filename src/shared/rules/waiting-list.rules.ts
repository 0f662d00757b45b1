/** What may bring a child forward on a waiting list. Only claims that staff have verified count. */
export const claimKinds = ['staff-child', 'sibling', 'group-transfer', 'corporate', 'alumni', 'national'] as const
