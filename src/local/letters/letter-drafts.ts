import { type EditDrafts, editDrafts } from '#local/storage/edit-drafts.ts'
import type { LetterTemplate } from '#shared/letters/letter-blocks.contract.ts'
import type { LetterKind } from '#shared/letters/letter-kinds.rules.ts'
import { saveLetterEdit } from '#shared/letters/letter-template.contract.ts'

interface Unsaved {
  /** Revision of the working copy that was edited. */
  revision: number
  template: LetterTemplate
}

export interface LetterDraft extends Unsaved {
  /** Time of the last edit. */
  atMs: number
}

/** Unsaved texts of letters that the server does not have: sealed, per person, the latest of each letter. */
export interface LetterDrafts {
  /** Resolves once the text is durable on this device. */
  keep(userId: string, letter: LetterKind, unsaved: Unsaved): Promise<void>
  /** Returns the draft; undefined where there is none or it can no longer be read. */
  of(userId: string, letter: LetterKind): Promise<LetterDraft | undefined>
  drop(userId: string, letter: LetterKind): Promise<void>
  hasAny(userId: string): Promise<boolean>
}

const Kept = saveLetterEdit.body.pick({ revision: true, template: true })

/** Returns what was kept of a letter; undefined for what is no letter any more. */
export function readLetterDraft(draft: Awaited<ReturnType<EditDrafts['of']>>): LetterDraft | undefined {
  const kept = Kept.safeParse(draft?.content)
  return draft && kept.success ? { ...kept.data, atMs: draft.atMs } : undefined
}

export function letterDrafts(schoolCode: string, needs: Parameters<typeof editDrafts>[1]): LetterDrafts {
  const drafts = editDrafts(schoolCode, needs)
  return {
    keep: (userId, letter, { revision, template }) => drafts.keep(userId, letter, { revision, template }),
    of: async (userId, letter) => readLetterDraft(await drafts.of(userId, letter)),
    drop: drafts.drop,
    hasAny: drafts.hasAny,
  }
}
