import i18next from 'i18next'
import { forgetLetterDrafts, type LetterDraft, letterDrafts } from '#local/letters/letter-drafts.ts'
import type { LetterTemplate } from '#shared/letters/letter-blocks.contract.ts'
import type { LetterKind } from '#shared/letters/letter-kinds.rules.ts'
import { deskOwner } from './desk-owner.ts'

async function open() {
  const owner = await deskOwner()
  return owner && { ...owner, drafts: letterDrafts(owner.code, owner.needs) }
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

/** Keeps what the server has not got of a letter. @returns whether it is on this device for good */
export const keepLetterDraft = async (
  letter: LetterKind,
  unsaved: { revision: number; template: LetterTemplate },
): Promise<boolean> =>
  (await inTurn(async ({ drafts, userId }) => {
    await drafts.keep(userId, letter, unsaved)
    return true
  })) ?? false

/** What an earlier visit of this person could not send. */
export const storedLetterDraft = (letter: LetterKind): Promise<LetterDraft | undefined> =>
  inTurn(({ drafts, userId }) => drafts.of(userId, letter))

export const deleteLetterDraft = (letter: LetterKind): Promise<void> =>
  inTurn(({ drafts, userId }) => drafts.drop(userId, letter))

/**
 * Whoever signs out leaves none of it to whoever sits here next; asked first, if something would be lost.
 * @returns whether the sign-out may go on
 */
export async function clearLetterDrafts(): Promise<boolean> {
  const isUnsaved = await inTurn(({ drafts, userId }) => drafts.hasAny(userId))
  // oxlint-disable-next-line no-alert -- the same question as for unsent work of a till, on any page, whatever has loaded
  if (isUnsaved && !confirm(i18next.t('common:signOutDraft'))) return false
  await inTurn(({ code }) => forgetLetterDrafts(code))
  return true
}
