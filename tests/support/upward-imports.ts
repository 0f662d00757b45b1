/** Remaining imports from one domain to a higher one. The list only gets shorter. */
export const upwardUntilTurned: string[] = []
