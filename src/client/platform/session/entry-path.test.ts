import { describe, expect, it } from 'vitest'
import type { ConditionalScreens, SchoolDetails } from '#shared/school/school-read.contract.ts'
import {
  afterSignIn,
  builtEntries,
  conditionalScreen,
  entryPaths,
  homePath,
  safeRedirect,
  signInPath,
  signOutPath,
} from './entry-path.ts'

const flags = (set: Partial<ConditionalScreens>): ConditionalScreens => ({
  without_auth: null,
  login: null,
  otp: null,
  signUp: null,
  ...set,
})
const school = (set: Partial<SchoolDetails>) =>
  ({ conditionalScreens: null, homePage: '/sign-in', ...set }) as SchoolDetails

describe('conditional screens', () => {
  it('lets the first flag that is Y decide, in the order of the specification', () => {
    expect(conditionalScreen(flags({ otp: 'Y', signUp: 'Y' }))).toBe('/otp-authentication')
    expect(conditionalScreen(flags({ without_auth: 'Y', login: 'Y' }))).toBe('/admission')
    expect(conditionalScreen(flags({ login: 'Y', otp: 'Y' }))).toBe('/sign-in')
    expect(conditionalScreen(flags({ signUp: 'Y' }))).toBe('/sign-up')
  })

  it('takes no other value for a yes', () => {
    expect(conditionalScreen(flags({ otp: 'N', signUp: 'y' }))).toBeUndefined()
    expect(conditionalScreen(null)).toBeUndefined()
  })
})

describe('the way in', () => {
  it('carries what was asked for', () => {
    expect(signInPath('staff', null, '/pos/devices?a=1&b=2')).toBe(
      '/sign-in?redirectUrl=%2Fpos%2Fdevices%3Fa%3D1%26b%3D2',
    )
    expect(signInPath('staff', null, '/')).toBe('/sign-in')
  })

  it('leads a till back to the till’s own sign-in', () => {
    expect(signInPath('pos', null, '/pos')).toBe('/pos-sign-in?redirectUrl=%2Fpos')
    expect(homePath({ signedIn: false, kind: 'pos' }, null)).toBe('/pos-sign-in')
  })

  it('lets a till be a till, whatever the school shows to families', () => {
    const asksForCodes = school({ conditionalScreens: flags({ login: 'Y' }) })
    expect(signInPath('pos', asksForCodes, '/pos')).toBe('/pos-sign-in?redirectUrl=%2Fpos')
    expect(signInPath('staff', asksForCodes, '/pos', true)).toBe('/pos-sign-in?redirectUrl=%2Fpos')
    expect(signInPath('staff', asksForCodes, '/dashboard', true)).toBe('/sign-in?redirectUrl=%2Fdashboard')
  })

  it('knows a till that has lost its session', () => {
    expect(signInPath('staff', school({}), '/pos', true)).toBe('/pos-sign-in?redirectUrl=%2Fpos')
    expect(signInPath('staff', school({}), '/pos', false)).toBe('/sign-in?redirectUrl=%2Fpos')
    expect(signInPath('staff', school({}), '/dashboard', true)).toBe('/sign-in?redirectUrl=%2Fdashboard')
    expect(homePath({ signedIn: false, kind: 'staff' }, school({}), true)).toBe('/pos-sign-in')
    expect(homePath({ signedIn: true, kind: 'staff' }, school({}), true)).toBe('/dashboard')
  })

  it('never leads to a screen that this release does not have', () => {
    const missing = entryPaths.filter((path) => !builtEntries.has(path))
    const flagOf = { '/otp-authentication': 'otp', '/sign-up': 'signUp' } as Record<string, keyof ConditionalScreens>
    for (const path of missing) {
      const asksForMore = school({ conditionalScreens: flags({ [flagOf[path] ?? '']: 'Y' }), homePage: '/sign-in' })
      expect(signInPath('staff', asksForMore, '/dashboard')).toBe('/sign-in?redirectUrl=%2Fdashboard')
      expect(homePath({ signedIn: false, kind: 'staff' }, asksForMore)).toBe('/sign-in')
    }
  })

  it('leads nobody back from an open form', () => {
    const isOpen = school({ conditionalScreens: flags({ without_auth: 'Y', login: 'Y' }) })
    expect(signInPath('staff', isOpen, '/dashboard')).toBe('/admission')
    expect(homePath({ signedIn: false, kind: 'staff' }, isOpen)).toBe('/admission')
  })

  it('lands people where they work', () => {
    expect(homePath({ signedIn: true, kind: 'staff' }, null)).toBe('/dashboard')
    expect(homePath({ signedIn: true, kind: 'pos' }, null)).toBe('/pos')
    expect(afterSignIn('staff', '/pos/devices')).toBe('/pos/devices')
    expect(afterSignIn('staff', undefined)).toBe('/dashboard')
    expect(afterSignIn('pos', '/pos/devices')).toBe('/pos')
  })
})

it('signs out to the sign-in that belongs to the place', () => {
  expect(signOutPath('/pos/transaction-report')).toBe('/pos-sign-in')
  expect(signOutPath('/dashboard')).toBe('/sign-in')
})

it('redirects to paths of ours only', () => {
  expect(safeRedirect('/pos?x=/y')).toBe('/pos?x=/y')
  for (const foreign of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'pos',
    '',
    '/a\nb',
    7,
    undefined,
  ]) {
    expect(safeRedirect(foreign), String(foreign)).toBeUndefined()
  }
})
