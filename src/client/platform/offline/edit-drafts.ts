// chunk: desk-parts
import i18next from 'i18next'
import { type EditDraft, editDrafts, forgetEditDrafts } from '#local/storage/edit-drafts.ts'
import { deskOwner } from './desk-owner.ts'

async function open() {
  const owner = await deskOwner()
  return owner && { ...owner, drafts: editDrafts(owner.code, owner.needs) }
}
type Opened = NonNullable<Awaited<ReturnType<typeof open>>>

let last: Promise<unknown> = Promise.resolve()

/** One after the other: what is dropped after it was kept is gone. A storage that is full or refused keeps nothing. */
function inTurn<T>(work: (opened: Opened) => Promise<T>): Promise<T | undefined> {
  const turn = last.then(async () => {
    try {
      const opened = await open()
      return opened && (await work(opened))
    } catch {
      return undefined
    }
  })
  last = turn
  return turn
}

/** Keeps an edit that the server does not have, by its name. @returns whether it is on this device for good */
export const keepEdit = async (name: string, content: object): Promise<boolean> =>
  (await inTurn(async ({ drafts, userId }) => {
    await drafts.keep(userId, name, content)
    return true
  })) ?? false

/** Returns what an earlier visit of this person could not send. */
export const storedEdit = (name: string): Promise<EditDraft | undefined> =>
  inTurn(({ drafts, userId }) => drafts.of(userId, name))

export const deleteEdit = (name: string): Promise<void> => inTurn(({ drafts, userId }) => drafts.drop(userId, name))

/**
 * Deletes all of them at a sign-out, so that the next person at this device finds nothing; asked first, if something would be lost.
 * @returns whether the sign-out may go on
 */
export async function clearEdits(): Promise<boolean> {
  const isUnsaved = await inTurn(({ drafts, userId }) => drafts.hasAny(userId))
  // oxlint-disable-next-line no-alert -- the same question as for unsent work of a till, on any page, whatever has loaded
  if (isUnsaved && !confirm(i18next.t('common:signOutDraft'))) return false
  await inTurn(({ code }) => forgetEditDrafts(code))
  return true
}
