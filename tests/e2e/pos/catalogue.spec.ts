import { expectFits, expectGoodHouse } from '#tests/e2e/kit/house.ts'
import { openTill } from '#tests/e2e/kit/opened-till.ts'
import { byTurns, expect, test } from '#tests/e2e/kit/stage.ts'

import { fillSignIn, speak } from '#tests/support/records/person.ts'
import { demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'

for (const school of byTurns('manara')) {
  const { code, lng, currency, turn } = school
  const say = speak(lng)

  test(
    `${code}: a supervisor adds a category and an item, and the till sells it`,
    turn,
    async ({ served, visit, unpack }) => {
      const { page } = await visit(served.origin(code))
      await page.goto('/sign-in')
      const { userName, password } = signInOf(demoSchool(code), 'supervisor')
      await fillSignIn(page, say, userName, password)
      await page.waitForURL('**/dashboard')
      await page.goto('/catalogue')
      const inOrder = async (where: string) => {
        await expectGoodHouse(page, lng, where)
        await expectFits(page, lng, where)
      }
      const button = (key: string) => page.getByRole('button', { name: say(key), exact: true })
      await expect(page.getByRole('heading', { level: 1, name: say('pos.catalogue:title') })).toBeVisible()
      await inOrder('catalogue')

      await button('pos.catalogue:category.add').click()
      const category = page.getByRole('complementary', { name: say('pos.catalogue:category.add') })
      await category.getByRole('button', { name: say('pos.catalogue:save') }).click()
      await expect(category.getByText(say('pos.catalogue:wrong.name'))).toHaveCount(2)
      await category.getByLabel(say('pos.catalogue:name.en')).fill('Club day')
      await category.getByLabel(say('pos.catalogue:name.ar')).fill('يوم النادي')
      await category.getByRole('button', { name: say('pos.catalogue:save') }).click()
      await expect(category).toBeHidden()

      await button('pos.catalogue:item.add').click()
      const item = page.getByRole('complementary', { name: say('pos.catalogue:item.add') })
      await inOrder('catalogue item')
      const price = new RegExp(`^${say('pos.catalogue:column.price')} `)
      const name = { en: 'Club sandwich', ar: 'شطيرة النادي' }[lng]
      const categoryName = { en: 'Club day', ar: 'يوم النادي' }[lng]
      await item.getByLabel(say('pos.catalogue:name.en')).fill('Club sandwich')
      await item.getByLabel(say('pos.catalogue:name.ar')).fill('شطيرة النادي')
      await item.getByLabel(price).fill('-1')
      await item.getByLabel(say('pos.catalogue:column.category')).selectOption(categoryName)
      await item.getByLabel(say('pos.catalogue:barcode'), { exact: true }).fill('6290000000017')
      await item.getByRole('button', { name: say('pos.catalogue:save') }).click()
      await expect(item.getByText(say('pos.catalogue:wrong.price'))).toBeVisible()
      await item.getByLabel(price).fill('7.5')
      await item.getByRole('button', { name: say('pos.catalogue:save') }).click()
      await expect(item).toBeHidden()
      await page.getByLabel(say('pos.catalogue:filter.text')).fill('6290000000017')
      await expect(page.getByRole('row').filter({ hasText: name })).toContainText('7.5')

      const { till } = await openTill({ served, unpack, code, tillCode: '02' })
      await till.page
        .getByRole('navigation', { name: say('pos.till:goods.categories') })
        .getByRole('button', { name: categoryName, exact: true })
        .click()
      await expect(till.goods.getByRole('button').filter({ hasText: name })).toContainText('7.5')
      await till.scan('6290000000017')
      await expect(till.cart).toContainText(name)
      await till.pay({ by: 'cash', given: currency === 'KWD' ? 7500 : 750 })
    },
  )
}
