// chunk: desk-frame
/** What a key may do, wherever one is behind the sign-in. */
export type Action =
  | { kind: 'open'; part: 'search' | 'theme' | 'keys' }
  | { kind: 'collapse' }
  | { kind: 'go'; to: '/dashboard' | '/pre_admission' | '/forms' | '/faces' | '/profile' }

interface Shortcut {
  /** One after the other; letters by the key they are on in English, whatever the keyboard writes. */
  keys: readonly string[]
  deed: Action
  /** In the words of the frame. */
  name: 'search' | 'theme' | 'keys' | 'collapse' | 'dashboard' | 'list' | 'forms' | 'faces' | 'profile'
}

/** As they are listed to people. */
export const shortcuts: readonly Shortcut[] = [
  { keys: ['/'], deed: { kind: 'open', part: 'search' }, name: 'search' },
  { keys: ['g', 'd'], deed: { kind: 'go', to: '/dashboard' }, name: 'dashboard' },
  { keys: ['g', 'l'], deed: { kind: 'go', to: '/pre_admission' }, name: 'list' },
  { keys: ['g', 'f'], deed: { kind: 'go', to: '/forms' }, name: 'forms' },
  { keys: ['g', 'v'], deed: { kind: 'go', to: '/faces' }, name: 'faces' },
  { keys: ['g', 'p'], deed: { kind: 'go', to: '/profile' }, name: 'profile' },
  { keys: ['['], deed: { kind: 'collapse' }, name: 'collapse' },
  { keys: ['t'], deed: { kind: 'open', part: 'theme' }, name: 'theme' },
  { keys: ['?'], deed: { kind: 'open', part: 'keys' }, name: 'keys' },
]

export interface Stroke {
  key: string
  code: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
}

/** The first key of two, and when it was pressed. */
export interface Begun {
  key: string
  atMs: number
}

/** After this the first key of two is forgotten. */
const secondWithinMs = 1500

const searchAnywhere: Action = { kind: 'open', part: 'search' }

/**
 * What a key stands for: itself on a keyboard that writes Latin letters, else what the same key writes in English, so that all
 * of it works while Arabic is typed.
 */
function meant({ key, code, shiftKey }: Stroke): string {
  if (key === '؟') return '?'
  if (/^[\u0021-\u007e]$/.test(key)) return key.toLowerCase()
  if (code === 'Slash') return shiftKey ? '?' : '/'
  if (code === 'BracketLeft') return '['
  return /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : key
}

/**
 * What this key press asks for, and what the next one may complete. `singleKeys` false: the person has switched off all that a
 * letter alone does, as somebody does who speaks to the computer (WCAG 2.1.4).
 */
export function readStroke(
  stroke: Stroke,
  begun: Begun | undefined,
  { nowMs, isTyping, singleKeys }: { nowMs: number; isTyping: boolean; singleKeys: boolean },
): { deed?: Action; begun?: Begun } {
  const key = meant(stroke)
  if ((stroke.ctrlKey || stroke.metaKey) && !stroke.altKey && !stroke.shiftKey && key === 'k')
    return { deed: searchAnywhere }
  if (isTyping || !singleKeys || stroke.ctrlKey || stroke.metaKey || stroke.altKey) return {}
  const first = begun && nowMs - begun.atMs <= secondWithinMs ? begun.key : undefined
  const typed = first === undefined ? [key] : [first, key]
  const found = shortcuts.find(({ keys }) => keys.join(' ') === typed.join(' '))
  if (found) return { deed: found.deed }
  const isFirst = shortcuts.some(({ keys }) => keys.length > 1 && keys[0] === key)
  return isFirst ? { begun: { key, atMs: nowMs } } : {}
}

/** What has been typed for the search before its field is there, with this key; undefined where the key writes nothing. */
export function typedWith(typed: string, { key, ctrlKey, metaKey, altKey }: Stroke): string | undefined {
  if (ctrlKey || metaKey || altKey) return undefined
  if (key === 'Backspace') return [...typed].slice(0, -1).join('')
  return [...key].length === 1 ? typed + key : undefined
}
