// chunk: profile
import css from './profile-part.module.css'

/** How it went, told aloud as well. */
export const Said = ({ good, bad }: { good: string | undefined; bad: string | undefined }) => (
  <div role="status">
    {good && <p className={css.good}>{good}</p>}
    {bad && <p className={css.bad}>{bad}</p>}
  </div>
)
