import { feeAccount } from '#shared/fees/fee-account.contract.ts'
import { makeFeePageLink } from '#shared/fees/family/fee-page-link.contract.ts'
import { setFeeGateway } from '#shared/fees/online/fee-gateway.contract.ts'
import { login } from '#tests/support/checks/plain-login.ts'
import { OpId } from '#shared/kernel/fields.ts'
import { expectFits, expectGoodHouse, smallTargets } from '#tests/e2e/kit/house.ts'
import { byTurns, expect, test } from '#tests/e2e/kit/stage.ts'
import { gatewayInput } from '#tests/support/fees/online-fees.ts'
import { newFeeId } from '#tests/support/fees/fee-set-up.ts'
import { billChild, billedChild } from '#tests/support/fees/served-fees.ts'
import { inLanguage, speak } from '#tests/support/records/person.ts'
import { type Served, serveSchools } from '#tests/support/served/served-school.ts'
import { schoolAsker } from '#tests/support/served/served-school-api.ts'
import { demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'

/** Switches the simulated gateway on and makes a link for who pays for the billed child. @returns its path */
async function linkOf(served: Pick<Served, 'port' | 'origin'>, code: 'alnoor' | 'manara'): Promise<string> {
  const ask = schoolAsker(served, code)
  const { token } = await ask(login, signInOf(demoSchool(code), 'finance'))
  await ask(setFeeGateway, { ...gatewayInput, webhookSecret: 'simulated-gateway' }, token)
  const { payers } = await ask(feeAccount, { number: billedChild.admissionNo }, token)
  const payerId = payers[0]?.payerId ?? ''
  const linkId = OpId.parse(newFeeId())
  const { url } = await ask(makeFeePageLink, { linkId, payerId, email: null, language: 'en' }, token)
  const { pathname, hash } = new URL(url ?? '')
  return pathname + hash
}

for (const { code, lng, turn } of byTurns('alnoor')) {
  const say = speak(lng)
  const has = (key: string) => new RegExp(say(key).split('{{')[0] ?? '')

  test(
    `${code}: a parent opens the link on a phone, pays two items and sees the receipt`,
    turn,
    async ({ visit, putBack }) => {
      // In production there is no simulated gateway.
      const served = await serveSchools({ NODE_ENV: 'test' })
      putBack(() => served.remove())
      await billChild(served, code)
      const path = await linkOf(served, code)
      const { page, context } = await visit(served.origin(code))
      await page.setViewportSize({ width: 390, height: 844 })
      const inOrder = async (where: string) => {
        await expectGoodHouse(page, lng, where)
        await expectFits(page, lng, where)
        expect.soft(await smallTargets(page), `too small: ${where}`).toEqual([])
      }

      const [address = '', hash = ''] = path.split('#')
      await page.goto(`${inLanguage(address, lng)}#${hash}`)
      await expect(page.getByRole('heading', { level: 1, name: say('fees.family:title') })).toBeVisible()
      await expect(page.getByText(billedChild.name[lng].split(' ')[0] ?? '', { exact: true })).toBeVisible()
      await expect(page.getByText(billedChild.name[lng])).toHaveCount(0)
      await inOrder('fees of a payer')
      const boxes = page.getByRole('checkbox')
      const before = await boxes.count()
      expect(before).toBeGreaterThan(2)
      for (let no = 0; no < before; no += 1) await boxes.nth(no).setChecked(no < 2)

      const pay = page.getByRole('button', { name: say('fees.family:pay') })
      await context.setOffline(true)
      await expect(page.getByText(say('fees.family:offline'))).toBeVisible()
      await expect(page.getByText(say('fees.family:offlinePay'))).toBeVisible()
      await pay.click()
      await inOrder('fees of a payer without a network')
      await context.setOffline(false)
      await expect(page.getByText(say('fees.family:offlinePay'))).toHaveCount(0)

      await pay.click()
      await page.getByRole('button', { name: 'Pay · دفع' }).click()
      await expect(page.getByRole('heading', { name: say('fees.family:return.paid.title') })).toBeVisible()
      const number = /C-\d{4}-\d{6}/.exec((await page.getByRole('main').textContent()) ?? '')?.[0] ?? ''
      expect(number).not.toBe('')
      await inOrder('a payment that came back')
      await page.reload()
      await expect(page.getByText(number)).toBeVisible()
      await page.getByRole('link', { name: say('fees.family:return.toFees') }).click()
      await expect(page.getByRole('listitem').filter({ hasText: number })).toContainText(
        has('fees.family:method.online'),
      )
      await expect(boxes).toHaveCount(before - 2)
      await inOrder('fees of a payer after a payment')
    },
  )
}
