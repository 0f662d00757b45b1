import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openPage, pageAfterStep, pageBeside, stepOf } from './start-pages.rules.ts'
import { StartPage, startPages, startSteps } from './start.contract.ts'

const states = fc.record({
  steps: fc.tuple(
    ...startSteps.map((step) =>
      fc.constantFrom('done' as const, 'open' as const, 'skipped' as const).map((state) => ({ step, state })),
    ),
  ),
  passed: fc.subarray([...StartPage.options]),
})

it('OPS-01: who comes back goes on at the first page of an open step that nobody has gone through', () => {
  fc.assert(
    fc.property(states, ({ steps, passed }) => {
      const left = StartPage.options.filter(
        (page) => !passed.includes(page) && steps.some(({ step, state }) => step === stepOf(page) && state === 'open'),
      )
      expect(openPage({ steps, passed })).toBe(left[0])
    }),
  )
})

it('the way on and the way back lead through every page once', () => {
  const on: StartPage[] = []
  for (let page: StartPage | undefined = 'names'; page; page = pageBeside(page, 1)) on.push(page)
  expect(on).toEqual(StartPage.options)
  for (const page of on.slice(1)) expect(pageBeside(pageBeside(page, -1) ?? page, 1)).toBe(page)
  expect(pageBeside('names', -1)).toBeUndefined()
})

it('a step that is skipped is followed by the first page of the next one', () => {
  expect(startSteps.map(pageAfterStep)).toEqual([...startSteps.slice(1).map((step) => startPages[step][0]), undefined])
})
