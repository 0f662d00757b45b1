import i18next from 'i18next'

/**
 * Cash that is not booked waits here for its cashier, who is asked before signing out.
 * @returns whether the sign-out may go on
 */
export async function clearPendingCash(): Promise<boolean> {
  const { countUnbooked } = await import('./desk-cash.ts')
  const count = await countUnbooked()
  // oxlint-disable-next-line no-alert -- the same question as for unsent work of a till, on any page, whatever has loaded
  return count === 0 || confirm(i18next.t('common:signOutCash', { count }))
}
