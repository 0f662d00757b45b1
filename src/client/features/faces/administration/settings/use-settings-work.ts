import { atom, useAtom, useAtomValue } from 'jotai'
import { useState } from 'react'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { sessionAtom } from '#client/platform/session/session.ts'
import { messageIdOf } from '#client/platform/use-answer.ts'
import type { FaceSettings } from '#shared/faces/face-settings.contract.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
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

interface Clash {
  parts: SettingsPart[]
  changes: Partial<SettingsValues>
  there: SettingsValues
  kept: SettingsValues
}

interface Outcome {
  isSaving: boolean
  isSaved?: boolean
  wrong?: WrongField[]
  problem?: MessageId
  clash?: Clash
}

/** The settings as they are being changed, and the way to save them. A save that fails loses nothing. */
export function useSettingsWork(settings: FaceSettings, onSaved: () => void) {
  const currency = useAtomValue(schoolAtom)?.currency ?? 'QAR'
  const userId = useAtomValue(sessionAtom).user?.userId
  const [kept, setWork] = useAtom(workAtom)
  const [outcome, setOutcome] = useState<Outcome>({ isSaving: false })
  const work = kept?.userId === userId ? kept : null
  const opened = work?.opened ?? valuesOf(settings)
  const draft = work?.draft ?? draftOf(opened, currency)
  useBusy(work !== null)

  const change = (more: Partial<SettingsDraft>) => {
    setWork({ userId, opened, draft: { ...draft, ...more } })
    setOutcome({ isSaving: false })
  }
  const drop = () => {
    setWork(null)
    setOutcome({ isSaving: false })
  }
  const send = async (changes: Partial<SettingsValues>) => {
    if (Object.keys(changes).length > 0) await changeSettings(changes)
    setWork(null)
    setOutcome({ isSaving: false, isSaved: true })
    onSaved()
  }
  const attempt = async (deed: () => Promise<void>) => {
    setOutcome({ isSaving: true })
    try {
      await deed()
    } catch (error) {
      setOutcome({ isSaving: false, problem: messageIdOf(error) })
    }
  }
  const save = async () => {
    const { values, wrong } = readDraft(draft, currency)
    if (!values) return setOutcome({ isSaving: false, wrong })
    await attempt(async () => {
      const there = valuesOf(await readSettings())
      const { changes, clashes, kept: both } = mergeSettings(opened, values, there)
      if (clashes.length === 0) await send(changes)
      else setOutcome({ isSaving: false, clash: { parts: clashes, changes, there, kept: both } })
    })
  }
  const takeTheirs = ({ there, kept: both }: Clash) => {
    setWork({ userId, opened: there, draft: draftOf(both, currency) })
    setOutcome({ isSaving: false })
  }
  return {
    draft,
    isChanged: work !== null,
    outcome,
    change,
    drop,
    save,
    takeTheirs,
    insist: ({ changes }: Clash) => attempt(() => send(changes)),
  }
}

export type SettingsWork = ReturnType<typeof useSettingsWork>
