/** Makes the six pictures of the README in `.github/`, after a build: `npx node tests/support/readme-pictures.ts [name …]`. */
import { type Browser, chromium, type Page } from '@playwright/test'
import { freeTill } from '../e2e/kit/pairing.ts'
import { launchOptions } from './chromium.ts'
import { Tablet } from './pos/tablet.ts'
import { TillPerson } from './pos/tablet-till.ts'
import { Enquirer, families, openEnquiry } from './records/family.ts'
import { fillSignIn, speak } from './records/person.ts'
import { openOffice } from './served/served-offers.ts'
import { type Served, serveSchools } from './served/served-school.ts'
import { openSchoolApi } from './served/served-school-api.ts'
import { demoSchool, signInOf } from './served/served-school-demo.ts'

const phone = { width: 390, height: 844 }
const desktop = { width: 1280, height: 800 }

async function shoot(page: Page, name: string) {
  await page.evaluate(() => document.fonts.ready)
  await page.waitForTimeout(1000)
  await page.screenshot({ path: `.github/${name}.png` })
}

async function openPage(browser: Browser, served: Served, code: string, viewport: typeof phone) {
  const context = await browser.newContext({ baseURL: served.origin(code), viewport, serviceWorkers: 'block' })
  return context.newPage()
}

async function pair(tablet: Tablet, code: string, lng: 'en' | 'ar') {
  const say = speak(lng)
  await tablet.page.goto('/pos/pair')
  await tablet.page.getByLabel(say('sync.devices:pair.code')).fill(code)
  await tablet.page.getByRole('button', { name: say('sync.devices:pair.submit') }).click()
}

/** A till of Manara with a cart, in Arabic. */
async function pictureTill(served: Served) {
  const say = speak('ar')
  const school = demoSchool('manara')
  const api = await openSchoolApi(served, 'manara')
  const [location] = await api.tills()
  const tablet = await Tablet.unpack(served.origin('manara'))
  const till = new TillPerson(tablet, school, 'ar')
  await pair(tablet, await api.pairingCode(location?.tillId ?? ''), 'ar')
  await tablet.page.getByText(say('sync.devices:test.check.app.title')).waitFor({ timeout: 90_000 })
  await till.signInFirst(signInOf(school, 'operator1'))
  await tablet.page.getByRole('heading', { name: say('pos.till:shift.openTitle') }).waitFor()
  await till.openShift(10_000)
  await till.scan(school.pupils[3]?.cardNo ?? '')
  await till.put('Karak tea', ['Small', 'Less sugar', 'Oat drink'])
  await till.put('Still water 330 ml')
  const [category] = school.catalogue.categories
  await tablet.page.getByRole('button', { name: category?.name.ar ?? '', exact: true }).click()
  await tablet.page.waitForTimeout(6000)
  await shoot(tablet.page, 'till')
  await tablet.throwAway()
}

/** The enquiry of Al Noor on its front-desk tablet, half filled in. */
async function pictureKiosk(served: Served) {
  const say = speak('en')
  const api = await openSchoolApi(served, 'alnoor')
  const tablet = await Tablet.unpack(served.origin('alnoor'))
  await pair(tablet, await api.pairingCode(await freeTill(api, '05')), 'en')
  await tablet.page.getByRole('link', { name: say('sync.devices:pair.goDesk') }).click()
  await tablet.page.getByRole('button', { name: say('forms.kiosk:setup.save') }).click()
  await tablet.page.getByRole('heading', { level: 1, name: say('forms.kiosk:welcome') }).waitFor()
  await tablet.page.getByRole('main').getByRole('button').first().click()
  await new Enquirer(tablet.page).fill(families.en)
  await tablet.page.mouse.wheel(0, -10_000)
  await shoot(tablet.page, 'kiosk')
  await tablet.throwAway()
}

async function pictureEnquiry(browser: Browser, served: Served) {
  const page = await openPage(browser, served, 'alnoor', phone)
  await openEnquiry(page, 'en')
  await shoot(page, 'enquiry')
  await page.context().close()
}

async function pictureBoard(browser: Browser, served: Served) {
  const page = await openPage(browser, served, 'alnoor', { width: 1120, height: 700 })
  const say = speak('en')
  await page.goto('/sign-in')
  const { userName, password } = signInOf(demoSchool('alnoor'), 'registrar')
  await fillSignIn(page, say, userName, password)
  await page.waitForURL('**/dashboard')
  await page.goto('/dashboard?view=board')
  const board = page.getByRole('button', { name: say('admissions.student-list:view.board') })
  await board.waitFor()
  await page.getByText(say('admissions.student-list:loading')).first().waitFor({ state: 'hidden' })
  await board.evaluate((tab) => {
    tab.scrollIntoView({ block: 'start' })
    scrollBy(0, -80)
  })
  await shoot(page, 'board')
  await page.context().close()
}

/** An offer as its family opens it on a phone, and its letter with the signing form on a wide screen. */
async function pictureOffer(browser: Browser, served: Served) {
  const office = await openOffice(served, 'alnoor')
  const signers = [{ name: 'Hind Al Mana', email: 'hind@family.example', language: 'en' as const }]
  const { links } = await office.offer({ letter: 'offer-letter', signers })
  for (const [picture, viewport] of [
    ['offer', phone],
    ['letter', desktop],
  ] as const) {
    const page = await openPage(browser, served, 'alnoor', viewport)
    await page.goto(links[0] ?? '')
    await page.getByRole('article').waitFor()
    if (picture === 'letter') {
      await page.getByRole('radio', { name: speak('en')('admissions.offer:kind.sign') }).check()
      const signature = page.getByLabel(speak('en')('link:signature.name'))
      await signature.fill(signers[0]?.name ?? '')
      await page
        .getByRole('radio')
        .first()
        .evaluate((choice) => choice.scrollIntoView({ block: 'center' }))
    }
    await shoot(page, picture)
    await page.context().close()
  }
}

/** The names given on the command line, or all. */
const wanted = process.argv.slice(2)
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name)

const served = await serveSchools()
const browser = await chromium.launch(launchOptions())
try {
  if (isWanted('enquiry')) await pictureEnquiry(browser, served)
  if (isWanted('board')) await pictureBoard(browser, served)
  if (isWanted('offer') || isWanted('letter')) await pictureOffer(browser, served)
  if (isWanted('till')) await pictureTill(served)
  if (isWanted('kiosk')) await pictureKiosk(served)
} finally {
  await browser.close()
  await served.remove()
}
