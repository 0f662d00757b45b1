import { type ReactNode, useId } from 'react'
import css from './theme-panel.module.css'

interface ChoiceProps<T extends string | number> {
  title: string
  options: readonly T[]
  chosen: T
  nameOf: (option: T) => string
  /** A colour shown beside the name. */
  swatchOf?: (option: T) => string
  onChoose: (option: T) => void
}

/** One of a few, all in sight; the browser's own radio buttons, so the arrows go through them. */
export function Choice<T extends string | number>({
  title,
  options,
  chosen,
  nameOf,
  swatchOf,
  onChoose,
}: ChoiceProps<T>) {
  const name = useId()
  return (
    <fieldset className={css.choice}>
      <legend className={css.legend}>{title}</legend>
      <div className={css.options}>
        {options.map((option) => (
          <label key={option} className={css.option}>
            <input
              type="radio"
              className={css.radio}
              name={name}
              checked={option === chosen}
              onChange={() => onChoose(option)}
            />
            {swatchOf && <span className={css.swatch} style={{ background: swatchOf(option) }} />}
            {nameOf(option)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

interface SwitchProps {
  isOn: boolean
  onChange: (isOn: boolean) => void
  children: ReactNode
}

export const Switch = ({ isOn, onChange, children }: SwitchProps) => (
  <label className={css.switch}>
    <input type="checkbox" className={css.box} checked={isOn} onChange={() => onChange(!isOn)} />
    {children}
  </label>
)
