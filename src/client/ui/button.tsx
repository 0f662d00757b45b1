// chunk: screen
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import css from './button.module.css'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: 'main' | 'plain' | 'quiet' | 'bad'
  size?: 'normal' | 'large'
  icon?: ReactNode
  /** Says that the press is being worked on, and takes no other one. Stays focusable. */
  isWorking?: boolean
}

/** A key of the till: never under 48 px, answers by colour at once. */
export function Button({ kind = 'plain', size = 'normal', icon, isWorking = false, ...rest }: ButtonProps) {
  const { children, className, onClick, ...others } = rest
  return (
    <button
      type="button"
      {...others}
      className={className ? `${css.button} ${className}` : css.button}
      data-kind={kind}
      data-size={size}
      aria-busy={isWorking || undefined}
      onClick={isWorking ? undefined : onClick}
    >
      {isWorking ? <span className={css.spinner} /> : icon}
      {children}
    </button>
  )
}
