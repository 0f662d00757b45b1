import { type LetterDraft, readLetterDraft } from '#local/letters/letter-drafts.ts'
import type { LetterTemplate } from '#shared/letters/letter-blocks.contract.ts'
import type { LetterKind } from '#shared/letters/letter-kinds.rules.ts'
import { deleteEdit, keepEdit, storedEdit } from './edit-drafts.ts'

/** Keeps what the server has not got of a letter. @returns whether it is on this device for good */
export const keepLetterDraft = (
  letter: LetterKind,
  unsaved: { revision: number; template: LetterTemplate },
): Promise<boolean> => keepEdit(letter, unsaved)

/** What an earlier visit of this person could not send. */
export const storedLetterDraft = (letter: LetterKind): Promise<LetterDraft | undefined> =>
  storedEdit(letter, readLetterDraft)

export const deleteLetterDraft = (letter: LetterKind): Promise<void> => deleteEdit(letter)
