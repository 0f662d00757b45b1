import { deleteEdit, keepEdit, storedEdit } from '#client/platform/offline/edit-drafts.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import type { ItemDraft } from './item-draft.ts'

const draftName = 'catalogue:new-item'

/** The draft of a new item on this device: it outlives its panel and the page. */
export interface NewItemDraft {
  /** Undefined until the device has answered; null where nothing is kept. */
  kept: object | null | undefined
  keep: (draft: ItemDraft) => void
  drop: () => void
}

const contentOf = ({ content }: { content: unknown }): object | undefined =>
  typeof content === 'object' && content !== null ? content : undefined

const readNothing = async () => ({ kept: null })
const readKept = async () => ({ kept: (await storedEdit(draftName, contentOf)) ?? null })

/** Reads what an earlier visit typed; only for a new item. */
export function useNewItemDraft(isNew: boolean): NewItemDraft {
  const { answer } = useAnswer(isNew ? readKept : readNothing)
  return {
    kept: isNew ? answer?.kept : null,
    keep: (draft) => isNew && void keepEdit(draftName, draft),
    drop: () => isNew && void deleteEdit(draftName),
  }
}

/** A draft with what was kept of it, as far as another release kept the same. */
export function withKept(draft: ItemDraft, kept: object | null): ItemDraft {
  const known = Object.entries(draft).flatMap(([name, value]: [string, unknown]) => {
    const before: unknown = kept && Reflect.get(kept, name)
    const isAlike = typeof before === typeof value && Array.isArray(before) === Array.isArray(value) && before !== null
    return isAlike ? [[name, before]] : []
  })
  return { ...draft, ...(Object.fromEntries(known) as Partial<ItemDraft>) }
}
