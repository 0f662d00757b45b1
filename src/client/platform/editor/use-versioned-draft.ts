// chunk: desk-parts
import { useEffect, useRef, useState } from 'react'
import type { MessageId } from '#shared/kernel/errors.ts'
import { deleteEdit, keepEdit, storedEdit } from '../offline/edit-drafts.ts'
import { useBusy } from '../page/use-busy.ts'
import { useMutation } from '../use-mutation.ts'

/** What an earlier visit typed and could not save, and the version that it was typed upon. */
export interface KeptDraft {
  seen: number
  draft: object
}

/** Returns a kept draft; undefined for anything of another form. */
function parseKeptDraft({ content }: { content: unknown }): KeptDraft | undefined {
  const { seen, draft } = { seen: undefined, draft: undefined, ...(content as object | null) }
  return typeof seen === 'number' && typeof draft === 'object' && draft !== null ? { seen, draft } : undefined
}

/** Reads the draft of this name that an earlier visit of this person left. */
export const readKeptDraft = (name: string): Promise<KeptDraft | undefined> => storedEdit(name, parseKeptDraft)

/** Values as they are typed, of the version that the server has. */
export interface VersionedValues<D> {
  /** 0 before the first. */
  version: number
  values: D
}

interface VersionedDraft<D extends object> {
  /** Name of the draft on this device. */
  name: string
  /** Read when the editor opens. */
  opened: VersionedValues<D>
  kept: KeptDraft | undefined
  /** Saves the values over the version `over`. @returns what the server has then */
  save: (values: D, over: number) => Promise<VersionedValues<D>>
  /** What the server answers where somebody else has saved since. */
  conflict: MessageId
  onSaved?: () => unknown
}

/** Keeps a draft on this device at once, until it is saved: a reload or a lost connection loses nothing typed. */
export function useKept<D extends object>(name: string, unsaved: { seen: number; draft: D } | undefined) {
  const last = useRef(unsaved)
  const isKeeping = useRef(false)
  useEffect(() => {
    last.current = unsaved
    // What is typed while one is being kept is kept next; only the latest counts.
    const keepLatest = async () => {
      isKeeping.current = true
      let kept: typeof unsaved
      while (last.current && last.current !== kept) {
        kept = last.current
        await keepEdit(name, kept)
      }
      isKeeping.current = false
    }
    if (unsaved && !isKeeping.current) void keepLatest()
  }, [name, unsaved])
}

/** What is typed and the version that it is typed upon, kept on this device while the server does not have it. */
function useDraft<D extends object>({ name, opened, kept }: Pick<VersionedDraft<D>, 'name' | 'opened' | 'kept'>) {
  const [seen, setSeen] = useState(kept?.seen ?? opened.version)
  const [base, setBase] = useState(opened.values)
  const [unsaved, setUnsaved] = useState(() => kept && { seen: kept.seen, draft: { ...opened.values, ...kept.draft } })
  const draft = unsaved?.draft ?? base
  // What is typed while a save is on its way: state is one drawing late for it.
  const typed = useRef(draft)
  useBusy(unsaved !== undefined)
  useKept(name, unsaved)
  const write = (version: number, values: D) => {
    typed.current = values
    setUnsaved({ seen: version, draft: values })
  }
  const discard = (values = base) => {
    typed.current = values
    setUnsaved(undefined)
    return deleteEdit(name)
  }
  /** Goes on from what the server has; keeps what was typed later, where there is any. */
  const rebase = async ({ version, values }: VersionedValues<D>, later?: D) => {
    setSeen(version)
    setBase(values)
    if (later) write(version, later)
    else await discard(values)
  }
  return { seen, draft, typed, isChanged: unsaved !== undefined, write, discard, rebase }
}

/**
 * Something with versions while a person edits it: what is typed is kept on this device until it is saved, and is never saved over a
 * version that was not seen. Settings, scoring sets and message texts are edited this way.
 */
export function useVersionedDraft<D extends object>({ save, conflict, onSaved, ...of }: VersionedDraft<D>) {
  const { seen, draft, typed, isChanged, write, discard, rebase } = useDraft(of)
  const [isSaved, setSaved] = useState(false)
  const sent = useRef<D>(undefined)
  const { mutate, error, isPending, reset } = useMutation(save, {
    onSuccess: async (saved) => {
      const isLater = typed.current !== sent.current
      await rebase(saved, isLater ? typed.current : undefined)
      setSaved(!isLater)
      await onSaved?.()
    },
  })
  return {
    draft,
    /** Version that is edited. */
    seen,
    change: (more: Partial<D>) => {
      write(seen, { ...typed.current, ...more })
      setSaved(false)
    },
    /** Saves what is typed, over the version that was seen or over `over`. @returns whether it is saved */
    send: (over = seen) => {
      sent.current = typed.current
      return mutate(typed.current, over)
    },
    /** Discards what is typed. */
    drop: () => {
      reset()
      return discard()
    },
    /** Discards what is typed and goes on with what the server has. */
    take: (theirs: VersionedValues<D>) => {
      reset()
      return rebase(theirs)
    },
    isChanged,
    /** What is shown was typed at an earlier visit. */
    isBack: of.kept !== undefined && isChanged,
    isSaved,
    isPending,
    error: error === conflict ? undefined : error,
    isConflict: error === conflict,
  }
}
