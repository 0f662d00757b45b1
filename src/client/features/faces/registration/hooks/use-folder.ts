import { useEffect, useRef, useState } from 'react'
import type { Till } from '#local/pos/till.types.ts'
import { type FaceTroubleKind, troubleKindOf } from '#local/recognition/face-trouble.ts'
import type { Faces } from '#local/recognition/faces.types.ts'
import type { SentFaces } from '#local/recognition/sent-faces.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { findLocalLookalike } from '../lookalike-here.ts'
import {
  type Portrait,
  type PortraitOutcome,
  type PortraitParts,
  parsePortraits,
  registerPortrait,
} from '../portraits.ts'
import { readPicture } from './use-group-look.ts'

interface Folder {
  portraits: readonly Portrait[]
  /** Of those that were looked at, in order. */
  outcomes: readonly PortraitOutcome[]
  isRunning: boolean
  /** What has stopped it; the next try goes on where it was. */
  trouble: FaceTroubleKind | null
}

interface FolderParts {
  faces: Faces
  /** What is on its way: a folder that is chosen again after a reload goes on where it was. */
  sent: SentFaces
  till: Till
  userId: UserId
}

/** A folder's pupils one after the other; stopped between two of them, and gone on with where it was. */
export function useFolder({ faces, sent, till, userId }: FolderParts) {
  const [folder, setFolder] = useState<Folder | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const take = (files: FileList | null) => {
    if (files && files.length > 0)
      setFolder({ portraits: parsePortraits([...files]), outcomes: [], isRunning: false, trouble: null })
  }
  // It has stopped when the pupil who is being looked at has come to an end: going on before that would begin twice.
  const stop = () => running.current?.abort()
  const run = async ({ portraits, outcomes }: Folder) => {
    const leaving = new AbortController()
    running.current = leaving
    let told = outcomes
    const tell = (isRunning: boolean, trouble: FaceTroubleKind | null = null) =>
      setFolder({ portraits, outcomes: told, isRunning, trouble })
    tell(true)
    let close: (() => void) | undefined
    try {
      const opened = await openParts({ faces, sent, till, userId })
      close = opened.close
      for (const portrait of portraits.slice(outcomes.length)) {
        if (leaving.signal.aborted) break
        told = [...told, await registerPortrait(opened.parts, portrait)]
        tell(true)
      }
      tell(false)
    } catch (error) {
      tell(false, troubleKindOf(error) ?? 'stalled')
    } finally {
      close?.()
    }
  }
  return { folder, take, stop, start: () => folder && run(folder) }
}

async function openParts({ faces, sent, till, userId }: FolderParts): Promise<{ parts: PortraitParts; close(): void }> {
  const { openRecogniser } = await import('#client/platform/face/recogniser.ts')
  const recogniser = await openRecogniser()
  const byNumber = (admissionNo: string) => {
    const found = till.customerByNumber(admissionNo.replaceAll(/\D/g, ''))
    return found ?? till.findCustomers(admissionNo, 1).find((pupil) => pupil.admissionNo === admissionNo)
  }
  const parts: PortraitParts = {
    pupil: byNumber,
    mayEnrol: (id) => faces.mayEnrol(id),
    standing: (id) => {
      if (sent.of(id) === 'waiting') return 'waiting'
      return faces.enrolledAt(id) !== null && !faces.isDue(id) ? 'registered' : null
    },
    look: async (file) => recogniser.look(await readPicture(file), { want: 'describe', detector: 'ssd', most: 1 }),
    isAlike: (id, samples) => findLocalLookalike(faces, till, id, samples) !== null,
    enrol: async (customerId, templates) => {
      const by = { kind: 'staff', userId } as const
      await faces.enrol({ customerId, templates, by, actorId: userId, source: 'portraits' })
    },
  }
  return { parts, close: () => recogniser.stop() }
}
