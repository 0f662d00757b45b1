import type { OpenConsent } from '../hooks/use-consent.ts'
import { FaceDeleted } from './face-deleted.tsx'
import { FaceOffer } from './face-offer.tsx'

/** What a link that asks about faces shows besides: that one may be registered, that one was deleted. */
export function FacePart({ consent }: { consent: OpenConsent }) {
  const { faceDeleted } = consent.kept.page
  return (
    <>
      <FaceOffer consent={consent} />
      {faceDeleted && <FaceDeleted consent={consent} deleted={faceDeleted} />}
    </>
  )
}
