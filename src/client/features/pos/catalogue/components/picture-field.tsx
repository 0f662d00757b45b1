import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type PictureShape, pictureOf } from '#client/platform/files/picture-file.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { RadioChoices } from '#client/ui/fields/choices.tsx'
import { FileButton } from '#client/ui/fields/file-button.tsx'
import { maxPictureBytes, pictureSide } from '#shared/pos/catalogue/catalogue-parts.contract.ts'
import css from './catalogue.module.css'

const limits = { side: pictureSide, bytes: maxPictureBytes }
const shapes = ['whole', 'square'] as const

/** A picture that is not saved yet; null removes the one there is. */
export type NewPicture = { data: string | null } | undefined

interface PictureFieldProps {
  /** Path of the picture that the item has. */
  path: string | undefined
  picture: NewPicture
  onChange: (picture: NewPicture) => void
}

/** The picture of an item: chosen here, made small here, sent when the item is saved. */
export function PictureField({ path, picture, onChange }: PictureFieldProps) {
  const { t } = useTranslation('pos.catalogue')
  const [file, setFile] = useState<File>()
  const [shape, setShape] = useState<PictureShape>('whole')
  const [isRefused, setRefused] = useState(false)
  const take = async (chosen: File, as: PictureShape) => {
    setFile(chosen)
    setShape(as)
    const data = await pictureOf(chosen, as, limits)
    setRefused(data === undefined)
    if (data !== undefined) onChange({ data })
  }
  const shown = picture ? picture.data && `data:image/webp;base64,${picture.data}` : path
  return (
    <section className={common.tightStack} aria-label={t('picture.title')}>
      <h3 className={common.heading}>{t('picture.title')}</h3>
      <div className={css.picture}>
        {shown && <img src={shown} alt={t('picture.alt')} />}
        <FileButton
          accept="image/jpeg,image/png,image/webp"
          onChange={({ currentTarget }) => {
            const [chosen] = currentTarget.files ?? []
            if (chosen) void take(chosen, shape)
            currentTarget.value = ''
          }}
        >
          {t(shown ? 'picture.change' : 'picture.choose')}
        </FileButton>
        {shown && (
          <Button
            kind="quiet"
            onClick={() => {
              setFile(undefined)
              onChange(path === undefined ? undefined : { data: null })
            }}
          >
            {t('picture.remove')}
          </Button>
        )}
      </div>
      {file && (
        <RadioChoices
          title={t('picture.shape')}
          name="picture-shape"
          values={shapes}
          chosen={shape}
          word={(each) => t(`picture.${each}`)}
          onChoose={(as) => void take(file, as)}
        />
      )}
      {isRefused && <InlineNotice tone="problem">{t('picture.refused')}</InlineNotice>}
    </section>
  )
}
