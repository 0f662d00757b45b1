import type { Page } from '@playwright/test'
import { expectFits, expectGoodHouse } from '#tests/e2e/kit/house.ts'
import { expect, schools, test } from '#tests/e2e/kit/stage.ts'
import { hearPage, walkByTab } from '#tests/support/checks/keyboard.ts'
import { openMailbox } from '#tests/support/checks/mailbox.ts'
import { faceOf } from '#tests/support/faces/face-kit.ts'
import { decideOnFaces } from '#tests/support/faces/face-office.ts'
import { openFaceTablet } from '#tests/support/faces/face-tablet.ts'
import { fillSignIn, inLanguage, speak } from '#tests/support/records/person.ts'
import { carefreePupils, demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'

/** Faces are on there, and some families have agreed. */
const [{ code, lng }] = schools
const say = speak(lng)
const school = demoSchool(code)

async function signIn(page: Page, userName: string, path: string) {
  const { password } = signInOf(school, userName)
  await page.goto(`/sign-in?redirectUrl=${encodeURIComponent(path)}`)
  await fillSignIn(page, say, userName, password)
  await expect(page).toHaveURL(new RegExp(`${path}$`))
}

/** For the eye, for the keyboard and for the ear. */
async function expectOpenToAll(page: Page, where: string) {
  await expectGoodHouse(page, lng, where)
  expect.soft(await walkByTab(page), `walked: ${where}`).toEqual([])
  expect.soft(await hearPage(page), `heard: ${where}`).toEqual([])
}

const go = (page: Page, place: string) =>
  page
    .getByRole('navigation', { name: say('faces.administration:title') })
    .getByRole('link', { name: say(`faces.administration:place.${place}`) })
    .click()

test(`${code}: guardians are asked, one face under two names is told apart, and what goes is certified`, async ({
  served,
  visit,
}) => {
  // Four people and four sizes: longer than one journey.
  test.slow()
  const [pupil, namesake] = carefreePupils(school).filter(({ className }) => className !== '5-A')
  if (!pupil || !namesake) throw new Error('the demo school has too few pupils')
  const { page } = await visit(served.origin(code))
  await signIn(page, 'registrar', '/faces')

  const openPupil = async ({ admissionNo }: { admissionNo: string }) => {
    await page.getByLabel(say('faces.administration:people.search')).fill(admissionNo)
    await page.getByRole('row').filter({ hasText: admissionNo }).getByRole('button').click()
  }
  for (const each of [pupil, namesake]) {
    await test.step(`a guardian of ${each.admissionNo} is asked and agrees`, async () => {
      const email = `guardian-of-${each.admissionNo.toLowerCase()}@home.example`
      await openPupil(each)
      await page.getByRole('button', { name: say('faces.administration:deed.ask.open') }).click()
      await page.getByLabel(say('faces.administration:deed.ask.guardian')).fill('Hind Al Mana')
      await page.getByLabel(say('faces.administration:deed.ask.email'), { exact: true }).fill(email)
      await page.getByLabel(say('faces.administration:deed.ask.maySign')).check()
      await expectOpenToAll(page, 'ask a guardian')
      await page.getByRole('button', { name: say('faces.administration:deed.ask.do') }).click()
      await expect(page.getByText(say('faces.administration:consent.means.waiting'))).toBeVisible()
      await page.keyboard.press('Escape')
      const { links } = await (await openMailbox(served, code)).latest(email, 'consent-link')
      const guardian = await visit(served.origin(code))
      await decideOnFaces(guardian.page, lng, links[0] ?? '', true)
      await guardian.page.close()
    })
  }

  const tablet = await openFaceTablet(served, code, '02')
  await tablet.register(pupil.id, faceOf(5, 4, 0.12, 1))
  await tablet.register(namesake.id, faceOf(5, 4, 0.12, 2))
  const held = await tablet.pull({ version: 0, count: 0 })
  await tablet.pull({ version: held.serverVersion, count: held.people.length })

  await test.step('the tablet is seen to hold a face', async () => {
    await go(page, 'devices')
    const holder = page.getByRole('listitem').filter({ hasText: tablet.till.name[lng] })
    await expect(holder).toContainText(say('faces.administration:devices.state.current'))
    await expectOpenToAll(page, 'where faces are')
  })

  await test.step('the two are shown, and the later pictures were a mistake', async () => {
    await go(page, 'suspicions')
    const card = page.getByRole('listitem').filter({ hasText: say('faces.administration:suspicions.likeness.same') })
    await expect(card).toContainText(pupil.name[lng])
    await expect(card).toContainText(namesake.name[lng])
    await expectOpenToAll(page, 'a suspicion')
    await expectFits(page, lng, 'a suspicion')
    await card.getByRole('button', { name: say('faces.administration:suspicions.mistake') }).click()
    await page.getByRole('button', { name: say('faces.administration:suspicions.mistaken.do') }).click()
    await expect(page.getByRole('heading', { name: say('faces.administration:suspicions.empty.title') })).toBeVisible()
  })

  await test.step('staff delete the other face, and the certificate names the tablet', async () => {
    await go(page, 'people')
    await openPupil(pupil)
    await page.getByRole('button', { name: say('faces.administration:deed.forget.open') }).click()
    await page.getByRole('button', { name: say('faces.administration:deed.forget.do') }).click()
    await page.getByRole('link', { name: say('faces.administration:deletions.see') }).click()
    await page.getByRole('button', { name: pupil.name[lng] }).click()
    const sheet = page.getByRole('dialog', { name: say('faces.administration:certificate.title') })
    await expect(sheet).toContainText(say('faces.administration:certificate.notYet'))
    await expect(sheet.getByRole('listitem')).toContainText(tablet.till.name[lng])
    await expectOpenToAll(page, 'a certificate')
    await expectFits(page, lng, 'a certificate')
    await page.emulateMedia({ media: 'print' })
    await expect(page.locator('[data-printout]')).toContainText(say('faces.administration:certificate.text'))
    await expect(sheet).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
    const arabic = speak('ar')
    await page.goto(inLanguage('/faces/deletions', 'ar'))
    await page.getByRole('button', { name: pupil.name.ar }).click()
    await expect(page.getByRole('dialog', { name: arabic('faces.administration:certificate.title') })).toBeVisible()
    await expectGoodHouse(page, 'ar', 'a certificate')
    await expectFits(page, 'ar', 'a certificate')
    await page.goto(inLanguage('/faces/deletions', lng))
  })

  await test.step('and is complete once the tablet has been heard', async () => {
    const now = await tablet.pull({ version: held.serverVersion, count: 1 })
    await tablet.pull({ version: now.serverVersion, count: 0 })
    await page.reload()
    const row = page.getByRole('row').filter({ hasText: pupil.name[lng] })
    await expect(row).toContainText(say('faces.administration:deletions.complete'))
  })
})
