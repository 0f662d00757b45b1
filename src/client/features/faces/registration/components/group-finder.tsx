import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import type { Camera } from '#client/platform/face/camera.ts'
import { useTill } from '#client/platform/offline/open-till.ts'
import { Button } from '#client/ui/button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { FileButton } from '#client/ui/fields/file-button.tsx'
import { type FaceTroubleKind, troubleKindOf } from '#local/recognition/face-trouble.ts'
import type { Customer } from '#shared/pos/customer.contract.ts'
import type { GroupFace } from '../group-list.ts'
import { type GroupLook, readPicture, useGroupLook } from '../hooks/use-group-look.ts'
import { type NamingProps, useNamedFaces } from '../hooks/use-named-faces.ts'
import css from './group.module.css'

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

interface GroupPictureProps {
  picture: ImageBitmap
  faces: readonly GroupFace[]
  pupils: readonly Customer[]
  onRename: (index: number, person: string | null) => void
}

/** The picture with a box around each face, and below it, face by face, whom it is taken for, to be corrected. */
function GroupPicture({ picture, faces, pupils, onRename }: GroupPictureProps) {
  const { t } = useTranslation('faces')
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    canvas.current?.getContext('2d')?.drawImage(picture, 0, 0)
  }, [picture])
  return (
    <>
      <div className={css.picture}>
        <canvas
          ref={canvas}
          width={picture.width}
          height={picture.height}
          aria-label={t('group.found', { count: faces.length })}
          role="img"
        />
        <svg className={css.boxes} viewBox={`0 0 ${picture.width} ${picture.height}`} aria-hidden="true">
          {faces.map(({ box, outcome }, index) => (
            <g key={`${box.x} ${box.y}`} className={css.face} data-band={outcome}>
              <rect x={box.x} y={box.y} width={box.width} height={box.height} />
              <text x={box.x + box.width / 2} y={box.y - box.height * 0.08} fontSize={Math.max(18, box.height * 0.3)}>
                {index + 1}
              </text>
            </g>
          ))}
        </svg>
      </div>
      <ol className={css.faces}>
        {faces.map((face, index) => (
          <li key={`${face.box.x} ${face.box.y}`}>
            <FaceRow face={face} n={index + 1} pupils={pupils} onRename={(person) => onRename(index, person)} />
          </li>
        ))}
      </ol>
    </>
  )
}

interface FaceRowProps {
  face: GroupFace
  n: number
  pupils: readonly Customer[]
  onRename: (person: string | null) => void
}

function FaceRow({ face, n, pupils, onRename }: FaceRowProps) {
  const { t } = useTranslation('faces')
  const pick = useBilingual()
  const till = useTill()
  const outsider =
    face.person !== null && !pupils.some(({ id }) => id === face.person) ? till.customer(face.person) : null
  return (
    <label className={css.row}>
      <span className={css.number}>{t('group.face', { n })}</span>
      <select
        className={css.select}
        aria-label={t('group.isWho', { n })}
        value={face.person ?? ''}
        onChange={(event) => onRename(event.currentTarget.value || null)}
      >
        <option value="">{t('group.nobody')}</option>
        {outsider && <option value={outsider.id}>{pick(outsider.name)}</option>}
        {pupils.map((pupil) => (
          <option key={pupil.id} value={pupil.id}>
            {pick(pupil.name)}
          </option>
        ))}
      </select>
      <span className={css.band} data-band={face.outcome}>
        {t(`group.band.${face.outcome}`)}
        {face.isClear !== null && `, ${t(face.isClear ? 'group.margin.clear' : 'group.margin.close')}`}
      </span>
    </label>
  )
}
