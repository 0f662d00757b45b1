import type { Locator, Page } from '@playwright/test'
import { pictureCache } from '#local/storage/picture-cache.ts'
import { expectFits, expectGoodHouse } from '#tests/e2e/kit/house.ts'
import { openTill } from '#tests/e2e/kit/opened-till.ts'
import { byTurns, expect, test } from '#tests/e2e/kit/stage.ts'
import { fillSignIn, speak } from '#tests/support/records/person.ts'
import { demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'

/** A photo as a phone takes it: larger than what is kept of it. */
async function drawPhoto(page: Page): Promise<Buffer> {
  const address = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 1200
    canvas.height = 1200
    const brush = canvas.getContext('2d')
    brush?.fillRect(200, 200, 600, 600)
    return canvas.toDataURL('image/png')
  })
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')
}

/** Pastes what a spreadsheet program has copied. */
const pasteInto = (cell: Locator, text: string): Promise<boolean> =>
  cell.evaluate((input, copied) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', copied)
    return input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)

const keptPictures = (page: Page): Promise<number> =>
  page.evaluate(async (name) => (await (await caches.open(name)).keys()).length, pictureCache)

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
      const renamed = { en: 'Club toast', ar: 'خبز النادي المحمص' }
      const name = renamed[lng]
      const categoryName = { en: 'Club day', ar: 'يوم النادي' }[lng]
      await item.getByLabel(say('pos.catalogue:name.en')).fill('Club sandwich')
      await item.getByLabel(say('pos.catalogue:name.ar')).fill('شطيرة النادي')
      await item.getByLabel(price).fill('-1')
      await item.getByLabel(say('pos.catalogue:column.category')).selectOption(categoryName)
      await item.getByLabel(say('pos.catalogue:barcode'), { exact: true }).fill('6290000000017')
      await item.getByRole('button', { name: say('pos.catalogue:save') }).click()
      await expect(item.getByText(say('pos.catalogue:wrong.price'))).toBeVisible()
      await item.getByLabel(price).fill('7.5')
      const photo = { name: 'photo.png', mimeType: 'image/png', buffer: await drawPhoto(page) }
      await item.locator('input[type=file]').setInputFiles(photo)
      await expect(item.getByRole('img', { name: say('pos.catalogue:picture.alt') })).toBeVisible()
      await item.getByRole('button', { name: say('pos.catalogue:save') }).click()
      await expect(item).toBeHidden()
      await page.getByLabel(say('pos.catalogue:filter.text')).fill('6290000000017')
      await expect(
        page.getByRole('row').filter({ hasText: { en: 'Club sandwich', ar: 'شطيرة النادي' }[lng] }),
      ).toContainText('7.5')

      await test.step('and changes it in the table of cells by keyboard alone', async () => {
        await button('pos.catalogue:grid.open').click()
        const cell = page.getByRole('table').getByRole('textbox')
        await expect(cell).toBeFocused()
        await expectGoodHouse(page, lng, 'catalogue cells')
        await pasteInto(cell, `${renamed.en}\t${renamed.ar}`)
        await expect(cell).toHaveValue(renamed.en)
        await page.keyboard.press('Tab')
        await expect(cell).toHaveValue(renamed.ar)
        const onward = lng === 'ar' ? 'ArrowLeft' : 'ArrowRight'
        await page.keyboard.press(onward)
        await expect(cell).toHaveValue(categoryName)
        await page.keyboard.press(onward)
        await page.keyboard.type('-1')
        await expect(cell).toHaveValue('-1')
        await page.keyboard.press('Escape')
        await expect(cell).toHaveValue(/^7\.50*$/)
        await page.keyboard.press('ControlOrMeta+a')
        await page.keyboard.type('8.25')
        // The way out of the cells: from a cell that is as it was.
        await page.keyboard.press('Shift+Tab')
        await page.keyboard.press('Escape')
        await page.keyboard.press('Tab')
        await page.keyboard.press('Enter')
        await expect(page.getByText(say('pos.catalogue:grid.saved', { count: 1 }))).toBeVisible()
        await button('pos.catalogue:grid.back').click()
        await expect(page.getByRole('row').filter({ hasText: name })).toContainText('8.25')
      })

      const { till, tablet } = await openTill({ served, unpack, code, tillCode: '02' })
      // The till keeps its picture before anybody has seen it.
      await expect.poll(() => keptPictures(till.page), { timeout: 60_000 }).toBe(1)
      await tablet.cutTheNetwork()
      await till.page
        .getByRole('navigation', { name: say('pos.till:goods.categories') })
        .getByRole('button', { name: categoryName, exact: true })
        .click()
      const tile = till.goods.getByRole('button').filter({ hasText: name })
      await expect(tile).toContainText('8.25')
      await expect.poll(() => tile.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(256)
      await tablet.reconnect()
      await till.scan('6290000000017')
      await expect(till.cart).toContainText(name)
      await till.pay({ by: 'cash', given: currency === 'KWD' ? 8250 : 825 })
    },
  )
}
