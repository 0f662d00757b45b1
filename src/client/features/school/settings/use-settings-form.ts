import { use, useState } from 'react'
import { type KeptDraft, useVersionedDraft } from '#client/platform/editor/use-versioned-draft.ts'
import { refreshSchool } from '#client/platform/session/tenant.ts'
import {
  type SchoolSettings,
  SettingsChange,
  type SettingsGroup,
  type SettingsStanding,
  type SettingsValues,
} from '#shared/school/settings/school-settings.contract.ts'
import { FormAround } from './form-around.ts'
import { saveSettings } from './settings.api.ts'

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

/** One group of settings while somebody changes it: what is typed, what is wrong with it, and the ways to save or discard it. */
export function useSettingsForm<G extends SettingsGroup, D extends object>({
  group,
  opened,
  draftOf,
  valuesOf,
}: Settings<G, D>) {
  const { standing, kept } = opened
  const proposed = use(FormAround)?.propose(group, opened.all)
  const values = (proposed ?? standing.values) as SettingsValues<G>
  const [wrong, setWrong] = useState<readonly string[]>([])
  const inputOf = (draft: D, seen: number) => ({ group, seen, values: valuesOf(draft) })
  const edit = useVersionedDraft<D>({
    name: draftName(group),
    opened: { version: standing.version, values: draftOf(values) },
    kept,
    conflict: 'settings.changed',
    save: async (draft, over) => {
      const { version } = await saveSettings(SettingsChange.parse(inputOf(draft, over)))
      return { version, values: draft }
    },
    // The header, the colour and the language of this page are the school's too.
    onSaved: refreshSchool,
  })
  const save = (over = edit.seen) => {
    const asked = SettingsChange.safeParse(inputOf(edit.draft, over))
    setWrong(asked.success ? [] : wrongFields(asked.error.issues))
    return asked.success ? edit.send(over) : Promise.resolve(false)
  }
  const drop = async () => {
    setWrong([])
    await edit.drop()
    if (edit.seen !== standing.version) opened.onReopen()
  }
  return {
    ...edit,
    group,
    save,
    drop,
    /** Values that the page around has proposed are shown, which nobody has saved yet. */
    isProposed: proposed !== undefined && !edit.isSaved,
    /** Paths of the fields at fault, as `name.en`, without those of an index. */
    wrong,
  }
}

export type SettingsForm<D extends object> = ReturnType<typeof useSettingsForm<SettingsGroup, D>>

/** Returns each field at fault once, by its path below the values. */
const wrongFields = (issues: readonly { path: readonly PropertyKey[] }[]): string[] => [
  ...new Set(issues.map(({ path }) => path.slice(1).map(String).join('.'))),
]
