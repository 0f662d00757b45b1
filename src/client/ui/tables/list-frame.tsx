// chunk: desk-frame
import { type ReactNode, use } from 'react'
import css from './list-frame.module.css'
import { PageInside } from './page-inside.ts'

interface ListFrameProps {
  title: string
  /** Beside the title: what is done with the list, or which part of it is shown. */
  tools?: ReactNode
  /** What went wrong, with the way to try again. What was there before stays below. */
  failure?: FailureProps | undefined
  /** Said while there is nothing to show yet. */
  loading?: string | undefined
  /** Said in place of a list with nothing in it. */
  empty?: { title: string; text: string } | undefined
  isWide?: boolean
  children?: ReactNode
}

/** The frame of every list that staff look through: its title, what went wrong, that it is empty, or what is in it. */
export function ListFrame({ title, tools, failure, loading, empty, isWide, children }: ListFrameProps) {
  const inside = use(PageInside)
  return (
    <div className={css.page} data-wide={isWide || undefined} data-inside={inside !== null || undefined}>
      <header className={css.head}>
        <h1 className={css.title}>{title}</h1>
        {tools}
      </header>
      {inside?.note}
      {failure && <Failure {...failure} />}
      {loading !== undefined && <Loading>{loading}</Loading>}
      {empty && <Empty {...empty} />}
      {children}
    </div>
  )
}

interface EmptyProps {
  title: string
  text: string
  /** The first step. */
  children?: ReactNode
}

/** Stands in place of what is not there yet. */
export const Empty = ({ title, text, children }: EmptyProps) => (
  <div className={css.empty}>
    <h2>{title}</h2>
    <p>{text}</p>
    {children}
  </div>
)

interface FailureProps {
  text: string
  retry: string
  onRetry: () => void
}

/** Something could not be had, and may be asked for once more. */
export const Failure = ({ text, retry, onRetry }: FailureProps) => (
  <p className={css.failure} role="alert">
    {text}{' '}
    <button type="button" className={css.button} onClick={onRetry}>
      {retry}
    </button>
  </p>
)

const skeletonLines = Array.from({ length: 8 }, (_, no) => no)

/** Lines in place of what is on its way, drawn only when that takes long enough to be noticed; `children` is read aloud. */
export const Loading = ({ children }: { children: string }) => (
  <div role="status">
    <span className="visually-hidden">{children}</span>
    <div className={css.skeleton} aria-hidden="true">
      {skeletonLines.map((no) => (
        <span key={no} />
      ))}
    </div>
  </div>
)
