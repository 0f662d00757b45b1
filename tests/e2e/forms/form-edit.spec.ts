import { expectGoodHouse } from '#tests/e2e/kit/house.ts'
import { expect, test } from '#tests/e2e/kit/stage.ts'
import { fillSignIn, speak } from '#tests/support/records/person.ts'
import { demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'

test('a form gets two questions, is tried out in Arabic, published, and found so by families', async ({
  served,
  visit,
}) => {
  const say = speak('en')
  const { page } = await visit(served.origin('alnoor'))
  await page.setViewportSize({ width: 1600, height: 1000 })
  const { userName, password } = signInOf(demoSchool('alnoor'), 'registrar')
  await page.goto('/sign-in')
  await fillSignIn(page, say, userName, password)
  const main = page.getByRole('main')
  await page
    .getByRole('navigation', { name: say('frame:nav.label') })
    .getByRole('link', { name: say('frame:place.forms'), exact: true })
    .click()
  await main.getByRole('link', { name: 'Help with the portal' }).click()
  const outline = page.getByRole('navigation', { name: say('forms.editor:outline') })
  const words = (group: string, lng: 'en' | 'ar') =>
    main.getByRole('group', { name: group }).getByLabel(say(`forms.editor:language.${lng}`))
  const add = async (type: string, en: string, ar: string) => {
    await outline
      .getByRole('button', { name: say('forms.editor:add.question') })
      .first()
      .click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say(`forms.editor:type.${type}`) })
      .click()
    await words(say('forms.editor:label.name'), 'en').fill(en)
    await expect(main.getByText(say('forms.editor:missing.ar'))).toBeVisible()
    await words(say('forms.editor:label.name'), 'ar').fill(ar)
  }

  await add('yes-no', 'Do you use a telephone?', 'هل تستخدم هاتفًا؟')
  await add('text', 'Which one?', 'أي هاتف؟')
  await main.getByLabel(say('forms.editor:showWhen.name')).last().selectOption('when')
  await expect(main.getByLabel(say('forms.editor:condition.value'), { exact: true })).toHaveValue('true')
  await expectGoodHouse(page, 'en', 'a question with a condition')

  // By keyboard: above the question that it looks at, and back; gone, and back.
  const added = outline.getByRole('button', { name: 'Which one?' })
  const tooEarly = main.getByText(say('forms.editor:finding.condition-later'))
  await added.focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(tooEarly).toBeVisible()
  await expect(added).toBeFocused()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(tooEarly).toBeHidden()
  await main.getByRole('button', { name: say('forms.editor:remove'), exact: true }).click()
  await expect(added).toHaveCount(0)
  await expect(page.getByRole('button', { name: say('editor:head.undo') })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(added).toBeVisible()

  const preview = page.getByRole('region', { name: say('forms.editor:preview.title') })
  await preview.getByRole('button', { name: say('forms.editor:language.ar') }).click()
  await expect(preview.getByLabel('أي هاتف؟')).toBeHidden()
  await preview.getByRole('radiogroup', { name: 'هل تستخدم هاتفًا؟' }).getByLabel('نعم').check()
  await expect(preview.getByLabel('أي هاتف؟')).toBeVisible()

  // What was changed is at the server within seconds, and there again after the page was lost.
  await expect(page.getByText(say('editor:saving.saved'))).toBeVisible()
  await page.reload()
  await expect(outline.getByRole('button', { name: 'Which one?' })).toBeVisible()
  // The last words do not reach the server: they stay, and nothing is published without them.
  await page.route('**/forms/edit', (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()))
  await outline.getByRole('button', { name: 'Which one?' }).click()
  await words(say('forms.editor:label.name'), 'en').fill('Which telephone?')
  await page.getByRole('button', { name: say('editor:head.publish') }).click()
  const sheet = page.getByRole('dialog', { name: say('editor:publish.title', { version: 2 }) })
  await expect(sheet.getByText(say('editor:publish.unsaved'))).toBeVisible()
  await expect(sheet.getByRole('button', { name: say('editor:publish.do') })).toBeDisabled()
  await page.unroute('**/forms/edit')
  await expect(sheet.getByText(say('editor:publish.unsaved'))).toBeHidden({ timeout: 30_000 })
  await expect(sheet).toContainText(say('forms.editor:change.added', { question: 'Which telephone?' }))
  await expect(sheet).toContainText(say('forms.editor:effect.noDrafts'))
  await expectGoodHouse(page, 'en', 'what publishing does')
  await sheet.getByRole('button', { name: say('editor:publish.do') }).click()
  await expect(page.getByText(say('editor:head.justPublished', { version: 2 }))).toBeVisible()

  const family = (await visit(served.origin('alnoor'))).page
  await family.goto('/mogra/mograerp')
  await family.getByRole('radiogroup', { name: 'Do you use a telephone?' }).getByLabel('Yes').check()
  await expect(family.getByLabel('Which telephone?')).toBeVisible()
})
