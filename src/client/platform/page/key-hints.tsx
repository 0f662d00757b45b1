import { useAtomValue } from 'jotai'
import { themeAtom } from '#client/platform/prefs.ts'
import css from './key-hints.module.css'

/** The keys of a list, each with what it does; nothing where single letters are no keys. */
export function KeyHints({ hints }: { hints: readonly (readonly [key: string, word: string])[] }) {
  if (!useAtomValue(themeAtom).singleKeys) return null
  return (
    <p className={css.foot} aria-hidden="true">
      {hints.map(([key, word]) => (
        <span key={key}>
          <kbd>{key}</kbd> {word}
        </span>
      ))}
    </p>
  )
}
