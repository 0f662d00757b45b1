// chunk: links
import type { ReactNode } from 'react'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useMutation } from '../use-mutation.ts'

interface SaveButtonProps {
  children: ReactNode
  /** What is said while the file is being made. */
  working: string
  className?: string | undefined
  problemClass?: string | undefined
  /** Fetches the file and saves it. */
  onSave: () => Promise<void>
}

/** Makes a file and saves it: says that it works on it, what went wrong, and is there to be pressed again. */
export function SaveButton({ children, working, className, problemClass, onSave }: SaveButtonProps) {
  const errorText = useErrorText()
  const { mutate, isPending, error } = useMutation(onSave)
  return (
    <>
      <button type="button" className={className} aria-disabled={isPending} onClick={() => void mutate()}>
        {children}
      </button>
      <span role="status" className={isPending ? undefined : 'visually-hidden'}>
        {isPending ? working : ''}
      </span>
      {error && (
        <p role="alert" className={problemClass}>
          {errorText(error)}
        </p>
      )}
    </>
  )
}
