import plain from '#client/ui/fields/plain-field.module.css'

interface NoteFieldProps {
  label: string
  note: string
  problem?: string | undefined
  onChange(note: string): void
}

/** A few lines in one's own words. */
export const NoteField = ({ label, note, problem, onChange }: NoteFieldProps) => (
  <label className={plain.label}>
    {label}
    <textarea
      className={plain.input}
      rows={3}
      dir="auto"
      maxLength={1000}
      value={note}
      aria-invalid={problem !== undefined}
      aria-describedby={problem}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  </label>
)
