import { afterEach, expect, it } from 'vitest'
import { holdBusy, isBusyHere, whenNobodyIsBusy } from './busy.ts'

const releases: (() => void)[] = []
const hold = () => {
  const release = holdBusy()
  releases.push(release)
  return release
}
afterEach(() => {
  for (const release of releases.splice(0)) release()
})

/** Web Locks are granted and given back a little later. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 20))

it('lets an update through when nobody works', async () => {
  let ran = 0
  expect(await whenNobodyIsBusy(async () => void (ran += 1))).toBe(true)
  expect(ran).toBe(1)
})

it('refuses while any holder is left, and runs nothing', async () => {
  const [first, second] = [hold(), hold()]
  await settle()
  const runs = () => whenNobodyIsBusy(() => Promise.reject(new Error('must not run')))
  expect(await runs()).toBe(false)
  first()
  await settle()
  expect(await runs()).toBe(false)
  expect(isBusyHere()).toBe(true)
  second()
  second()
  await settle()
  expect(isBusyHere()).toBe(false)
  expect(await whenNobodyIsBusy(() => Promise.resolve())).toBe(true)
})
