import { describe, expect, it } from 'vitest'
import { type Begun, readStroke, type Stroke, typedWith } from './shortcuts.ts'

const stroke = (key: string, code = '', more: Partial<Stroke> = {}): Stroke => ({
  key,
  code,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
})
const at = (nowMs = 0, more = {}) => ({ nowMs, isTyping: false, singleKeys: true, ...more })
const press = (one: Stroke, begun?: Begun, when = at()) => readStroke(one, begun, when)

describe('a key', () => {
  it('opens search by / and by Ctrl or ⌘ with K, the latter while typing too', () => {
    const search = { deed: { kind: 'open', part: 'search' } }
    expect(press(stroke('/', 'Slash'))).toEqual(search)
    for (const more of [{ ctrlKey: true }, { metaKey: true }])
      expect(press(stroke('k', 'KeyK', more), undefined, at(0, { isTyping: true, singleKeys: false }))).toEqual(search)
  })

  it('leads somewhere after g, for a moment', () => {
    const { begun } = press(stroke('g', 'KeyG'), undefined, at(1000))
    expect(press(stroke('d', 'KeyD'), begun, at(2000)).deed).toEqual({ kind: 'go', to: '/dashboard' })
    expect(press(stroke('l', 'KeyL'), begun, at(2000)).deed).toEqual({ kind: 'go', to: '/pre_admission' })
    expect(press(stroke('d', 'KeyD'), begun, at(2501))).toEqual({})
    expect(press(stroke('d', 'KeyD'))).toEqual({})
    expect(press(stroke('x', 'KeyX'), begun, at(1500))).toEqual({})
  })

  it('means the same on an Arabic keyboard, and on a Latin one what it writes', () => {
    const { begun } = press(stroke('ل', 'KeyG'))
    expect(press(stroke('ي', 'KeyD'), begun).deed).toEqual({ kind: 'go', to: '/dashboard' })
    expect(press(stroke('؟', 'Slash', { shiftKey: true })).deed).toEqual({ kind: 'open', part: 'keys' })
    expect(press(stroke('ظ', 'Slash')).deed).toEqual({ kind: 'open', part: 'search' })
    expect(press(stroke('-', 'Slash'))).toEqual({})
    expect(press(stroke('?', 'Minus', { shiftKey: true })).deed).toEqual({ kind: 'open', part: 'keys' })
  })

  it('is only a letter while somebody types, with a modifier, or when switched off', () => {
    for (const when of [at(0, { isTyping: true }), at(0, { singleKeys: false })])
      for (const key of ['/', '?', 'g', 't', '[']) expect(press(stroke(key), undefined, when), key).toEqual({})
    for (const more of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }])
      expect(press(stroke('t', 'KeyT', more))).toEqual({})
  })
})

describe('what is typed before the field of the search is there', () => {
  const typed = (...strokes: Stroke[]) => strokes.reduce((text, each) => typedWith(text, each) ?? text, '')

  it('is every letter and space in both scripts, less what was taken back', () => {
    const keys = ['N', 'o', 'x', 'Backspace', 'r', ' ', 'س', 'Shift', 'ArrowDown', 'Tab', 'F5']
    expect(typed(...keys.map((key) => stroke(key)))).toBe('Nor س')
    expect(typed(stroke('Backspace'), stroke('a'))).toBe('a')
  })

  it('is nothing that is pressed with Ctrl, ⌘ or Alt, which stays the browser’s', () => {
    for (const more of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }])
      expect(typedWith('a', stroke('r', 'KeyR', more))).toBeUndefined()
  })
})
