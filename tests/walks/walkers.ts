import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { handOver } from '#tests/e2e/kit/self-service.ts'
import { enterCode, freeTill } from '#tests/e2e/kit/pairing.ts'
import { openTill } from '#tests/e2e/kit/opened-till.ts'
import { type Screen, screens, type Visitor } from '#tests/e2e/kit/screens.ts'
import type { StageSchool } from '#tests/e2e/kit/stage.ts'
import { type Watch, watch } from '#tests/support/checks/csp.ts'
import { Tablet } from '#tests/support/pos/tablet.ts'
import { fillSignIn, speak } from '#tests/support/records/person.ts'
import type { Served } from '#tests/support/served/served-school.ts'
import { openSchoolApi } from '#tests/support/served/served-school-api.ts'
import { demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'

/** A browser that stands where its walk begins. */
export interface Walk {
  page: Page
  context: BrowserContext
  /** Addresses that are drawn besides what the screens link to. */
  addresses: string[]
  seen: Watch
  end(): Promise<void>
}

export interface Walker {
  name: string
  begin(served: Served, browser: Browser, school: StageSchool): Promise<Walk>
}

const oddAddresses = ['/', '/no-such-page', '/student/none', '/enquiryform/none', '/letters?letter=none', '/%D8%A7']
const viewports = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
] as const

const pathsOf = (found: readonly Screen[]) => [...found.map(({ path }) => path), ...oddAddresses]
const isPublic = (visitor: Visitor) => ['nobody', 'applicant', 'newcomer'].includes(visitor)

const person = (visitor: Visitor, viewport: (typeof viewports)[number]): Walker => ({
  name: `${visitor} at ${viewport.width} × ${viewport.height}`,
  begin: async (served, browser, { code, lng }) => {
    const context = await browser.newContext({ baseURL: served.origin(code), viewport, locale: 'en-GB' })
    const seen = await watch(context)
    const page = await context.newPage()
    const addresses = pathsOf(screens[visitor])
    if (isPublic(visitor)) await page.goto(addresses[0] ?? '/')
    else {
      const { userName, password, role } = signInOf(demoSchool(code), visitor)
      await page.goto(role === 'operator' ? '/pos-sign-in' : '/sign-in')
      await fillSignIn(page, speak(lng), userName, password)
      await expect(page).toHaveURL(/\/(dashboard|pos)$/)
    }
    return { page, context, addresses, seen, end: () => context.close() }
  },
})

/** The walk of a tablet's browser, which keeps what it has while it is open. */
const walkOf = (tablet: Tablet, addresses: string[]): Walk => ({
  page: tablet.page,
  context: tablet.context,
  addresses,
  seen: tablet.wrong,
  end: () => tablet.throwAway(),
})

const till: Walker = {
  name: 'a paired till',
  begin: async (served, _browser, { code }) => {
    const { tablet } = await openTill({ served, unpack: Tablet.unpackVisited, code, tillCode: '01' })
    return walkOf(tablet, ['/pos', '/pos/pair', '/pos-sign-in'])
  },
}

const selfService: Walker = {
  name: 'self-service',
  begin: async (served, _browser, { code }) => {
    const opened = await openTill({
      served,
      unpack: Tablet.unpackVisited,
      code,
      tillCode: '03',
      userName: 'supervisor',
    })
    await handOver(opened.till)
    return walkOf(opened.tablet, ['/pos-self'])
  },
}

const frontDesk: Walker = {
  name: 'a front desk',
  begin: async (served, _browser, school) => {
    const say = speak(school.lng)
    const api = await openSchoolApi(served, school.code)
    const tablet = await Tablet.unpackVisited(served.origin(school.code))
    await enterCode(tablet, school, await api.pairingCode(await freeTill(api, '05')))
    await tablet.page.getByRole('link', { name: say('sync.devices:pair.goDesk') }).click()
    await tablet.page.getByRole('button', { name: say('forms.kiosk:setup.save') }).click()
    return walkOf(tablet, ['/kiosk'])
  },
}

/** Everyone who uses the product, people by turns on a phone and at a desk. */
export const walkers: readonly Walker[] = [
  till,
  ...(Object.keys(screens) as Visitor[])
    .filter((visitor) => visitor !== 'operator1')
    .map((visitor, at) => person(visitor, viewports[at % 2] ?? viewports[0])),
  selfService,
  frontDesk,
]
