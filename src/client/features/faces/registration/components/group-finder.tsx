import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Camera } from '#client/platform/face/camera.ts'
import { useTill } from '#client/platform/offline/open-till.ts'
import { Button } from '#client/ui/button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { FileButton } from '#client/ui/fields/file-button.tsx'
import { type FaceTroubleKind, troubleKindOf } from '#local/recognition/face-trouble.ts'
import { type GroupLook, readPicture, useGroupLook } from '../hooks/use-group-look.ts'
import { type NamingProps, useNamedFaces } from '../hooks/use-named-faces.ts'
import css from './group.module.css'
import { GroupPicture } from './group-picture.tsx'

const wanted = { width: 1920, height: 1080 }

/** The camera after a tap, and one picture of it. */
function GroupCamera({
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

/** The picture, from the camera or a file, and who is in it. */
export function Finder(props: NamingProps) {
  const { t } = useTranslation(['faces', 'faces.guide'])
  const pupils = useTill().customersInClass(props.className)
  const { named, name, rename } = useNamedFaces(props)
  const { look, search, stop } = useGroupLook(name)
  const [isCameraOpen, setIsCameraOpen] = useState(false)
  const [trouble, setTrouble] = useState<FaceTroubleKind | 'not-picture' | null>(null)
  const begin = (picture: ImageBitmap) => {
    setTrouble(null)
    setIsCameraOpen(false)
    search(picture, false)
  }
  const take = (file: File | undefined) => {
    if (file) readPicture(file).then(begin, () => setTrouble('not-picture'))
  }
  const told = look.at === 'trouble' ? look.kind : trouble
  return (
    <>
      <div className={css.tools}>
        <Button onClick={() => setIsCameraOpen(!isCameraOpen)}>{t(isCameraOpen ? 'group.close' : 'group.open')}</Button>
        <FileButton accept="image/jpeg,image/png,image/webp" onChange={(event) => take(event.currentTarget.files?.[0])}>
          {t('group.file')}
        </FileButton>
        {look.at === 'seen' && <Button onClick={() => search(look.picture, true)}>{t('group.harder')}</Button>}
      </div>
      <InlineNotice tone="problem">
        {told === 'not-picture' ? t('group.notPicture') : told ? t(`faces.guide:trouble.${told}`) : ''}
      </InlineNotice>
      {isCameraOpen && <GroupCamera onPicture={begin} onTrouble={setTrouble} />}
      {look.at === 'looking' && <Looking look={look} onStop={stop} />}
      {look.at === 'seen' && (
        <>
          <p role="status">{t('group.found', { count: named.length })}</p>
          <GroupPicture picture={look.picture} faces={named} pupils={pupils} onRename={rename} />
        </>
      )}
    </>
  )
}

function Looking({ look, onStop }: { look: Extract<GroupLook, { at: 'looking' }>; onStop: () => void }) {
  const { t } = useTranslation('faces')
  const { done, of } = look
  return (
    <div className={css.tools} role="status">
      <progress max={of || 1} value={done} aria-label={t('group.working')} />
      <span>{of > 0 ? t('group.progress', { done, of }) : t('group.working')}</span>
      <Button onClick={onStop}>{t('group.stop')}</Button>
    </div>
  )
}
