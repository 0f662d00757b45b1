// chunk: links
import type { InputHTMLAttributes, ReactNode } from 'react'
import css from './file-button.module.css'

interface FileButtonProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'className'> {
  children: ReactNode
}

/** Chooses files, and looks like the buttons beside it. */
export const FileButton = ({ children, ...input }: FileButtonProps) => (
  <label className={css.file}>
    {children}
    <input {...input} type="file" />
  </label>
)
