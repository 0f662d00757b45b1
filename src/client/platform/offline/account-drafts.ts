import i18next from 'i18next'
import { startForms } from './forms.ts'

/**
 * A family that signs out leaves nothing of what it has begun to the person who sits here next: what the account has goes from this
 * device. A person is asked when something was typed that the account has not got.
 * @returns whether the sign-out may go on
 */
export async function clearDrafts(): Promise<boolean> {
  const { drafts } = (await startForms()).forms
  const begun = await drafts.underAccount()
  // oxlint-disable-next-line no-alert -- the same question as for unsent work of a till, on any page, whatever has loaded
  if (begun.some(({ isAhead }) => isAhead) && !confirm(i18next.t('common:signOutDraft'))) return false
  for (const { id } of begun) await drafts.drop(id)
  return true
}
