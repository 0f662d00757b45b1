import { atom, useAtom, useAtomValue } from 'jotai'
import { useState } from 'react'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { sessionAtom } from '#client/platform/session/session.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import type { FaceSettings } from '#shared/faces/face-settings.contract.ts'
import { changeSettings, readSettings } from '../face-desk.api.ts'
import { mergeSettings, type SettingsPart } from './settings-merge.ts'
import {
  draftOf,
  readDraft,
  type SettingsDraft,
  type SettingsValues,
  valuesOf,
  type WrongField,
} from './settings-values.ts'

interface Work {
  userId: string | undefined
  /** What it was changed from. */
  opened: SettingsValues
  draft: SettingsDraft
}

/** Changes that are not saved: they wait here while their person looks at another page. */
const workAtom = atom<Work | null>(null)

interface Conflict {
  parts: SettingsPart[]
  changes: Partial<SettingsValues>
  there: SettingsValues
  kept: SettingsValues
}

interface Outcome {
  isSaved?: boolean
  wrong?: WrongField[]
  clash?: Conflict
}

/** The settings as they are being changed, and the way to save them. A save that fails loses nothing. */
export function useSettingsWork(settings: FaceSettings, onSaved: () => void) {
  const currency = useAtomValue(schoolAtom)?.currency ?? 'QAR'
  const userId = useAtomValue(sessionAtom).user?.userId
  const [kept, setWork] = useAtom(workAtom)
  const [outcome, setOutcome] = useState<Outcome>({})
  const work = kept?.userId === userId ? kept : null
  const opened = work?.opened ?? valuesOf(settings)
  const draft = work?.draft ?? draftOf(opened, currency)
  useBusy(work !== null)

  const { mutate, isPending, error, reset } = useMutation((save: () => Promise<void>) => {
    setOutcome({})
    return save()
  })
  const forget = () => {
    setOutcome({})
    reset()
  }
  const change = (more: Partial<SettingsDraft>) => {
    setWork({ userId, opened, draft: { ...draft, ...more } })
    forget()
  }
  const drop = () => {
    setWork(null)
    forget()
  }
  const send = async (changes: Partial<SettingsValues>) => {
    if (Object.keys(changes).length > 0) await changeSettings(changes)
    setWork(null)
    setOutcome({ isSaved: true })
    onSaved()
  }
  const save = async () => {
    const { values, wrong } = readDraft(draft, currency)
    reset()
    if (!values) return setOutcome({ wrong })
    await mutate(async () => {
      const there = valuesOf(await readSettings())
      const { changes, clashes, kept: both } = mergeSettings(opened, values, there)
      if (clashes.length === 0) await send(changes)
      else setOutcome({ clash: { parts: clashes, changes, there, kept: both } })
    })
  }
  const takeTheirs = ({ there, kept: both }: Conflict) => {
    setWork({ userId, opened: there, draft: draftOf(both, currency) })
    forget()
  }
  return {
    draft,
    isChanged: work !== null,
    outcome,
    isPending,
    error,
    change,
    drop,
    save,
    takeTheirs,
    insist: ({ changes }: Conflict) => mutate(() => send(changes)),
  }
}

export type SettingsWork = ReturnType<typeof useSettingsWork>
