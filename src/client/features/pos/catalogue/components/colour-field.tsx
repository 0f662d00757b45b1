import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import common from '#client/ui/common.module.css'
import css from './catalogue.module.css'

/** Hues that stay apart. Lightness and chroma are those of the tiles, so writing on each of them has the same contrast. */
const palette = {
  red: 25,
  orange: 55,
  yellow: 90,
  lime: 120,
  green: 150,
  teal: 180,
  cyan: 215,
  blue: 250,
  violet: 290,
  pink: 340,
} as const
const names = Object.keys(palette) as (keyof typeof palette)[]

/** Hands a hue to the stylesheet. */
export const hueVariable = (hue: number): CSSProperties => ({ '--hue': hue }) as CSSProperties

interface ColourFieldProps {
  /** Undefined for the colour that the tills choose. */
  hue: number | undefined
  onChange: (hue: number | undefined) => void
}

/** The colour of a category's tiles. */
export function ColourField({ hue, onChange }: ColourFieldProps) {
  const { t } = useTranslation('pos.catalogue')
  return (
    <fieldset className={common.group}>
      <legend>{t('colour.title')}</legend>
      <div className={css.palette}>
        <label className={css.colour}>
          <input type="radio" name="hue" checked={hue === undefined} onChange={() => onChange(undefined)} />
          {t('colour.automatic')}
        </label>
        {names.map((name) => (
          <label key={name} className={css.colour}>
            <input type="radio" name="hue" checked={hue === palette[name]} onChange={() => onChange(palette[name])} />
            <span className={css.sample} style={hueVariable(palette[name])}>
              {t(`colour.${name}`)}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
