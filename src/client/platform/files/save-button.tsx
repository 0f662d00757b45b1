import { type ReactNode, useState } from 'react'
import { useErrorText } from '#client/i18n/error-text.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import { messageIdOf } from '../use-answer.ts'

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
  const [isWorking, setIsWorking] = useState(false)
  const [failure, setFailure] = useState<MessageId>()
  const save = async () => {
    if (isWorking) return
    setIsWorking(true)
    setFailure(undefined)
    try {
      await onSave()
    } catch (error) {
      setFailure(messageIdOf(error))
    }
    setIsWorking(false)
  }
  return (
    <>
      <button type="button" className={className} aria-disabled={isWorking} onClick={() => void save()}>
        {children}
      </button>
      <span role="status" className={isWorking ? undefined : 'visually-hidden'}>
        {isWorking ? working : ''}
      </span>
      {failure && (
        <p role="alert" className={problemClass}>
          {errorText(failure)}
        </p>
      )}
    </>
  )
}
