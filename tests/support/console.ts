import { afterEach, beforeEach, expect, vi } from 'vitest'

/** A test that makes the product complain fails, unless it says what it expects by replacing the spy itself. */
beforeEach(() => {
  for (const level of ['error', 'warn'] as const) vi.spyOn(console, level)
})

afterEach(() => {
  for (const level of ['error', 'warn'] as const) {
    const spy = vi.isMockFunction(console[level]) ? vi.mocked(console[level]) : undefined
    const calls = spy?.mock.calls ?? []
    spy?.mockRestore()
    expect(calls, `console.${level} was called`).toEqual([])
  }
})

/**
 * Continuous integration tries the same cases each time, so that a red run there is about the change it tests; by hand every
 * run tries new ones, and says the seed of what fails.
 */
if (process.env['CI']) {
  const { configureGlobal } = await import('fast-check')
  configureGlobal({ seed: 20_261_121 })
}
