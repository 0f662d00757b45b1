import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { useTill } from '#client/platform/offline/open-till.ts'
import type { GuideHint } from '#client/ui/face-guide.tsx'
import { type FaceTroubleKind, troubleKindOf } from '#local/recognition/face-trouble.ts'
import type { Faces } from '#local/recognition/faces.types.ts'
import type { CustomerId, SaleId } from '#shared/kernel/ids.ts'
import { type FaceMode, startBands } from '#shared/recognition/face-bands.rules.ts'
import { type CheckEnd, checkFace } from '../check-face.ts'
import type { Claim, VisitEvent } from '../visit.types.ts'

interface FaceCheck {
  /** Null while the camera starts. */
  hint: GuideHint | null
  trouble: FaceTroubleKind | null
}

/**
 * Opens the camera for one check, from its first look to the decision, which is kept on this tablet before it is told.
 * @param saleId of the basket that is being filled; without one a new one is minted
 */
export function useFaceCheck(
  video: RefObject<HTMLVideoElement | null>,
  { faces, claim, saleId }: { faces: Faces | null; claim: Claim; saleId?: string },
  onEnd: (event: VisitEvent) => void,
): FaceCheck {
  const till = useTill()
  const [hint, setHint] = useState<GuideHint | null>(null)
  const [trouble, setTrouble] = useState<FaceTroubleKind | null>(null)
  const end = useEffectEvent(onEnd)
  const saleOf = useEffectEvent(() => saleId ?? till.newId())
  const { one } = claim
  const className = claim.one === null ? claim.className : ''
  const among = useEffectEvent(
    (className: string) => new Set<string>(till.customersInClass(className).map((c) => c.id)),
  )
  useEffect(() => {
    const element = video.current
    if (!element || !faces) return undefined
    const leaving = new AbortController()
    const sought = one === null ? { one, className, knownBy: 'class' as const } : { one, knownBy: 'card' as const }
    const match = matcherOf(faces, sought, among)
    check({
      video: element,
      faces,
      claim: sought,
      match,
      saleId: saleOf(),
      tell: setHint,
      signal: leaving.signal,
    }).then(end, (error: unknown) => {
      if (!leaving.signal.aborted) setTrouble(troubleKindOf(error) ?? 'stalled')
    })
    return () => leaving.abort()
  }, [faces, one, className, video])
  return { hint, trouble }
}

const modeOf = (claim: Claim): FaceMode => (claim.one === null ? 'few' : 'one')

function matcherOf(faces: Faces, claim: Claim, among: (className: string) => ReadonlySet<string>) {
  const { one } = claim
  if (one !== null) return (probe: Float32Array) => faces.confirm(one, probe)
  const list = among(claim.className)
  return (probe: Float32Array) => faces.among(list, probe)
}

interface Check {
  video: HTMLVideoElement
  faces: Faces
  claim: Claim
  match: ReturnType<typeof matcherOf>
  /** The sale that it is about to be paid for. */
  saleId: string
  tell(hint: GuideHint): void
  signal: AbortSignal
}

async function check({ video, faces, claim, match, saleId, tell, signal }: Check): Promise<VisitEvent> {
  // The recogniser is 100 KB that a visit by PIN never needs.
  const { openCheck } = await import('../open-check.ts')
  const { close, ...ports } = await openCheck(video)
  try {
    signal.throwIfAborted()
    const band = (faces.settings?.bands ?? startBands)[modeOf(claim)]
    return await keep(faces, claim, saleId, await checkFace({ ...ports, match, band, tell, signal }))
  } finally {
    close()
  }
}

/** Keeps what it came to, then says so: a decision that could not be kept lets nobody pay. */
async function keep(faces: Faces, claim: Claim, saleId: string, ended: CheckEnd): Promise<VisitEvent> {
  if (ended.end === 'nobody') return { type: 'not-seen' }
  const { decisionId } = await faces.decide({
    customerId: claim.one ?? (ended.person as CustomerId | null),
    mode: modeOf(claim),
    outcome: ended.end === 'not-alive' ? 'refused' : ended.end,
    frames: ended.frames,
    alive: ended.end === 'accepted',
    saleId: ended.end === 'accepted' ? (saleId as SaleId) : null,
    override: null,
    probe: ended.probe,
    actorId: null,
  })
  if (ended.end === 'accepted')
    return { type: 'recognised', customerId: ended.person as CustomerId, decisionId, saleId }
  return { type: ended.end === 'unsure' ? 'unsure' : 'not-recognised' }
}
