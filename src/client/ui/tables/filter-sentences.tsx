// chunk: desk-frame
import { type ReactNode, useEffect, useState } from 'react'
import { CloseIcon } from '../icons/action-icons.tsx'
import css from './filter-sentences.module.css'

export type FilterChoice = readonly [value: string, word: string]

/** What a list is narrowed by, sentence beside sentence. */
export const FilterSentences = ({ label, children }: { label: string; children: ReactNode }) => (
  <search className={css.filters} aria-label={label}>
    {children}
  </search>
)

interface SentenceProps {
  name: string
  value: string
  choices: readonly FilterChoice[]
  /** Said of no choice at all; without it there always is one. */
  every?: string
  onChange: (value: string) => void
  /** Takes the sentence away; it says of what. Absent for one that stays, as the order does. */
  removal?: { label: string; onRemove: () => void } | undefined
}

/** "Grade is Grade 2 ×": a filter that is read, changed and removed by itself. */
export function FilterSentence({ name, value, choices, every, onChange, removal }: SentenceProps) {
  // An address may ask for what nobody has: it is shown, or the list would be narrowed by something unseen.
  const isListed = value === '' || choices.some(([each]) => each === value)
  return (
    <span className={css.sentence}>
      <label>
        {name}
        <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          {every !== undefined && <option value="">{every}</option>}
          {!isListed && <option value={value}>{value}</option>}
          {choices.map(([each, word]) => (
            <option key={each} value={each}>
              {word}
            </option>
          ))}
        </select>
      </label>
      {removal && (
        <button type="button" aria-label={removal.label} onClick={removal.onRemove}>
          <CloseIcon size={16} />
        </button>
      )}
    </span>
  )
}

interface AddProps {
  label: string
  parts: readonly FilterChoice[]
  onAdd: (part: string) => void
}

/** Begins another sentence; nothing where all of them stand there. */
export function AddFilter({ label, parts, onAdd }: AddProps) {
  if (parts.length === 0) return null
  return (
    <select
      className={css.add}
      aria-label={label}
      value=""
      onChange={(event) => event.currentTarget.value !== '' && onAdd(event.currentTarget.value)}
    >
      <option value="">{label}</option>
      {parts.map(([part, name]) => (
        <option key={part} value={part}>
          {name}
        </option>
      ))}
    </select>
  )
}

interface TextProps {
  label: string
  text: string
  onChange: (text: string) => void
}

/** Text to search for: asked for when the typing pauses, not once for each letter. */
export function TextFilter({ label, text, onChange }: TextProps) {
  const [typed, setTyped] = useState(text)
  const [shown, setShown] = useState(text)
  if (shown !== text) {
    setShown(text)
    // Cleared or opened by an address; what is being typed is ahead of it.
    if (text !== typed.trim()) setTyped(text)
  }
  useEffect(() => {
    if (typed.trim() === text) return
    const timer = setTimeout(() => onChange(typed.trim()), 300)
    return () => clearTimeout(timer)
  }, [typed, text, onChange])
  return (
    <input
      type="search"
      dir="auto"
      maxLength={100}
      aria-label={label}
      placeholder={label}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  )
}
