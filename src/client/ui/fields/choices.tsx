// chunk: links
import css from './choices.module.css'

interface ChoicesProps<V extends string> {
  title: string
  values: readonly V[]
  word: (value: V) => string
}

interface RadioChoicesProps<V extends string> extends ChoicesProps<V> {
  /** Of the group, once on a page. */
  name: string
  chosen: V
  onChoose: (value: V) => void
}

/** One of a few, all of them in sight. */
export const RadioChoices = <V extends string>({
  title,
  name,
  values,
  chosen,
  word,
  onChoose,
}: RadioChoicesProps<V>) => (
  <fieldset className={css.field}>
    <legend>{title}</legend>
    <div className={css.choices}>
      {values.map((value) => (
        <label key={value} className={css.choice}>
          <input type="radio" name={name} checked={chosen === value} onChange={() => onChoose(value)} />
          {word(value)}
        </label>
      ))}
    </div>
  </fieldset>
)

interface CheckboxChoicesProps<V extends string> extends ChoicesProps<V> {
  chosen: readonly V[]
  /** How many there is room for. */
  most?: number
  /** In the order of `values`. */
  onChoose: (chosen: V[]) => void
}

/** Some of them, no more than there is room for. */
export const CheckboxChoices = <V extends string>({
  title,
  values,
  chosen,
  most,
  word,
  onChoose,
}: CheckboxChoicesProps<V>) => (
  <fieldset className={css.field}>
    <legend>{title}</legend>
    <div className={css.choices}>
      {values.map((value) => (
        <label key={value} className={css.choice}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            disabled={most !== undefined && chosen.length >= most && !chosen.includes(value)}
            onChange={() => onChoose(values.filter((each) => chosen.includes(each) !== (each === value)))}
          />
          {word(value)}
        </label>
      ))}
    </div>
  </fieldset>
)
