import { expectFits, expectGoodHouse } from '#tests/e2e/kit/house.ts'
import { standAtTill } from '#tests/e2e/kit/opened-till.ts'
import { byTurns, expect, test } from '#tests/e2e/kit/stage.ts'
import { readPaper } from '#tests/support/pos/tablet-till.ts'
import { fillSignIn } from '#tests/support/records/person.ts'
import { openSchoolApi } from '#tests/support/served/served-school-api.ts'
import { demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'

for (const { code, lng, turn } of byTurns('alnoor')) {
  test(
    `${code}: a discount needs a supervisor, who sees the shift and handles the alert`,
    turn,
    async ({ served, visit, unpack }) => {
      test.setTimeout(240_000)
      const school = demoSchool(code)
      const [operator, supervisor] = [signInOf(school, 'operator1'), signInOf(school, 'supervisor')]
      const { till } = await standAtTill({ served, unpack, code, tillCode: '01' })
      await till.openShift(10_000)
      await till.put('Still water 330 ml')
      await till.put('Still water 330 ml')

      // Nobody who may has a PIN here yet.
      await till.button('pos.till:discount.title').click()
      await expect(till.dialog('pos.till:discount.title')).toContainText(till.say('pos.till:discount.nobody'))
      await expectGoodHouse(till.page, lng, 'a discount nobody may give')
      await till.page.keyboard.press('Escape')
      await till.button('pos.till:cart.clear').click()
      // What was dropped is recorded: nobody leaves it behind unsent, and leaves once it is sent.
      await till.signOut()
      await till.signInFirst(supervisor)
      await till.signOut()
      await till.signInByPin(operator)

      await till.put('Still water 330 ml')
      await till.put('Still water 330 ml')
      await till.button('pos.till:discount.title').click()
      await expect(till.dialog('pos.till:discount.title')).toContainText(till.say('pos.till:discount.ask'))
      await expectGoodHouse(till.page, lng, 'a discount that a supervisor is asked for')
      await till.page.keyboard.press('Escape')
      await till.giveDiscount('School fair', supervisor)
      const { receiptNo } = await till.pay({ by: 'cash' })
      const paper = await till.closeShift(9_500, 'counted in a hurry')
      await till.expectChip('sync:chip.synced')

      const { page } = await visit(served.origin(code))
      const say = till.say
      await page.goto('/sign-in')
      await fillSignIn(page, say, supervisor.userName, supervisor.password)
      await page
        .getByRole('main')
        .getByRole('link', { name: say('common:dashboard.shifts.title') })
        .click()
      const list = page.getByRole('navigation', { name: say('pos.reports:shift.list') })
      await list.getByRole('link').first().focus()
      await page.keyboard.press('Enter')
      const detail = page.getByRole('article', { name: say('pos.reports:shift.no', { no: 1 }) })
      await expect(detail).toContainText(receiptNo)
      await expect(detail).toContainText(say('pos.reports:shift.noneMissing'))
      // The till's last line says what was unsent at that moment. An operator's paper has less, and no sum beside the voids.
      const shown = paper.slice(0, -1).filter(({ label }) => label !== 'Voids')
      expect(await readPaper(detail.getByRole('article'))).toEqual(expect.arrayContaining(shown))
      await expectGoodHouse(page, lng, '/pos/report with a shift')
      await expectFits(page, lng, '/pos/report with a shift')

      const api = await openSchoolApi(served, code)
      const device = (await api.devices()).find((each) => each.till.tillCode === '01' && each.revokedAt === null)
      if (!device) throw new Error('no device works as till 01')
      await api.loseStorage(device.till.tillId, device.deviceId, 4)
      await page.goto('/pos/devices')
      await page.getByRole('button', { name: say('sync.devices:handle.open') }).click()
      const sheet = page.getByRole('dialog', { name: say('sync.devices:handle.title') })
      await sheet.getByLabel(say('sync.devices:handle.note')).fill('The drawer was counted')
      await expectGoodHouse(page, lng, 'an alert to handle')
      await sheet.getByRole('button', { name: say('sync.devices:handle.do') }).click()
      await expect(sheet).toBeHidden()
      await expect(page.getByRole('button', { name: say('sync.devices:handle.open') })).toHaveCount(0)
      await page.getByText(say('sync.devices:handle.past', { count: 1 })).click()
      await expect(page.getByRole('main')).toContainText('The drawer was counted')
      await expectGoodHouse(page, lng, 'a handled alert')
    },
  )
}
