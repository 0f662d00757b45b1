import type { Page } from '@playwright/test'
import { expectFits, expectGoodHouse } from '#tests/e2e/kit/house.ts'
import { expect, test } from '#tests/e2e/kit/stage.ts'
import { goodLogo } from '#tests/support/checks/png-made.ts'
import { fillSignIn, inLanguage, speak } from '#tests/support/records/person.ts'
import { demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'

test('a school writes a letter in its own words: typed, filled with fields, seen, published', async ({
  served,
  visit,
}) => {
  test.slow()
  const say = speak('en')
  const { page } = await visit(served.origin('alnoor'))
  await page.setViewportSize({ width: 1440, height: 1000 })
  const { userName, password } = signInOf(demoSchool('alnoor'), 'registrar')
  await page.goto(inLanguage('/sign-in?redirectUrl=%2Fletters', 'en'))
  await fillSignIn(page, say, userName, password)
  await page.getByRole('link', { name: say('letters.editor:letter.waiting-list') }).click()
  const main = page.getByRole('main')
  const preview = main.getByRole('region', { name: say('letters.editor:preview.title') })
  const picture = preview.getByRole('img', { name: say('letters.editor:preview.alt') })
  await expect(picture).toBeVisible()
  const first = await picture.getAttribute('src')

  const card = main.getByRole('region', { name: say('letters.editor:kind.heading') }).first()
  const [english, arabic] = [card.getByRole('textbox').first(), card.getByRole('textbox').last()]
  await english.click()
  await page.keyboard.press('End')
  await page.keyboard.type(' for {{')
  // Two braces lead to the list of fields, and choosing leads back into the line.
  const fields = main.getByRole('combobox', { name: say('letters.editor:bar.field') })
  await expect(fields).toBeFocused()
  await fields.selectOption('student.name')
  await expect(english).toBeFocused()
  const chip = english.getByRole('img', { name: say('letters.editor:field.student.name') })
  await expect(chip).toBeVisible()
  await expect(picture).not.toHaveAttribute('src', first ?? '')
  await page.keyboard.press('Backspace')
  await expect(chip).toBeHidden()
  await main.getByRole('button', { name: say('editor:head.undo') }).click()
  await english.fill('You are on our list')
  await arabic.fill('')
  await expect(main.getByText(say('editor:saving.saved'))).toBeVisible()
  await expectGoodHouse(page, 'en', 'a letter half written')

  await main.getByRole('button', { name: /1/ }).filter({ hasText: 'issue' }).click()
  await expect(page.getByRole('dialog')).toContainText('has no text in Arabic')
  await page.keyboard.press('Escape')
  await arabic.fill('أنتم في قائمتنا')
  await english.focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(main.getByRole('listitem').nth(1)).toContainText('You are on our list')
  await page.keyboard.press('Alt+ArrowUp')
  await expect(main.getByText(say('editor:saving.saved'))).toBeVisible()
  await main.getByRole('button', { name: say('editor:head.publish') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('editor:publish.do') })
    .click()
  await expect(main.getByText('Version 1 published')).toBeVisible()
  await page.goto(inLanguage('/letters?letter=waiting-list', 'ar'))
  await expect(main.getByText('أنتم في قائمتنا').first()).toBeVisible()
  await expectGoodHouse(page, 'ar', 'a letter')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectFits(page, 'ar', 'a letter on a phone')
})

/** A JPEG with a place in it and a ZIP behind it. */
async function photograph(page: Page): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.getContext('2d')?.fillRect(0, 0, 200, 100)
    return canvas.toDataURL('image/jpeg')
  })
  const plain = Buffer.from(url.split(',')[1] ?? '', 'base64')
  const place = Buffer.from('Exif\0\0GPSLatitude 25.2854')
  const app1 = Buffer.from([0xff, 0xe1, 0, place.length + 2])
  return Buffer.concat([plain.subarray(0, 2), app1, place, plain.subarray(2), Buffer.from('PK\x03\x04')])
}

test('a school gives its letters a logo: refused with a reason, taken, seen on paper, removed', async ({
  served,
  visit,
}) => {
  const say = speak('ar')
  const { page, context } = await visit(served.origin('alnoor'))
  const { userName, password } = signInOf(demoSchool('alnoor'), 'registrar')
  await page.goto(inLanguage('/sign-in?redirectUrl=%2Fletters', 'ar'))
  await fillSignIn(page, say, userName, password)
  const part = page.getByRole('region', { name: say('letters.editor:logo.title') })
  const input = part.locator('input[type=file]')
  const choose = (name: string, buffer: Buffer) => input.setInputFiles({ name, mimeType: 'image/png', buffer })
  await choose('logo.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'))
  await expect(part.getByRole('alert')).toHaveText(say('letters.editor:logo.refused.kind'))
  await choose('logo.png', goodLogo().subarray(0, 60))
  await expect(part.getByRole('alert')).toHaveText(say('letters.editor:logo.refused.broken'))
  await context.setOffline(true)
  await choose('logo.png', goodLogo())
  // Beside it the part may say that it could not read the logo there is.
  await expect(part.getByText(say('letters.editor:logo.refused.offline'))).toBeVisible()
  await context.setOffline(false)
  await choose('logo.png', goodLogo())
  await expect(part.getByText(say('letters.editor:logo.done.set'))).toBeVisible()
  await expect(part.getByRole('img')).toHaveAttribute('src', /^data:image\/png/)
  await expectGoodHouse(page, 'ar', 'the logo of letters')
  const before = await part.getByRole('img').getAttribute('src')
  await choose('logo.jpg', await photograph(page))
  await expect(part.getByRole('img')).not.toHaveAttribute('src', before ?? '')
  const kept = Buffer.from((await part.getByRole('img').getAttribute('src'))?.split(',')[1] ?? '', 'base64')
  expect([kept.subarray(1, 4).toString(), kept.includes('GPS'), kept.includes('PK')]).toEqual(['PNG', false, false])
  await part.getByRole('button', { name: say('letters.editor:logo.remove') }).click()
  await expect(part.getByText(say('letters.editor:logo.done.removed'))).toBeVisible()
})
