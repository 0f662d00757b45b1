import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import { useNow } from '#client/platform/use-now.ts'
import type { FacePupil } from '#shared/faces/face-pupils.contract.ts'
import { fromInstant, minuteMs } from '#shared/kernel/time.ts'

type Face = NonNullable<FacePupil['face']>

/** How the face of a pupil stands: none · waits for somebody's word · better renewed by now · fine. */
export const faceStateOf = (face: Face | null, nowMs: number): 'none' | 'waiting' | 'due' | 'ready' => {
  if (!face) return 'none'
  if (face.state === 'waiting') return 'waiting'
  return fromInstant(face.dueAt) <= nowMs ? 'due' : 'ready'
}

/** Answers a function from a pupil's face to how it stands, in a sentence or less. */
export function useFaceText(): (face: Face | null) => string {
  const { t } = useTranslation('faces.administration')
  const format = useFormat()
  const nowMs = useNow(minuteMs)
  return (face) => {
    if (!face) return t('face.none')
    const values = { since: format.day(face.enrolledAt), due: format.day(face.dueAt) }
    const state = t(`face.${faceStateOf(face, nowMs)}`, values)
    if (face.handedInBy === null) return state
    return `${t('face.handedIn', { guardian: `\u2068${face.handedInBy}\u2069` })} · ${state}`
  }
}
