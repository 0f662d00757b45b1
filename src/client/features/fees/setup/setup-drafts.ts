// chunk: fees
import { deleteEdit, keepEdit, storedEdit } from '#client/platform/offline/edit-drafts.ts'

/** What is typed, and the revision that it is typed upon. */
export interface Typed {
  seen: number
  draft: object
}

/** Name under which all of them are kept on this device, sealed, until the server has them. */
const draftsName = 'fees:setup'

/** What is typed in the set-up and not saved, by the name of what is edited. */
const kept = new Map<string, Typed>()

let isKeeping = false
let isStale = false

/** Keeps what is typed now: what is typed while it is being kept is kept next. */
async function keepLatest(): Promise<void> {
  isStale = true
  if (isKeeping) return
  isKeeping = true
  while (isStale) {
    isStale = false
    await (kept.size === 0 ? deleteEdit(draftsName) : keepEdit(draftsName, Object.fromEntries(kept)))
  }
  isKeeping = false
}

function isTyped(value: unknown): value is Typed {
  const { seen, draft } = { seen: undefined, draft: undefined, ...(value as object | null) }
  return typeof seen === 'number' && typeof draft === 'object' && draft !== null
}

const parseDrafts = ({ content }: { content: unknown }): object | undefined =>
  typeof content === 'object' && content !== null ? content : undefined

/** Reads what an earlier visit of this person typed and could not save; anything of another form is left out. */
export async function readSetupDrafts(): Promise<void> {
  const found = await storedEdit(draftsName, parseDrafts)
  kept.clear()
  for (const [name, value] of Object.entries(found ?? {})) if (isTyped(value)) kept.set(name, value)
}

export const setupDraft = (name: string): Typed | undefined => kept.get(name)

export function keepSetupDraft(name: string, typed: Typed): void {
  kept.set(name, typed)
  void keepLatest()
}

export function dropSetupDraft(name: string): void {
  if (kept.delete(name)) void keepLatest()
}
