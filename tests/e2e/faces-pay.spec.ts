import type { DemoPupil, DemoSchool } from '#server/db/seed/demo-types.ts'
import { heldCharges } from '#shared/contract/face-report.ts'
import { decideOnFaces, openFaceOffice } from '#tests/support/face-office.ts'
import { FakeCamera, type Sitter, sitters } from '#tests/support/fake-camera.ts'
import { itemNamed } from '#tests/support/served-school-demo.ts'
import type { TillPerson } from '#tests/support/tablet-till.ts'
import { expectFits, expectGoodHouse } from './house.ts'
import { openTill } from './opened-till.ts'
import { handOver } from './self-service.ts'
import { expect, test } from './stage.ts'

/* From the registration to a meal paid by face, and to the face being gone, before a camera that the test directs. */

/** Two whose families have agreed and who have a PIN (seed/write-faces.ts). */
function agreed(school: DemoSchool): [DemoPupil, DemoPupil] {
  const [one, other] = school.pupils
    .filter(({ active, className }) => active && className === '5-A')
    .toSorted((a, b) => a.admissionNo.localeCompare(b.admissionNo))
  if (!one || !other) throw new Error('nobody has agreed')
  return [one, other]
}

async function register(till: TillPerson, camera: FakeCamera, pupil: DemoPupil, sitter: Sitter) {
  const { page, say } = till
  await page.goto('/faceid/registration')
  await page.getByLabel(say('faces:register.search')).fill(pupil.admissionNo)
  await page.getByRole('button', { name: pupil.name[till.lng] }).click()
  await camera.show(sitter)
  await till.button('faces:register.before.open').click()
  const save = till.button('faces:register.preview.save')
  await expect(async () => {
    // Who sits quite still is asked to move, or could be a picture.
    if (await page.locator('[data-hint="move-a-little"]').isVisible()) await camera.show(sitter, { turn: 8 })
    await expect(save).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 60_000 })
  await save.click()
  await expect(page.getByText(say('faces:register.saved.text'))).toBeVisible()
}

/** Does what the tablet asks for, as a person with a head does. */
async function obey(till: TillPerson, camera: FakeCamera, sitter: Sitter) {
  const hint = till.page.locator('[data-hint]')
  await expect(hint).toHaveAttribute('data-hint', /^turn-/, { timeout: 30_000 })
  const isLeft = (await hint.getAttribute('data-hint')) === 'turn-left'
  const turned = (degrees: number) => camera.show(sitter, isLeft ? { turn: degrees } : { turn: -degrees, mirror: true })
  for (const degrees of [25, 40]) await turned(degrees)
  await expect(hint).toHaveAttribute('data-hint', 'return', { timeout: 10_000 })
  await turned(20)
  await camera.show(sitter)
}

test('alnoor: registered, a meal by face, offline too; nobody pays for somebody else, and a withdrawn face is gone', async ({
  served,
  unpack,
  visit,
}) => {
  test.setTimeout(300_000)
  const { till, tablet, school, api } = await openTill({
    served,
    unpack,
    code: 'alnoor',
    tillCode: '03',
    userName: 'supervisor',
  })
  const { page, say } = till
  const office = await openFaceOffice(served, 'alnoor')
  const [amal, other] = agreed(school)

  const camera = await FakeCamera.install(page)
  await page.reload()
  await register(till, camera, amal, sitters.anna)
  await register(till, camera, other, sitters.dora)
  const hasFace = async (pupil: DemoPupil) => (await office.pupil(pupil)).face?.state
  await expect.poll(() => hasFace(amal), { timeout: 30_000 }).toBe('ready')
  await expect.poll(() => hasFace(other), { timeout: 30_000 }).toBe('ready')
  await page.goto('/pos')
  await till.expectChip('sync:chip.synced')
  await handOver(till)

  const water = itemNamed(school, 'Still water 330 ml')
  const buy = async () => {
    await expect(page.getByRole('heading', { name: say('self-service:confirm.title') })).toBeVisible({
      timeout: 20_000,
    })
    await expect(page.getByText(amal.givenName.en)).toBeVisible()
    await till.button('self-service:confirm.yes').click()
    await page.locator(`[data-item="${water.id}"]`).click()
    const receipt = page
      .getByRole('definition')
      .filter({ hasText: /-\d{6}$/ })
      .innerText({ timeout: 20_000 })
    await page.locator('[data-action="pay"]').click()
    const receiptNo = await receipt
    await till.button('self-service:done.next').click()
    return receiptNo
  }
  const receipts: string[] = []
  await camera.show(sitters.anna)
  await tablet.scan(amal.cardNo ?? '')
  await expectGoodHouse(page, 'en', 'self-service, camera')
  await expectFits(page, 'en', 'self-service, camera')
  await obey(till, camera, sitters.anna)
  receipts.push(await buy())
  expect(await camera.states()).not.toContain('live')

  await test.step('another enrolled pupil, an unknown face, a still picture: none pays for Amal', async () => {
    for (const [who, how] of [
      [sitters.dora, {}],
      [sitters.bea, {}],
    ] as const) {
      await camera.show(who, how)
      await tablet.scan(amal.cardNo ?? '')
      await expect(page.getByText(say('self-service:problem.not-recognised'))).toBeVisible({ timeout: 30_000 })
      await till.button('self-service:back').click()
    }
    await page.reload()
    await expect(till.button('self-service:attract.begin')).toBeVisible()
    await camera.show(sitters.anna, { still: true })
    await tablet.scan(amal.cardNo ?? '')
    await expect(page.getByText(say('self-service:problem.not-recognised'))).toBeVisible({ timeout: 30_000 })
  })

  await test.step('without a network', async () => {
    await page.reload()
    await expect(till.button('self-service:attract.begin')).toBeVisible()
    await tablet.cutTheNetwork()
    await camera.show(sitters.anna)
    await tablet.scan(amal.cardNo ?? '')
    await obey(till, camera, sitters.anna)
    receipts.push(await buy())
    await tablet.reconnect()
    await expect
      .poll(async () => (await api.transactions('03')).map(({ receiptNo }) => receiptNo), { timeout: 30_000 })
      .toEqual(expect.arrayContaining(receipts))
    // The server has looked at each face again, and every account has paid.
    expect((await office.askAs('supervisor', heldCharges, {})).charges).toEqual([])
  })

  await test.step('withdrawn', async () => {
    const guardian = (await visit(served.origin('alnoor'))).page
    await decideOnFaces(guardian, 'en', await office.askGuardian(amal, 'en'), false)
    await expect.poll(() => hasFace(amal), { timeout: 30_000 }).toBeUndefined()
    await page.reload()
    await expect
      .poll(
        async () => {
          await page.reload()
          await expect(till.button('self-service:attract.begin')).toBeVisible()
          await tablet.scan(amal.cardNo ?? '')
          return page.getByLabel(say('self-service:pin.label')).isVisible()
        },
        { timeout: 60_000, intervals: [2000] },
      )
      .toBe(true)
  })
})
