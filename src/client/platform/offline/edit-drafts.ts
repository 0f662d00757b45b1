// chunk: desk-parts
import i18next from 'i18next'
import { editDrafts, forgetEditDrafts } from '#local/storage/edit-drafts.ts'
import { keptEdits } from '#local/storage/kept-edits.ts'
import { deskOwner } from './desk-owner.ts'

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Between two readings, while the question about them can't be fetched. */
const unaskedMs = 5000

const edits = keptEdits({
  open: async () => {
    const owner = await deskOwner()
    if (!owner) return undefined
    const { code, userId, needs } = owner
    return { userId, drafts: editDrafts(code, needs), forget: () => forgetEditDrafts(code) }
  },
  shouldReadAgain: async () => {
    try {
      return await (await import('./unread-edit.tsx')).askToReadAgain()
    } catch {
      await pause(unaskedMs)
      return true
    }
  },
  pause,
})

/** Keeps an edit that the server does not have, by its name. @returns whether it is on this device for good */
export const keepEdit = edits.keep

/** Reads what an earlier visit of this person could not send; asks the person where that can't be read. */
export const storedEdit = edits.read

export const deleteEdit = edits.drop

/**
 * Deletes all of them at a sign-out, so that the next person at this device finds nothing; asked first, if something would be lost.
 * @returns whether the sign-out may go on
 */
export const clearEdits = (): Promise<boolean> =>
  // oxlint-disable-next-line no-alert -- the same question as for unsent work of a till, on any page, whatever has loaded
  edits.clear(() => confirm(i18next.t('common:signOutDraft')))
