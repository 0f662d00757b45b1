import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { onStill } from './on-still.ts'

let page: EventTarget

beforeEach(() => {
  vi.useFakeTimers()
  page = new EventTarget()
  vi.stubGlobal('document', page)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Scrolls again and again, less than half a second apart. */
async function scrollFor(ms: number) {
  for (let at = 0; at < ms; at += 250) {
    page.dispatchEvent(new Event('scroll'))
    await vi.advanceTimersByTimeAsync(250)
  }
}

it('comes with the first moment in which nobody scrolls', async () => {
  const come = vi.fn<() => void>()
  void onStill().then(come)
  await scrollFor(5000)
  expect(come).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1000)
  expect(come).toHaveBeenCalledOnce()
})

it('comes after so long, also where somebody goes on scrolling', async () => {
  const come = vi.fn<() => void>()
  void onStill(3000).then(come)
  await scrollFor(2500)
  expect(come).not.toHaveBeenCalled()
  await scrollFor(1500)
  expect(come).toHaveBeenCalledOnce()
})
