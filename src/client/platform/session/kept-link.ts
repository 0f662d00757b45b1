const keyOf = (id: string): string => `link ${id}`

/** Keeps the token of a link in this tab while its holder is at another site, under the id of what they do there. */
export function keepLink(id: string, token: string): void {
  try {
    sessionStorage.setItem(keyOf(id), token)
  } catch {
    // A browser that keeps nothing: the link is opened again.
  }
}

/** Returns the token that was kept in this tab; undefined where none was. */
export function keptLink(id: string): string | undefined {
  try {
    return sessionStorage.getItem(keyOf(id)) ?? undefined
  } catch {
    return undefined
  }
}
