import css from './key-hint.module.css'

/** Which key does the same; only where there is a keyboard rather than a finger. */
export const KeyHint = ({ name }: { name: string }) => <kbd className={css.key}>{name}</kbd>
