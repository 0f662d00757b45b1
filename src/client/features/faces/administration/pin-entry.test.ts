import { expect, it } from 'vitest'
import { pinFault, pinTyped } from './pin-entry.ts'

it('takes four digits from whatever keyboard, and nothing else', () => {
  expect(pinTyped('٤٨-۲a15')).toBe('4821')
})

it('wants them twice, and none that is tried first', () => {
  expect(pinFault('482', '482')).toBe('short')
  expect(pinFault('7777', '7777')).toBe('easy')
  expect(pinFault('1234', '1234')).toBe('easy')
  expect(pinFault('4321', '4321')).toBe('easy')
  expect(pinFault('4821', '4812')).toBe('differs')
  expect(pinFault('4821', '4821')).toBeUndefined()
})
