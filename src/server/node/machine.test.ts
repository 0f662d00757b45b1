import { expect, it } from 'vitest'
import { toHex } from '#shared/kernel/bytes.ts'
import { machineRandom } from './machine.ts'

it('gives as many bytes as were asked for, whatever is left of the page that was drawn', () => {
  for (const count of [0, 1, 16, 4095, 4096, 4097, 16]) expect(machineRandom.bytes(count)).toHaveLength(count)
})

it('gives nothing out twice', () => {
  const given = Array.from({ length: 5000 }, () => toHex(machineRandom.bytes(16)))
  expect(new Set(given).size).toBe(given.length)
})

it('keeps what was given out as it was, for nobody shares it', () => {
  const first = machineRandom.bytes(32)
  const asGiven = toHex(first)
  for (let i = 0; i < 1000; i += 1) machineRandom.bytes(32)
  expect(toHex(first)).toBe(asGiven)
  expect(asGiven).not.toBe('00'.repeat(32))
})
