import type { Page } from '@playwright/test'
import { expectFits, expectGoodHouse } from '#tests/e2e/kit/house.ts'
import { byTurns, expect, test } from '#tests/e2e/kit/stage.ts'
import { Enquirer, type Family, families, openEnquiry } from '#tests/support/records/family.ts'
import { fillSignIn, inLanguage, speak } from '#tests/support/records/person.ts'
import { demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'

const enquire = async (page: Page, family: Family, lng: 'en' | 'ar') => {
  await openEnquiry(page, lng)
  const enquirer = new Enquirer(page)
  await enquirer.fill(family)
  await enquirer.send(speak(lng))
  await expect(page.getByRole('heading', { level: 1, name: speak(lng)('forms:thanks.title.complete') })).toBeVisible()
}

for (const { code, lng, turn } of byTurns('manara')) {
  const say = speak(lng)
  const born = { day: '17', month: '02', year: '2021' }
  const inLatin: Family = { ...families.en, ...born, child: 'Mohammed Khalid Al-Kuwari' }
  const inArabic: Family = { ...families.ar, ...born, child: 'محمد خالد الكواري' }

  test(
    `${code}: a child who was written in the other script before is told, merged by a person, and parted again`,
    turn,
    async ({ served, visit }) => {
      const family = await visit(served.origin(code))
      await enquire(family.page, inLatin, lng)

      // A brother: what the family said of itself is there already.
      await family.page.getByRole('button', { name: say('forms:thanks.sibling.begin') }).click()
      await expect(family.page.locator('[id="field-parent_name"]')).toHaveValue(inLatin.parent)
      await expect(family.page.locator('[id="field-children-0-name"]')).toHaveValue('')
      await enquire((await visit(served.origin(code))).page, inArabic, lng)

      const { page } = await visit(served.origin(code))
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto(inLanguage('/sign-in?redirectUrl=%2Fpre_admission%3Flist%3Dreceived', lng))
      const { userName, password } = signInOf(demoSchool(code), 'admissions')
      await fillSignIn(page, say, userName, password)
      await page.getByRole('button', { name: inArabic.child }).first().click()
      const known = page.getByRole('region', { name: say('forms.submissions:known.title') })
      await expect(known.getByRole('button', { name: inLatin.child })).toBeVisible()
      await expect(known.getByText(say('forms.submissions:reason.name.script'))).toBeVisible()
      await expectGoodHouse(page, lng, 'known people')
      await expectFits(page, lng, 'known people')
      await known.getByRole('button', { name: say('forms.submissions:known.same'), exact: true }).click()
      await expect(known.getByRole('button', { name: say('forms.submissions:known.undo') })).toBeVisible()
      await known.getByRole('button', { name: inLatin.child }).click()
      await expect(known.getByRole('button', { name: inArabic.child })).toBeVisible()
      await known.getByRole('button', { name: say('forms.submissions:known.undo') }).click()
      await expect(known.getByRole('button', { name: say('forms.submissions:known.same'), exact: true })).toBeVisible()
    },
  )
}
