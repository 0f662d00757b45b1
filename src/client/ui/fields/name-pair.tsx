// chunk: desk-frame
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import css from './name-pair.module.css'
import { TextField } from './text-field.tsx'

interface NamePairProps {
  name: Bilingual
  labels: Bilingual
  /** Said at each empty one; undefined while nothing is wrong. */
  problem?: string | undefined
  maxLength: number
  onChange: (name: Bilingual) => void
}

/** A required name in both languages, side by side where there is room. */
export const NamePair = ({ name, labels, problem, maxLength, onChange }: NamePairProps) => (
  <div className={css.pair}>
    {(['en', 'ar'] as const).map((language) => (
      <TextField
        key={language}
        label={labels[language]}
        lang={language}
        required
        autoComplete="off"
        maxLength={maxLength}
        error={name[language].trim() === '' ? problem : undefined}
        value={name[language]}
        onChange={(typed) => onChange({ ...name, [language]: typed })}
      />
    ))}
  </div>
)
