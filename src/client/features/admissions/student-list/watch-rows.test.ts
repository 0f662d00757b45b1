import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchRows } from './watch-rows.ts'

type Seen = (entries: readonly Partial<IntersectionObserverEntry>[]) => void

let say: Seen
let frames: (() => void)[]

/** A browser whose window is 800 pixels high, which says what is seen and draws when it is told to. */
beforeEach(() => {
  frames = []
  vi.stubGlobal('innerHeight', 800)
  vi.stubGlobal('document', { activeElement: null })
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => frames.push(draw))
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(seen: Seen) {
        say = seen
      }
      observe() {}
      unobserve() {}
    },
  )
})
afterEach(() => vi.unstubAllGlobals())

const nextFrame = () => frames.shift()?.()
const groupOf = (isDrawn: boolean, more: { stays?: boolean; hasFocus?: boolean } = {}) => {
  const element = { contains: () => more.hasFocus === true } as unknown as Element
  const show = vi.fn<(height: number | undefined) => void>((height) => {
    group.isDrawn = height === undefined
  })
  const group = { rows: 10, show, isDrawn, stays: more.stays ?? false }
  return { element, group, show }
}
const at = (target: Element, top: number, isIntersecting: boolean, height = 600) =>
  ({ target, isIntersecting, boundingClientRect: { top, bottom: top + height, height } }) as IntersectionObserverEntry

it('draws what is in the window at once, and what comes near one group in each frame', () => {
  const rows = watchRows()
  const [inside, near, nearer] = [groupOf(false), groupOf(false), groupOf(false)]
  for (const { element, group } of [inside, near, nearer]) rows.watch(element, group)
  say([at(inside.element, 100, true), at(near.element, 900, true), at(nearer.element, 1500, true)])
  expect([inside, near, nearer].map(({ group }) => group.isDrawn)).toEqual([true, false, false])
  nextFrame()
  expect([near, nearer].map(({ group }) => group.isDrawn)).toEqual([true, false])
  nextFrame()
  expect(nearer.group.isDrawn).toBe(true)
  expect(frames).toEqual([])
})

it('makes one empty line of what is far away, as high as it was, but neither of the first page nor around the focus', () => {
  const rows = watchRows()
  const [far, first, focused] = [groupOf(true), groupOf(true, { stays: true }), groupOf(true, { hasFocus: true })]
  for (const { element, group } of [far, first, focused]) rows.watch(element, group)
  say([far, first, focused].map(({ element }) => at(element, 9000, false, 700)))
  expect(far.show).not.toHaveBeenCalled()
  while (frames.length > 0) nextFrame()
  expect(far.show).toHaveBeenCalledExactlyOnceWith(700)
  expect([first.group.isDrawn, focused.group.isDrawn]).toEqual([true, true])
  // A row is as high as those that were drawn.
  expect(rows.guess(10)).toBe(700)
})

it('draws nothing any more of what went away before its frame came, or is not followed any more', () => {
  const rows = watchRows()
  const [passed, gone] = [groupOf(false), groupOf(false)]
  rows.watch(passed.element, passed.group)
  const leave = rows.watch(gone.element, gone.group)
  say([at(passed.element, 900, true), at(gone.element, 900, true)])
  say([at(passed.element, 9000, false)])
  leave()
  while (frames.length > 0) nextFrame()
  expect([passed.show, gone.show].map((show) => show.mock.calls.length)).toEqual([0, 0])
})

it('takes away what went far in frames in which nothing comes, and beside what comes once much has gathered', () => {
  const rows = watchRows()
  const far = groupOf(true)
  const coming = [groupOf(false), groupOf(false)]
  for (const { element, group } of [far, ...coming]) rows.watch(element, group)
  say([at(far.element, 9000, false), ...coming.map(({ element }) => at(element, 900, true))])
  nextFrame()
  nextFrame()
  expect([far, ...coming].map(({ group }) => group.isDrawn)).toEqual([true, true, true])
  nextFrame()
  expect(far.group.isDrawn).toBe(false)

  const many = Array.from({ length: 6 }, () => groupOf(true))
  const next = groupOf(false)
  for (const { element, group } of [...many, next]) rows.watch(element, group)
  say([...many.map(({ element }) => at(element, 9000, false)), at(next.element, 900, true)])
  nextFrame()
  expect(many.filter(({ group }) => !group.isDrawn)).toHaveLength(1)
  expect(next.group.isDrawn).toBe(true)
})

it('leaves what went far and came near again as it is', () => {
  const rows = watchRows()
  const back = groupOf(true)
  rows.watch(back.element, back.group)
  say([at(back.element, 9000, false)])
  say([at(back.element, 900, true)])
  while (frames.length > 0) nextFrame()
  expect(back.show).not.toHaveBeenCalled()
})
