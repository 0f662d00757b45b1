import { useEffect, useState } from 'react'
import { deleteEdit, keepEdit, storedEdit } from '#client/platform/offline/edit-drafts.ts'
import type { ItemDraft } from './item-draft.ts'

const draftName = 'catalogue:new-item'

/** The draft of a new item on this device: it outlives its panel and the page. */
export interface NewItemDraft {
  /** Undefined until the device has answered; null where nothing is kept. */
  kept: object | null | undefined
  keep: (draft: ItemDraft) => void
  drop: () => void
}

/** Reads what an earlier visit typed; only for a new item. */
export function useNewItemDraft(isNew: boolean): NewItemDraft {
  const [kept, setKept] = useState<object | null | undefined>(isNew ? undefined : null)
  useEffect(() => {
    if (!isNew) return
    let isOpen = true
    const read = async () => {
      const found = await storedEdit(draftName)
      if (isOpen) setKept(found && typeof found.content === 'object' ? found.content : null)
    }
    void read()
    return () => {
      isOpen = false
    }
  }, [isNew])
  return {
    kept,
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
