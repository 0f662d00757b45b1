import { TextAreaField } from '#client/ui/fields/text-field.tsx'

interface NoteFieldProps {
  label: string
  note: string
  problem?: string | undefined
  onChange(note: string): void
}

/** A few lines in one's own words. */
export const NoteField = ({ label, note, problem, onChange }: NoteFieldProps) => (
  <TextAreaField
    label={label}
    rows={3}
    maxLength={1000}
    value={note}
    aria-invalid={problem !== undefined}
    aria-describedby={problem}
    onChange={onChange}
  />
)
