import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Camera } from '#client/platform/face/camera.ts'
import { Button } from '#client/ui/button.tsx'
import { type FaceTroubleKind, troubleKindOf } from '#local/recognition/face-trouble.ts'
import css from './group.module.css'

const wanted = { width: 1920, height: 1080 }

/** The camera after a tap, and one picture of it. */
export function GroupCamera({
  onPicture,
  onTrouble,
}: {
  onPicture: (picture: ImageBitmap) => void
  onTrouble: (kind: FaceTroubleKind) => void
}) {
  const { t } = useTranslation('faces')
  const video = useRef<HTMLVideoElement>(null)
  const [camera, setCamera] = useState<Camera | null>(null)
  const failToOpen = useEffectEvent(onTrouble)
  useEffect(() => {
    const element = video.current
    if (!element) return undefined
    let opened: Camera | undefined
    let isLeft = false
    const open = async () => {
      const { openCamera } = await import('#client/platform/face/camera.ts')
      opened = await openCamera(element, wanted)
      if (isLeft) opened.stop()
      else setCamera(opened)
    }
    open().catch((error: unknown) => failToOpen(troubleKindOf(error) ?? 'no-camera'))
    return () => {
      isLeft = true
      opened?.stop()
    }
  }, [])
  const take = async (from: Camera) => {
    if (from.ended) return onTrouble('camera-gone')
    onPicture(await from.frame())
  }
  return (
    <div className={css.page}>
      <div className={css.picture}>
        <video ref={video} className={css.video} muted playsInline aria-hidden="true" />
      </div>
      <Button kind="main" size="large" disabled={!camera} onClick={() => camera && void take(camera)}>
        {t('group.camera')}
      </Button>
    </div>
  )
}
