// chunk: frame
/**
 * The specification's rule for routes (§6): allowed when the two lists share an entry, or when either is empty or missing.
 */
export const isRouteAllowed = (
  authority: readonly string[] | undefined,
  required: readonly string[] | undefined,
): boolean => !authority?.length || !required?.length || required.some((role) => authority.includes(role))
