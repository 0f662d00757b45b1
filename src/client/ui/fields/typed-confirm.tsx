// chunk: desk-parts
import { type SyntheticEvent, useState } from 'react'
import { Button } from '../button.tsx'
import common from '../common.module.css'
import { TextField } from './text-field.tsx'

interface TypedConfirmProps {
  title: string
  /** What happens, and that it is final. */
  text: string
  /** What must be typed. */
  word: string
  label: string
  action: string
  isWorking: boolean
  onConfirm: () => void
}

/** Something final, which nobody does by a slip: a word is typed before the button works. */
export function TypedConfirm({ title, text, word, label, action, isWorking, onConfirm }: TypedConfirmProps) {
  const [typed, setTyped] = useState('')
  const isRight = typed.trim().toLowerCase() === word.toLowerCase()
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (isRight && !isWorking) onConfirm()
  }
  return (
    <form className={common.stack} aria-label={title} noValidate onSubmit={submit}>
      <h2 className={common.heading}>{title}</h2>
      <p>{text}</p>
      <TextField label={label} autoComplete="off" maxLength={40} value={typed} onChange={setTyped} />
      <div>
        <Button kind="bad" type="submit" disabled={!isRight} isWorking={isWorking}>
          {action}
        </Button>
      </div>
    </form>
  )
}
