import type { Page } from '@playwright/test'
import { apiPrefix } from '#shared/kernel/endpoint.ts'
import { expectFits, expectGoodHouse, smallTargets } from '#tests/e2e/kit/house.ts'
import { byTurns, expect, schools, test } from '#tests/e2e/kit/stage.ts'
import { fillSignIn, type Say, speak } from '#tests/support/records/person.ts'
import { demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'

/** Faces are off there, and nothing is assessed. */
const [, { code, lng }] = schools
const say: Say = speak(lng)
const school = demoSchool(code)

async function signIn(page: Page, userName: string, path: string) {
  const { password } = signInOf(school, userName)
  await page.goto(`/sign-in?redirectUrl=${encodeURIComponent(path)}`)
  await fillSignIn(page, say, userName, password)
  await expect(page).toHaveURL(new RegExp(`${path}$`))
}

const press = (page: Page, key: string) => page.getByRole('button', { name: say(key) }).click()
const dialog = (page: Page) => page.getByRole('dialog')
const title = (page: Page, place: string) =>
  expect(page.getByRole('heading', { level: 1, name: say(`faces.administration:place.${place}`) })).toBeVisible()

const questions = [
  'purpose',
  'necessity',
  'alternative',
  'country',
  'legalBasis',
  'youngestAge',
  'parentsConsulted',
  'pupilsConsulted',
  'officerConsulted',
  'risks',
  'measures',
  'responsible',
  'reviewOn',
] as const

/** What somebody writes: the example, where it is text. */
async function answer(page: Page, question: (typeof questions)[number]) {
  await expect(
    page.getByRole('heading', { level: 2, name: say(`faces.administration:question.${question}.ask`) }),
  ).toBeVisible()
  const field = page.getByLabel(say(`faces.administration:question.${question}.ask`))
  if (question.endsWith('Consulted'))
    return page.getByLabel(say('faces.administration:assessment.yes'), { exact: true }).check()
  if (question === 'country') return field.selectOption('KW')
  if (question === 'youngestAge') return field.fill('٨')
  if (question === 'reviewOn') return field.fill('2031-09-01')
  await field.fill(say(`faces.administration:question.${question}.example`))
}

test(`${code}: a school thinks it through, records it and switches faces on`, async ({ served, visit }) => {
  const { page } = await visit(served.origin(code))
  await signIn(page, 'admin', '/faces/settings')
  await expect(page.getByText(say('faces.administration:switch.notAssessed'))).toBeVisible()
  await expect(page.getByRole('button', { name: say('faces.administration:switch.on.do') })).toBeHidden()
  await page.getByRole('link', { name: say('faces.administration:switch.assess') }).click()
  await press(page, 'faces.administration:assessment.begin')

  await test.step('what is written outlives a reload', async () => {
    await answer(page, 'purpose')
    await press(page, 'faces.administration:assessment.next')
    await answer(page, 'necessity')
    // Each letter is kept as it is typed, yet nobody reloads in the millisecond of the last one.
    await page.waitForTimeout(500)
    await page.reload()
    // Where the first open question is.
    await answer(page, 'alternative')
    await press(page, 'faces.administration:assessment.back')
    await expect(page.getByLabel(say('faces.administration:question.necessity.ask'))).toHaveValue(
      say('faces.administration:question.necessity.example'),
    )
    await expectGoodHouse(page, lng, 'a question of the assessment')
    await expectFits(page, lng, 'a question of the assessment')
    await press(page, 'faces.administration:assessment.next')
  })

  await test.step('nothing is recorded while an answer is missing', async () => {
    for (const question of questions.slice(3)) {
      await press(page, 'faces.administration:assessment.next')
      if (question !== 'responsible') await answer(page, question)
    }
    await press(page, 'faces.administration:assessment.next')
    await press(page, 'faces.administration:assessment.record')
    const missing = page.getByRole('alert')
    await expect(missing).toContainText(say('faces.administration:question.responsible.ask'))
    await missing.getByRole('button').click()
    await page.keyboard.press('Enter')
    await answer(page, 'responsible')
    await press(page, 'faces.administration:assessment.next')
    await press(page, 'faces.administration:assessment.next')
  })

  await test.step('a failed save loses nothing', async () => {
    await page.route('**/faces/assessment', (route) => route.abort())
    await press(page, 'faces.administration:assessment.record')
    await expect(page.getByRole('alert')).toContainText(say('faces.administration:assessment.stays'))
    await page.unroute('**/faces/assessment')
    await press(page, 'faces.administration:assessment.record')
    // The sheet for the printer, which comes a little later, says it too.
    await expect(page.getByRole('main').getByText(say('faces.administration:question.measures.example'))).toBeVisible()
    await expect(page.getByRole('button', { name: say('faces.administration:assessment.renew') })).toBeVisible()
  })

  await test.step('it can be taken along', async () => {
    const download = page.waitForEvent('download')
    await press(page, 'faces.administration:assessment.file')
    expect((await download).suggestedFilename()).toMatch(/^assessment-\d{4}-\d\d-\d\d\.json$/)
    await expectGoodHouse(page, lng, 'a recorded assessment')
    await expectFits(page, lng, 'a recorded assessment')
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('banner')).toBeHidden()
    await expect(page.locator('[data-printout]')).toContainText(school.name.ar)
    await page.emulateMedia({ media: 'screen' })
  })

  await test.step('and faces go on, and off again when somebody says so twice', async () => {
    await page.getByRole('link', { name: say('faces.administration:place.settings') }).click()
    await press(page, 'faces.administration:switch.on.do')
    await dialog(page)
      .getByRole('button', { name: say('faces.administration:switch.on.do') })
      .click()
    await expect(page.getByRole('heading', { name: say('faces.administration:switch.isOn') })).toBeVisible()
    await press(page, 'faces.administration:switch.off.do')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('heading', { name: say('faces.administration:switch.isOn') })).toBeVisible()
    await press(page, 'faces.administration:switch.off.do')
    await dialog(page)
      .getByRole('button', { name: say('faces.administration:switch.off.do') })
      .click()
    await expect(page.getByRole('heading', { name: say('faces.administration:switch.isOff') })).toBeVisible()
    await page.getByRole('link', { name: say('faces.administration:place.record') }).click()
    await expect(
      page.getByRole('rowheader', { name: say('faces.administration:record.action.switched-on') }),
    ).toBeVisible()
    await expect(
      page.getByRole('rowheader', { name: say('faces.administration:record.action.switched-off') }),
    ).toBeVisible()
    await expect(
      page.getByRole('rowheader', { name: say('faces.administration:record.action.assessed') }),
    ).toBeVisible()
  })
})

test(`${code}: a band that is changed says what it means, waits, and is saved`, async ({ served, visit }) => {
  const { page } = await visit(served.origin(code))
  await signIn(page, 'admin', '/faces/settings')
  const few = page.getByRole('group', { name: say('faces.administration:mode.few.name') })
  const accept = few.getByLabel(say('faces.administration:band.accept.name'))
  const meaning = few
    .getByText(say('faces.administration:band.restsOn', { pairs: '120' }))
    .last()
    .locator('..')
  await accept.fill('0.40')
  await expect(meaning).toContainText('48')
  await accept.fill('0.3')
  await expect(meaning).not.toContainText('48')

  // It waits while another page is looked at.
  await page.getByRole('link', { name: say('faces.administration:place.devices') }).click()
  await title(page, 'devices')
  await page.getByRole('link', { name: say('faces.administration:place.settings') }).click()
  await expect(accept).toHaveValue('0.3')

  await accept.fill('0.9')
  await press(page, 'faces.administration:settings.save')
  await expect(page.getByRole('alert')).toContainText(say('faces.administration:band.ask.name'))
  await accept.fill('0.33')
  await page.route('**/faces/settings/change', (route) => route.abort())
  await press(page, 'faces.administration:settings.save')
  await expect(page.getByRole('alert')).toContainText(say('faces.administration:settings.kept'))
  await expect(accept).toHaveValue('0.33')
  await page.unroute('**/faces/settings/change')
  await press(page, 'faces.administration:settings.save')
  await expect(page.getByText(say('faces.administration:settings.saved'))).toBeVisible()
  await page.reload()
  await expect(accept).toHaveValue('0.33')
  await expectGoodHouse(page, lng, 'face settings')

  await press(page, 'faces.administration:rotation.do')
  await dialog(page).getByLabel(say('faces.administration:rotation.whyName')).selectOption('leak')
  await dialog(page)
    .getByRole('button', { name: say('faces.administration:rotation.confirm') })
    .click()
  await expect(page.getByText(say('faces.administration:rotation.done'))).toBeVisible()
})

test(`${code}: two who change the same are told, and one of them decides`, async ({ served, visit }) => {
  const [{ page: first }, { page: second }] = [await visit(served.origin(code)), await visit(served.origin(code))]
  await signIn(first, 'admin', '/faces/settings')
  await signIn(second, 'admin', '/faces/settings')
  const field = (page: Page, name: string) => page.getByLabel(say(`faces.administration:settings.${name}.name`))
  await field(first, 'galleryHours').fill('24')
  await field(second, 'galleryHours').fill('48')
  await field(second, 'fallbackDays').fill('7')
  await press(first, 'faces.administration:settings.save')
  await expect(first.getByText(say('faces.administration:settings.saved'))).toBeVisible()
  await press(second, 'faces.administration:settings.save')
  await expect(second.getByRole('alert')).toContainText(say('faces.administration:settings.galleryHours.name'))
  await press(second, 'faces.administration:settings.clash.theirs')
  await expect(field(second, 'galleryHours')).toHaveValue('24')
  await expect(field(second, 'fallbackDays')).toHaveValue('7')
  await press(second, 'faces.administration:settings.save')
  await expect(second.getByText(say('faces.administration:settings.saved'))).toBeVisible()
  await first.reload()
  await expect(field(first, 'fallbackDays')).toHaveValue('7')
})

test(`${code}: a pupil gets a PIN, says no, and the record tells of both`, async ({ served, visit }) => {
  const { page } = await visit(served.origin(code))
  await signIn(page, 'supervisor', '/faces')
  const [pupil] = school.pupils
  if (!pupil) throw new Error('the demo school has no pupil')
  await page.getByLabel(say('faces.administration:people.search')).fill(pupil.admissionNo)
  const row = page.getByRole('row').filter({ hasText: pupil.admissionNo })
  await row.getByRole('button').click()
  await expectGoodHouse(page, lng, 'a pupil')
  await expectFits(page, lng, 'a pupil')
  await press(page, 'faces.administration:deed.pin.open')
  await page.getByLabel(say('faces.administration:pin.first'), { exact: true }).fill('4821')
  await page.getByLabel(say('faces.administration:pin.second'), { exact: true }).fill('4812')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText(say('faces.administration:pin.fault.differs'))
  await page.getByLabel(say('faces.administration:pin.second'), { exact: true }).fill('٤٨٢١')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByText(say('faces.administration:pin.has'), { exact: true })).toBeVisible()
  expect(await page.locator('input[type=password]').count(), 'digits that are still on the page').toBe(0)

  await press(page, 'faces.administration:deed.objects.open')
  await press(page, 'faces.administration:deed.objects.do')
  await expect(dialog(page).getByText(say('faces.administration:consent.means.pupil-said-no'))).toBeVisible()
  await page.getByRole('link', { name: say('faces.administration:record.ofPupil') }).click()
  await title(page, 'record')
  await expect(page.getByRole('rowheader')).toHaveText([
    say('faces.administration:record.action.pupil-said-no'),
    say('faces.administration:record.action.pin-set'),
  ])
})

const calls = {
  people: 'pupils',
  suspicions: 'suspicions',
  charges: 'charges',
  devices: 'devices',
  deletions: 'forgotten',
  record: 'audit',
  settings: 'settings',
  assessment: 'assessments',
  calibration: 'calibration',
} as const

test(`${code}: every page about faces says that it could not be had, is had again, and is large enough for fingers`, async ({
  served,
  visit,
}) => {
  const { page } = await visit(served.origin(code))
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'admin', '/faces')
  await title(page, 'people')
  for (const [place, path] of Object.entries(calls)) {
    await test.step(place, async () => {
      await page.route(`**${apiPrefix}/faces/${path}?*`, (route) => route.abort())
      await page.route(`**${apiPrefix}/faces/${path}`, (route) => route.abort())
      await page.goto(place === 'people' ? '/faces' : `/faces/${place}`)
      const failure = page.getByRole('alert')
      await expect(failure.first()).toBeVisible()
      await page.unrouteAll({ behavior: 'wait' })
      await failure
        .first()
        .getByRole('button', { name: say('faces.administration:retry') })
        .click()
      await expect(failure.getByRole('button', { name: say('faces.administration:retry') })).toBeHidden()
      expect.soft(await smallTargets(page), `too small on ${place}`).toEqual([])
    })
  }
})

/** As the server tells it of a school with enough people; a hundred enrolments would take longer than all else here. */
const calibration = {
  people: 24,
  leastPeople: 10,
  figures: {
    step: 0.05,
    genuine: [0, 0, 3, 20, 48, 40, 21, 10, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    impostor: [0, 0, 0, 0, 0, 0, 0, 1, 2, 6, 14, 30, 52, 70, 55, 30, 12, 4, 0, 0],
    genuinePairs: 144,
    impostorPairs: 276,
    bands: [
      { mode: 'one', accept: 0.45, falseAccept: 0.0109, falseReject: 0 },
      { mode: 'few', accept: 0.4, falseAccept: 0.0036, falseReject: 0.0139 },
      { mode: 'school', accept: 0.36, falseAccept: 0, falseReject: 0.0833 },
      { mode: 'group', accept: 0.42, falseAccept: 0.0036, falseReject: 0.0139 },
    ],
  },
}

for (const stage of byTurns('alnoor')) {
  test(
    `${stage.code}: the calibration is a picture, a table and a sheet of paper`,
    stage.turn,
    async ({ served, visit }) => {
      const { page } = await visit(served.origin(stage.code))
      const words = speak(stage.lng)
      await page.route(`**${apiPrefix}/faces/calibration*`, (route) => route.fulfill({ json: { calibration } }))
      const { password } = signInOf(demoSchool(stage.code), 'admin')
      await page.goto('/sign-in?redirectUrl=%2Ffaces%2Fcalibration')
      await fillSignIn(page, words, 'admin', password)
      await expect(page.getByRole('img', { name: words('faces.administration:calibration.chart') })).toBeVisible()
      const row = page.getByRole('row').filter({ hasText: words('faces.administration:mode.school.name') })
      // None of 276 pairs may still be three of them.
      await expect(row.getByRole('cell')).toHaveText([/^0\.36$/, /1\.09/, /^8\.33/])
      await page.getByRole('main').getByText(words('faces.administration:calibration.asTable')).click()
      await expect(page.getByRole('row').filter({ hasText: '0.20–0.25' }).getByRole('cell')).toHaveText(['48', '0'])
      await expectGoodHouse(page, stage.lng, 'calibration figures')
      await expectFits(page, stage.lng, 'calibration figures')
      await page.emulateMedia({ media: 'print' })
      await expect(page.locator('[data-printout]').getByText('0.20–0.25')).toBeVisible()
      await expect(page.getByRole('navigation')).toHaveCount(0)
    },
  )
}
