import { useEffect, useRef, useState } from 'react'
import { deleteEdit, keepEdit } from '#client/platform/offline/edit-drafts.ts'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { refreshSchool } from '#client/platform/session/tenant.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import {
  type SchoolSettings,
  SettingsChange,
  type SettingsGroup,
  type SettingsStanding,
  type SettingsValues,
} from '#shared/school/settings/school-settings.contract.ts'
import { saveSettings } from './settings.api.ts'

/** What an earlier visit typed and could not save. */
export interface KeptDraft {
  /** Version that it was typed upon. */
  seen: number
  draft: object
}

/** A group as the server has it, with what this device has of it. */
export interface OpenedGroup<G extends SettingsGroup> {
  standing: SettingsStanding<G>
  kept: KeptDraft | undefined
  /** All settings, for what a page shows of others. */
  all: SchoolSettings
  /** Reloads the page with the server's current values. */
  onReopen: () => void
}

export const draftName = (group: SettingsGroup): string => `settings:${group}`

interface Settings<G extends SettingsGroup, D extends object> {
  group: G
  opened: OpenedGroup<G>
  draftOf: (values: SettingsValues<G>) => D
  /** Values to be checked and saved. */
  valuesOf: (draft: D) => unknown
}

/** Keeps a draft on this device at once, until it is saved: a reload or a lost connection loses nothing typed. */
function useKept<D extends object>(group: SettingsGroup, unsaved: { seen: number; draft: D } | undefined) {
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
        await keepEdit(draftName(group), kept)
      }
      isKeeping.current = false
    }
    if (unsaved && !isKeeping.current) void keepLatest()
  }, [group, unsaved])
}

/** One group of settings while somebody changes it: what is typed, what is wrong with it, and the ways to save or discard it. */
export function useSettingsForm<G extends SettingsGroup, D extends object>({
  group,
  opened,
  draftOf,
  valuesOf,
}: Settings<G, D>) {
  const { standing, kept } = opened
  const [seen, setSeen] = useState(kept?.seen ?? standing.version)
  const [base, setBase] = useState(() => draftOf(standing.values as SettingsValues<G>))
  const [unsaved, setUnsaved] = useState(() => kept && { seen: kept.seen, draft: { ...base, ...kept.draft } })
  const [wrong, setWrong] = useState<readonly string[]>([])
  const [isSaved, setSaved] = useState(false)
  const draft = unsaved?.draft ?? base
  useBusy(unsaved !== undefined)
  useKept(group, unsaved)

  const settle = () => {
    setUnsaved(undefined)
    return deleteEdit(draftName(group))
  }
  const { mutate, error, isPending, reset } = useMutation(saveSettings, {
    onSuccess: async ({ version }) => {
      setSeen(version)
      setBase(draft)
      await settle()
      setSaved(true)
      // The header, the colour and the language of this page are the school's too.
      await refreshSchool()
    },
  })
  const change = (more: Partial<D>) => {
    setUnsaved({ seen, draft: { ...draft, ...more } })
    setSaved(false)
  }
  const save = (over = seen) => {
    const asked = SettingsChange.safeParse({ group, seen: over, values: valuesOf(draft) })
    setWrong(asked.success ? [] : wrongFields(asked.error.issues))
    return asked.success ? mutate(asked.data) : Promise.resolve(false)
  }
  const drop = async () => {
    reset()
    setWrong([])
    await settle()
    if (seen !== standing.version) opened.onReopen()
  }
  const conflict: MessageId = 'settings.changed'
  return {
    group,
    draft,
    change,
    save,
    drop,
    /** Paths of the fields at fault, as `name.en`, without those of an index. */
    wrong,
    isChanged: unsaved !== undefined,
    isBack: kept !== undefined,
    isSaved,
    isPending,
    error: error === conflict ? undefined : error,
    isConflict: error === conflict,
  }
}

export type SettingsForm<D extends object> = ReturnType<typeof useSettingsForm<SettingsGroup, D>>

/** Returns each field at fault once, by its path below the values. */
const wrongFields = (issues: readonly { path: readonly PropertyKey[] }[]): string[] => [
  ...new Set(issues.map(({ path }) => path.slice(1).map(String).join('.'))),
]
