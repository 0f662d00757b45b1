import { expect, it } from 'vitest'
import { minuteMs } from '#shared/kernel/time.ts'
import { isClockOff } from './clock.rules.ts'

it.each([
  [null, false],
  [0, false],
  [2 * minuteMs, false],
  [-2 * minuteMs, false],
  [2 * minuteMs + 1, true],
  [-2 * minuteMs - 1, true],
])('a clock off by %j ms has to be set: %s', (offsetMs, isOff) => expect(isClockOff(offsetMs)).toBe(isOff))
