/**
 * Pictures of every screen that needs no paired tablet, in both schools and four sizes, to be looked at by people:
 * `node tests/support/shots.ts`, after a build. They land in test-results/shots/<screen>-<language>-<size>.png.
 */
import { mkdirSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { launchOptions } from './chromium.ts'
import { Tablet } from './pos/tablet.ts'
import { TillPerson } from './pos/tablet-till.ts'
import { fillSignIn, speak } from './records/person.ts'
import { serveSchools } from './served/served-school.ts'
import { openSchoolApi } from './served/served-school-api.ts'
import { demoSchool, signInOf } from './served/served-school-demo.ts'

const sizes = ['390x844', '820x1180', '1280x800', '1600x1000'].map((name) => {
  const [width = 0, height = 0] = name.split('x').map(Number)
  return { name, width, height }
})
const schools = [
  { code: 'alnoor', lng: 'en' },
  { code: 'manara', lng: 'ar' },
] as const
const folder = 'test-results/shots'

mkdirSync(folder, { recursive: true })
const served = await serveSchools()
const browser = await chromium.launch(launchOptions())
try {
  for (const { code, lng } of schools) {
    const school = demoSchool(code)
    const say = speak(lng)
    const context = await browser.newContext({ baseURL: served.origin(code) })
    const page = await context.newPage()
    const shoot = async (of: typeof page, screen: string) => {
      for (const { name, width, height } of sizes) {
        await of.setViewportSize({ width, height })
        await of.waitForTimeout(400)
        await of.screenshot({ path: `${folder}/${screen}-${lng}-${name}.png` })
      }
    }
    const screens = async (paths: Record<string, string>) => {
      for (const [screen, path] of Object.entries(paths)) {
        await page.goto(path)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await shoot(page, screen)
      }
    }
    await screens({ 'sign-in': '/sign-in', 'pos-sign-in': '/pos-sign-in', pair: '/pos/pair', denied: '/access-denied' })

    const api = await openSchoolApi(served, code)
    const tablet = await Tablet.unpack(served.origin(code))
    const till = new TillPerson(tablet, school, lng)
    const [place] = await api.tills()
    await tablet.page.goto('/pos/pair')
    await tablet.page.getByLabel(say('sync.devices:pair.code')).fill(await api.pairingCode(place?.tillId ?? ''))
    await tablet.page.getByRole('button', { name: say('sync.devices:pair.submit') }).click()
    await tablet.page.getByText(say('sync.devices:test.ready')).waitFor({ timeout: 60_000 })
    await shoot(tablet.page, 'paired')
    await till.signInFirst(signInOf(school, 'operator1'))
    await tablet.page.getByRole('heading', { name: say('pos.till:shift.openTitle') }).waitFor()
    await shoot(tablet.page, 'till-float')
    await till.openShift(10_000)
    await till.scan(school.pupils[3]?.cardNo ?? '')
    await till.put('Still water 330 ml')
    await till.put('Karak tea', ['Small', 'Less sugar', 'Oat drink'])
    await shoot(tablet.page, 'till')
    await tablet.page.setViewportSize({ width: 1280, height: 800 })
    await till.button('pos.till:pay.open').click()
    await shoot(tablet.page, 'till-pay')
    await tablet.page.getByRole('button', { name: say('pos.till:pay.complete') }).click()
    await till.dialog('pos.till:receipt.saved').waitFor()
    await shoot(tablet.page, 'till-receipt')
    await till.finishReceipt()
    await tablet.throwAway()

    await page.goto('/sign-in')
    const { userName, password } = signInOf(school, 'supervisor')
    await fillSignIn(page, say, userName, password)
    await page.waitForURL('**/dashboard')
    await screens({ dashboard: '/dashboard', devices: '/pos/devices', report: '/pos/transaction-report' })
    await context.close()
  }
} finally {
  await browser.close()
  await served.remove()
}
