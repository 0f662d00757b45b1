import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { watch } from '#tests/support/checks/csp.ts'
import type { Language } from '#tests/support/checks/words.ts'
import { type Installation, install } from '#tests/support/installation.ts'
import { Tablet } from '#tests/support/pos/tablet.ts'
import { type Served, serveSchools } from '#tests/support/served/served-school.ts'
import { type Captcha, serveWithCaptcha } from './captcha-server.ts'

export { expect } from '@playwright/test'

/** The two demo schools and what is particular to them. */
export const schools = [
  { code: 'alnoor', lng: 'en', dir: 'ltr', currency: 'QAR' },
  { code: 'manara', lng: 'ar', dir: 'rtl', currency: 'KWD' },
] as const satisfies readonly { code: string; lng: Language; dir: string; currency: string }[]

/** Walked by `npm run test:rest`, which continuous integration runs as well: accidents, and what was walked at the other school. */
export const later = { tag: '@later' }

/**
 * Both schools, for what is to hold in both languages and directions. `npm test` walks it at the first, the rest at the other:
 * a fault of one language shows within a run of both, any other at once.
 */
export const byTurns = (first: StageSchool['code']) =>
  schools.map((school) => ({ ...school, turn: school.code === first ? {} : later }))

export type StageSchool = (typeof schools)[number]

export interface Visit {
  page: Page
  context: BrowserContext
}

interface PerTest {
  /**
   * A new browser window at an origin, watched: what its pages do wrong fails the test at its end. It is a private one, which
   * takes no service worker (the app must run there as well), unless a test needs what the worker does: every new window
   * would otherwise fetch and keep the whole app once more, which costs more than most of what it is opened for. Tablets
   * have the worker.
   */
  visit: (origin: string, needs?: { worker: boolean }) => Promise<Visit>
  /** A tablet that nobody has paired yet, watched in the same way over all its starts. Its browser has kept the app already. */
  unpack: (origin: string) => Promise<Tablet>
  /** The same, and its browser has nothing: for what begins with the first visit, and for a server of another release. */
  unpackNew: (origin: string) => Promise<Tablet>
  /** What a test changed of its school for the journeys after it is put back at its end, also when it failed; the last first. */
  putBack: (undo: () => Promise<unknown>) => void
}

/** The tablets of a test, watched. */
interface Shelf {
  keep: (unpacking: Promise<Tablet>) => Promise<Tablet>
}

/**
 * What tests of a worker share, each made when the first of them asks. All stand here: between files that have some of their
 * own Playwright begins a new worker, and that a new server.
 */
interface PerWorker {
  /** One server with both schools. */
  served: Served
  /** Another, with an outside captcha. */
  captcha: Captcha
  /** A school's own copy of the project, to be upgraded. */
  home: Installation
}

export const test = base.extend<PerTest & { shelf: Shelf }, PerWorker>({
  served: [
    async ({ browserName: _browserName }, provide) => {
      const served = await serveSchools()
      await provide(served)
      await served.remove()
      expect(served.errors(), 'what the server logged as errors').toEqual([])
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  captcha: [
    async ({ browserName: _browserName }, provide) => {
      const captcha = await serveWithCaptcha()
      await provide(captcha)
      await captcha.remove()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  home: [
    async ({ browserName: _browserName }, provide) => {
      const home = await install()
      await provide(home)
      await home.remove()
      expect(home.errors(), 'what the server logged as errors').toEqual([])
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  visit: async ({ browser }, provide) => {
    const opened: { context: BrowserContext; seen: Awaited<ReturnType<typeof watch>> }[] = []
    await provide(async (origin, { worker } = { worker: false }) => {
      const serviceWorkers = worker ? 'allow' : 'block'
      const where = { locale: 'en-GB', timezoneId: 'Asia/Qatar' }
      const context = await browser.newContext({ baseURL: origin, serviceWorkers, ...where })
      opened.push({ context, seen: await watch(context) })
      return { context, page: await context.newPage() }
    })
    for (const { context } of opened) await context.close()
    for (const { seen } of opened) expect(seen).toEqual({ violations: [], errors: [] })
  },
  unpack: ({ shelf }, provide) => provide((origin) => shelf.keep(Tablet.unpackVisited(origin))),
  unpackNew: ({ shelf }, provide) => provide((origin) => shelf.keep(Tablet.unpack(origin))),
  putBack: async ({ served: _served }, provide) => {
    const undoing: (() => Promise<unknown>)[] = []
    await provide((undo) => void undoing.push(undo))
    for (const undo of undoing.toReversed()) await undo()
  },
  shelf: async ({ browserName: _browserName }, provide) => {
    const tablets: Tablet[] = []
    await provide({
      keep: async (unpacking) => {
        const tablet = await unpacking
        tablets.push(tablet)
        return tablet
      },
    })
    for (const tablet of tablets) await tablet.throwAway()
    for (const { wrong } of tablets) expect(wrong).toEqual({ violations: [], errors: [] })
  },
})
