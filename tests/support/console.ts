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
