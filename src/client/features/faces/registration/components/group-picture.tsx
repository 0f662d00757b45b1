import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useTill } from '#client/platform/offline/open-till.ts'
import type { Customer } from '#shared/pos/customer.contract.ts'
import type { GroupFace } from '../group-list.ts'
import css from './group.module.css'

interface GroupPictureProps {
  picture: ImageBitmap
  faces: readonly GroupFace[]
  pupils: readonly Customer[]
  onRename: (index: number, person: string | null) => void
}

/** The picture with a box around each face, and below it, face by face, whom it is taken for, to be corrected. */
export function GroupPicture({ picture, faces, pupils, onRename }: GroupPictureProps) {
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
