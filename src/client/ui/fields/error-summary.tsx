// chunk: error-summary
import { useEffect, useId, useRef } from 'react'
import { AlertIcon } from '../icons/icons.tsx'
import css from './error-summary.module.css'

/** A question that several inputs answer begins with the first of them. */
function goTo(inputId: string): void {
  const place = document.getElementById(inputId)
  const first = place?.matches('fieldset') && place.querySelector<HTMLElement>('input, select, textarea')
  ;(first || place)?.focus()
}

export interface Problem {
  message: string
  /** The id of the input at fault; without it the problem is about the whole form. */
  inputId?: string
}

/** What is wrong, above the form, with a way to each field. Takes the focus, so that it is read aloud and seen. */
export function ErrorSummary({ title, problems }: { title: string; problems: readonly Problem[] }) {
  const box = useRef<HTMLDivElement>(null)
  const titleId = useId()
  useEffect(() => {
    if (problems.length > 0) box.current?.focus()
  }, [problems])
  if (problems.length === 0) return null
  return (
    <div ref={box} role="alert" aria-labelledby={titleId} tabIndex={-1} className={css.box}>
      <AlertIcon />
      <div>
        <p id={titleId} className={css.title}>
          {title}
        </p>
        <ul className={css.list}>
          {problems.map(({ message, inputId }) => (
            <li key={message}>
              {inputId ? (
                <button type="button" className={css.link} onClick={() => goTo(inputId)}>
                  {message}
                </button>
              ) : (
                message
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
