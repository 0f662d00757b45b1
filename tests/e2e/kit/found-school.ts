import type { Page } from '@playwright/test'
import type { Language } from '#tests/support/checks/words.ts'
import type { Tablet } from '#tests/support/pos/tablet.ts'
import { TillPerson, type TillSchool } from '#tests/support/pos/tablet-till.ts'
import { Enquirer, families, openEnquiry } from '#tests/support/records/family.ts'
import { inLanguage, speak } from '#tests/support/records/person.ts'
import type { Served } from '#tests/support/served/served-school.ts'
import { demoSchool } from '#tests/support/served/served-school-demo.ts'
import { expect, schools, test, type Visit } from './stage.ts'

interface Founding {
  /** Of the administrator, signed in at the new school's home page. */
  page: Page
  lng: Language
  server: Pick<Served, 'origin'>
  visit: (origin: string) => Promise<Visit>
  unpack: (origin: string) => Promise<Tablet>
}

const code = 'pearl'
/** The colleague who is invited, and works at the till. */
export const operator = {
  userName: 'badr@pearl.example',
  password: 'nine boats at anchor',
  pin: '258036',
  name: { en: 'Badr Hamdan', ar: 'بدر حمدان' },
}
const pupil = { admissionNo: 'P-101', name: { en: 'Lulwa Jaber', ar: 'لولوة جابر' } }
const nothingKnown: TillSchool = { currency: 'KWD', catalogue: { categories: [], items: [], modifierGroups: [] } }

const csv = (name: string, lines: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\n')),
})
const catalogueFile = csv('catalogue.csv', [
  'Name (English),Name (Arabic),Category (English),Category (Arabic),Price,Tax code,Barcode',
  'Date biscuit,بسكويت التمر,Snacks,وجبات خفيفة,0.250,Z0,6291000000018',
  'Laban,لبن,Drinks,مشروبات,0.400,Z0,6291000000025',
])
const pupilFile = csv('pupils.csv', [
  'Admission number,Name (English),Name (Arabic),Grade,Class,Birth date,Guardian,Guardian’s email',
  `${pupil.admissionNo},${pupil.name.en},${pupil.name.ar},Grade 3,3-A,2018-05-04,Hala Jaber,hala@home.example`,
])

/**
 * What a new administrator does until the school sells and admits, by screens alone: a colleague, a catalogue, pupils, a till with
 * its first top-up and sales, and the first enquiry.
 */
export async function foundSchool({ page, lng, server, visit, unpack }: Founding): Promise<void> {
  const say = speak(lng)
  const origin = server.origin(code)
  const see = async (path: string) => {
    await page.goto(origin + path)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    await expectNoDemo(page)
  }
  await test.step('a colleague is invited, and gets the link from the administrator', async () => {
    await see('/people')
    await inviteOperator(page, lng, () => visit(origin))
  })
  await test.step('the catalogue, from a file', async () => {
    await see('/settings/start/catalogue')
    await importCatalogue(page, lng)
  })
  await test.step('the pupils, from a file', async () => {
    await see('/pupils')
    await page.getByRole('button', { name: say('students.pupils:import.open'), exact: true }).click()
    const sheet = page.getByRole('dialog', { name: say('students.pupils:import.title') })
    await sheet.locator('input[type=file]').setInputFiles(pupilFile)
    await expect(sheet.getByText(say('students.pupils:import.state.checked'))).toBeVisible()
    await sheet.getByRole('button').last().click()
    await expect(sheet.getByText(say('students.pupils:import.state.done'))).toBeVisible()
    await sheet
      .getByRole('button', { name: say('students.pupils:close') })
      .last()
      .click()
    await expect(page.getByRole('row').filter({ hasText: pupil.name[lng] })).toBeVisible()
  })
  await test.step('a till is paired, takes cash for an account, and sells online and offline', async () => {
    await see('/pos/devices')
    await sellAt(await unpack(origin), page, lng)
  })
  await test.step('an enquiry from a phone stands in the list', async () => {
    const { page: phone } = await visit(origin)
    await phone.setViewportSize({ width: 390, height: 844 })
    await openEnquiry(phone, lng)
    const enquirer = new Enquirer(phone)
    await enquirer.fill(families[lng])
    await expectNoDemo(phone)
    await enquirer.send(say)
    await expect(phone.getByRole('heading', { level: 1, name: say('forms:thanks.title.complete') })).toBeVisible()
    await see('/pre_admission')
    await page
      .getByRole('main')
      .getByRole('link', { name: say('students.file:work.queue.received') })
      .last()
      .click()
    await expect(page.getByRole('row').filter({ hasText: families[lng].child })).toBeVisible()
    await expectNoDemo(page)
    for (const path of ownTexts) await see(path)
  })
}

/** Pages whose texts a new school begins with: letters, consents, messages and what its own pages say. */
const ownTexts = ['/settings/texts', '/settings/letters', '/settings/consents', '/settings/start', '/messages']

const demoWords = schools.flatMap(({ code: demo }) => [demo, demoSchool(demo).name.en, demoSchool(demo).name.ar])

/** What a school sees is its own. */
async function expectNoDemo(page: Page): Promise<void> {
  const shown = (await page.content()).toLowerCase()
  expect(demoWords.filter((word) => shown.includes(word.toLowerCase()))).toEqual([])
}

/** On the page of people: invites the colleague, who chooses a password on a page of their own. */
export async function inviteOperator(page: Page, lng: Language, visit: () => Promise<Visit>): Promise<void> {
  const say = speak(lng)
  await page.getByRole('button', { name: say('identity.staff:invite.open') }).click()
  const sheet = page.getByRole('dialog', { name: say('identity.staff:invite.title') })
  await sheet.getByLabel(say('identity.staff:invite.en')).fill(operator.name.en)
  await sheet.getByLabel(say('identity.staff:invite.ar')).fill(operator.name.ar)
  await sheet.getByLabel(say('identity.staff:invite.email'), { exact: true }).fill(operator.userName)
  await sheet.getByLabel(say('identity.staff:role.operator')).check()
  await sheet.getByRole('button', { name: say('identity.staff:invite.do') }).click()
  const given = page.getByRole('dialog', { name: say('identity.staff:link.title') })
  const link = await given.getByLabel(say('identity.setup:created.link')).inputValue()
  await given.getByRole('button', { name: say('identity.staff:link.done'), exact: true }).click()
  await expect(page.getByRole('row').filter({ hasText: operator.userName })).toBeVisible()
  const { page: own } = await visit()
  await own.goto(inLanguage(link.replace(/#.*/, ''), lng) + (/#.*/.exec(link)?.[0] ?? ''))
  await choosePassword(own, operator.password)
  await expect(own.getByRole('link', { name: say('identity.account:verify.doneLink') })).toBeVisible()
}

/** On the page of an invitation. */
export async function choosePassword(page: Page, password: string): Promise<void> {
  await page.locator('input[type="password"]').fill(password)
  await page.locator('form button[type="submit"]').click()
}

/** On the page of the catalogue: the biscuit and the laban. */
export async function importCatalogue(page: Page, lng: Language): Promise<void> {
  const say = speak(lng)
  await page.getByRole('button', { name: say('pos.catalogue:import.open'), exact: true }).click()
  const sheet = page.getByRole('dialog', { name: say('pos.catalogue:import.title') })
  await sheet.locator('input[type=file]').setInputFiles(catalogueFile)
  await sheet.getByRole('button', { name: say('pos.catalogue:import.apply', { count: 2 }), exact: true }).click()
  await expect(page.getByRole('row').filter({ hasText: '0.25' })).toBeVisible()
}

/** Pairs the tablet with the code that the page of devices shows; the colleague signs in there and opens a shift. */
export async function openFirstTill(tablet: Tablet, desk: Page, lng: Language): Promise<TillPerson> {
  const say = speak(lng)
  await desk.getByRole('button', { name: say('sync.devices:code.make') }).click()
  await desk.getByRole('dialog').getByRole('button').filter({ hasText: '01' }).first().click()
  const shown = desk.getByRole('dialog').getByRole('listitem')
  await expect(shown).toHaveCount(3)
  const pairing = await desk.getByRole('dialog').getByRole('paragraph').first().innerText()
  await tablet.page.goto(inLanguage('/pos/pair', lng))
  await tablet.page.getByLabel(say('sync.devices:pair.code')).fill(pairing.replaceAll(/\s/g, ''))
  await tablet.page.getByRole('button', { name: say('sync.devices:pair.submit') }).click()
  await expect(tablet.page.getByRole('main')).toContainText(say('sync.devices:test.ready'), { timeout: 60_000 })
  const till = new TillPerson(tablet, nothingKnown, lng)
  await till.signInFirst(operator)
  await till.openShift(5000)
  return till
}

async function sellAt(tablet: Tablet, desk: Page, lng: Language): Promise<void> {
  const till = await openFirstTill(tablet, desk, lng)
  await expectNoDemo(tablet.page)
  await till.chooseCustomer(pupil.admissionNo, pupil)
  await till.openMenu('pos.till:menu.topUp')
  await till.typeAmount(3000)
  await tablet.page.locator('[data-action="top-up"]').click()
  await tablet.page.locator('[data-action="next"]').click()
  await till.scan('6291000000018')
  await till.pay({ by: 'account' })
  await till.expectChip('sync:chip.synced')
  await tablet.cutTheNetwork()
  await till.scan('6291000000025')
  await till.pay({ by: 'cash' })
  await till.expectChip('sync:chip.saved', { n: 1 })
  await tablet.reconnect()
  await till.expectChip('sync:chip.synced')
}
