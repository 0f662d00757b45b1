// chunk: desk-frame
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { themeAtom } from '#client/platform/prefs.ts'
import { currentSession } from '#client/platform/session/session.ts'
import { store } from '#client/platform/store.ts'
import { hasScopedPermission } from '#shared/kernel/scoped-permission.ts'
import { screenPermission } from '#shared/kernel/screens.ts'
import { collapseAction, openPartAtom, searchTextAtom } from '../desk/desk.atoms.ts'
import { type Action, type Begun, readStroke, typedWith } from './shortcuts.ts'

const writing = 'input, textarea, select, [contenteditable], [role=textbox], [role=combobox]'

const isTyping = (target: EventTarget | null): boolean => target instanceof Element && target.closest(writing) !== null

/** A key leads nobody to a page that is not theirs. */
export function mayDo(deed: Action): boolean {
  const permission = deed.kind === 'go' ? screenPermission(deed.to) : undefined
  const { kind, user } = currentSession()
  return permission === undefined || hasScopedPermission(kind, user?.authority ?? [], permission)
}

const isDialogOpen = (): boolean => document.querySelector('dialog[open]') !== null

/** What is typed while the search is being fetched is meant for its field, wherever the focus still is. */
function typeAhead(event: KeyboardEvent): void {
  if (event.isComposing || isDialogOpen() || store.get(openPartAtom) !== 'search') return
  if (event.key === 'Escape') {
    event.preventDefault()
    return store.set(openPartAtom, 'none')
  }
  const typed = typedWith(store.get(searchTextAtom), event)
  if (typed === undefined) return
  event.preventDefault()
  store.set(searchTextAtom, typed)
}

/** The keys of the frame. They are silent while something lies over the page. */
export function useShortcuts(): void {
  const router = useRouter()
  useEffect(() => {
    let begun: Begun | undefined
    const perform = (deed: Action) => {
      if (deed.kind === 'go') void router.navigate({ to: deed.to })
      else if (deed.kind === 'collapse') store.set(collapseAction)
      else store.set(openPartAtom, deed.part)
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.repeat) return
      if (isDialogOpen() || store.get(openPartAtom) !== 'none') return
      const { singleKeys } = store.get(themeAtom)
      const read = readStroke(event, begun, { nowMs: event.timeStamp, isTyping: isTyping(event.target), singleKeys })
      begun = read.begun
      if (!read.deed || !mayDo(read.deed)) return
      event.preventDefault()
      perform(read.deed)
    }
    // Before the keys of a list, some of which are letters (platform/use-list-keys.ts).
    addEventListener('keydown', typeAhead, { capture: true })
    addEventListener('keydown', onKeyDown)
    return () => {
      removeEventListener('keydown', typeAhead, { capture: true })
      removeEventListener('keydown', onKeyDown)
    }
  }, [router])
}
