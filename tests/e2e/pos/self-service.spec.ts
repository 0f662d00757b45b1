import type { Page } from '@playwright/test'
import { brokenWords, expectFits, expectGoodHouse, smallTargets } from '#tests/e2e/kit/house.ts'
import { openTill } from '#tests/e2e/kit/opened-till.ts'
import { handOver, hungryPupil } from '#tests/e2e/kit/self-service.ts'
import { byTurns, expect, test } from '#tests/e2e/kit/stage.ts'
import { openFaceOffice } from '#tests/support/faces/face-office.ts'
import { itemNamed } from '#tests/support/served/served-school-demo.ts'

/* Pupils at the self-service tablet, without a face: by card or number and PIN, with and without a network. */

const pin = '4711'
const kioskOf = { alnoor: '03', manara: '04' } as const

async function typeDigits(page: Page, label: string, digits: string): Promise<void> {
  await page.getByLabel(label).pressSequentially(digits)
}

for (const { code, lng, turn } of byTurns('alnoor')) {
  test(
    `${code}: a pupil buys by number and by card with a PIN, online and cut off, and leaves nothing behind`,
    turn,
    async ({ served, unpack }) => {
      // It looks at every scene, by axe and by eye.
      test.setTimeout(300_000)
      const { till, tablet, api, school } = await openTill({ served, unpack, code, tillCode: kioskOf[code] })
      const { page, say } = till
      const pupil = hungryPupil(school)
      const office = await openFaceOffice(served, code)
      const { customerId } = await office.pupil(pupil)
      await office.givePin(customerId, pin)
      const look = async (where: string) => {
        await expectGoodHouse(page, lng, `self-service, ${where}`)
        await expectFits(page, lng, `self-service, ${where}`)
        expect.soft(await smallTargets(page), `targets: ${where}`).toEqual([])
      }
      // One of the two schools uses faces; the other says that it does not, and how one pays there.
      const usesFaces = code === 'alnoor'
      if (!usesFaces) {
        await page.goto('/faceid/registration')
        await expect(page.getByRole('heading', { name: say('faces:off.title') })).toBeVisible()
        await look('registration, off')
      }
      await page.goto('/pos')
      await till.expectChip('sync:chip.synced')
      await handOver(till)
      const water = itemNamed(school, 'Still water 330 ml')
      // Heard from before the tap on: what it says stays for a few seconds only.
      const pay = async () => {
        const receiptNo = page
          .getByRole('definition')
          .filter({ hasText: /-\d{6}$/ })
          .innerText({ timeout: 40_000 })
        await page.locator('[data-action="pay"]').click()
        return receiptNo
      }
      const buy = async () => {
        await expect(page.getByRole('heading', { name: say('pos.self-service:confirm.title') })).toBeVisible()
        await till.button('pos.self-service:confirm.yes').click()
        await page.locator(`[data-item="${water.id}"]`).click()
        return pay()
      }

      await look('attract')
      await till.button('pos.self-service:attract.begin').click()
      await expect(page.getByText(say('pos.self-service:who.noFaces'))).toBeVisible({ visible: !usesFaces })
      await look('who')
      await till.button('pos.self-service:who.number').click()
      await typeDigits(page, say('pos.self-service:number.label'), pupil.admissionNo.replaceAll(/\D/g, ''))
      await look('number')
      await till.button('pos.self-service:number.go').click()
      await typeDigits(page, say('pos.self-service:pin.label'), '0000')
      await expect(page.getByRole('alert')).toContainText(say('pos.self-service:problem.wrong-pin'))
      await look('PIN')
      await typeDigits(page, say('pos.self-service:pin.label'), pin)
      await expect(page.getByRole('heading', { name: say('pos.self-service:confirm.title') })).toBeVisible()
      await look('confirm')
      await till.button('pos.self-service:confirm.yes').click()
      await look('choose')
      // However much lies on the shelf, paying is in reach.
      await expect(page.locator('[data-action="pay"]')).toBeInViewport({ ratio: 1 })
      // On the tall screen that many schools hang up, every shelf keeps its words whole.
      const size = page.viewportSize()
      await page.setViewportSize({ width: 1080, height: 1920 })
      const forYou = till.button('pos.self-service:choose.forYou')
      for (const kind of [...(await page.locator('[data-kind]').all()), forYou]) {
        await kind.click()
        expect.soft(await brokenWords(page.locator('[data-item] bdi, [data-kind]')), 'broken words').toEqual([])
      }
      if (size) await page.setViewportSize(size)
      await page.locator(`[data-item="${water.id}"]`).click()
      const receipts = [await pay()]
      await till.button('pos.self-service:done.next').click()

      await tablet.cutTheNetwork()
      await tablet.scan(pupil.cardNo ?? '')
      await typeDigits(page, say('pos.self-service:pin.label'), pin)
      receipts.push(await buy())
      // Nobody touches it: the next one finds the beginning, and nothing of the last.
      await expect(till.button('pos.self-service:attract.begin')).toBeVisible({ timeout: 30_000 })
      await expect(page.getByText(pupil.givenName[lng])).toHaveCount(0)
      await tablet.reconnect()
      await expect
        .poll(async () => (await api.transactions(kioskOf[code])).map(({ receiptNo }) => receiptNo), {
          timeout: 60_000,
        })
        .toEqual(expect.arrayContaining(receipts))
    },
  )
}
