// chunk: desk-parts
import css from './job-progress.module.css'

interface JobProgressProps {
  /** What is being done, for the person who hears it. */
  label: string
  done: number
  /** Of how many; nothing to do is done. */
  total: number
}

/** How far something is that takes a while. */
export const JobProgress = ({ label, done, total }: JobProgressProps) => (
  <progress className={css.progress} max={total || 1} value={total === 0 ? 1 : done} aria-label={label} />
)
