// chunk: desk-frame
import { useEffect, useRef } from 'react'
import { themeAtom } from '#client/platform/prefs.ts'
import { store } from '#client/platform/store.ts'

const writing = 'input, textarea, select, [contenteditable], [role=textbox], [role=combobox]'

/** Keys of a list: by the letter, what is done. Silent in a field, under a dialog, and where single letters are switched off. */
export function useListKeys(keys: Readonly<Record<string, (() => void) | undefined>>): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
      if (document.querySelector('dialog[open]') || !store.get(themeAtom).singleKeys) return
      if (event.target instanceof Element && event.target.closest(writing)) return
      // By the key's place as well: the letters of an Arabic keyboard are others.
      const press = latest.current[event.code] ?? latest.current[event.key]
      if (!press) return
      event.preventDefault()
      press()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}
