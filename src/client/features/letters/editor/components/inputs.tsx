import { CheckboxField } from '#client/ui/fields/checkbox-field.tsx'
import css from './editor.module.css'

interface ChoiceProps {
  name: string
  value: string
  choices: readonly (readonly [value: string, name: string])[]
  onChoose: (value: string) => void
}

/** One of a few, in the browser's own list. */
export function Choice({ name, value, choices, onChoose }: ChoiceProps) {
  return (
    <label className={css.choice}>
      {name}
      <select className={css.input} value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
        {choices.map(([each, label]) => (
          <option key={each} value={each}>
            {label}
          </option>
        ))}
      </select>
    </label>
  )
}

export function Tick({ name, isOn, onTurn }: { name: string; isOn: boolean; onTurn: (isOn: boolean) => void }) {
  return <CheckboxField label={name} checked={isOn} onChange={onTurn} />
}
