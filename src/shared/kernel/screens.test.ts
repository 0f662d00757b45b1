import { expect, it } from 'vitest'
import { permissions } from './roles.ts'
import { screenAuthority } from './screens.ts'

it('gives a screen below /pos the till, unless a longer beginning says otherwise', () => {
  expect(screenAuthority('/pos')).toBe(permissions['till.operate'])
  expect(screenAuthority('/pos/reports')).toBe(permissions['till.operate'])
  expect(screenAuthority('/pos/report')).toBe(permissions['sales.see'])
  expect(screenAuthority('/pos/devices')).toBe(permissions['device.see'])
  expect(screenAuthority('/pos/transaction-report?day=2030-01-01')).toBe(permissions['sales.see'])
  expect(screenAuthority('/fees/20241043')).toBe(permissions['fees.see'])
})

it('is not led past by another spelling of the same path', () => {
  for (const path of ['/POS/devices', '//pos//devices/', '/pos/devices#top', 'pos/devices']) {
    expect(screenAuthority(path)).toBe(permissions['device.see'])
  }
})

it('asks for nothing anywhere else, also where only the letters agree', () => {
  for (const path of ['/', '', '/dashboard', '/pos-self', '/pos-sign-in', '/constructor', '/feesome/1']) {
    expect(screenAuthority(path)).toEqual([])
  }
})
