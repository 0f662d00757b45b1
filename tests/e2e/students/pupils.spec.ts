import { unreadableSheetWords } from '#shared/lists/unreadable-sheet-words.ts'
import { expectFits, expectGoodHouse } from '#tests/e2e/kit/house.ts'
import { byTurns, expect, test } from '#tests/e2e/kit/stage.ts'
import { scanOn } from '#tests/support/pos/scanner.ts'
import { fillSignIn, speak } from '#tests/support/records/person.ts'
import { demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'

const file = {
  name: 'pupils.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [
      'Code,Name (English),Name (Arabic),Grade,Class,Birth date,Guardian,Guardian’s email,Opening balance',
      'Z-1,Zaina Imported,زينة المستوردة,Grade 3,3-Z,2021-05-04,Hala Imported,hala@home.example,25',
      'Z-2,Zaki Imported,زكي المستورد,Grade 3,3-Z,2021-06-04,Hala Imported,hala@home.example,',
      'Z-3,Zed,زيد,Grade 99,3-Z,2021-06-04,,,',
    ].join('\n'),
  ),
}

for (const school of byTurns('manara')) {
  const { code, lng, turn } = school
  const say = speak(lng)

  test(
    `${code}: an administrator imports pupils from a list of its own, gives a card by scanning and notes a leaver`,
    turn,
    async ({ served, visit }) => {
      const { page } = await visit(served.origin(code))
      await page.goto('/sign-in')
      const { userName, password } = signInOf(demoSchool(code), 'admin')
      await fillSignIn(page, say, userName, password)
      await page.waitForURL('**/dashboard')
      await page.goto('/pupils')
      const inOrder = async (where: string) => {
        await expectGoodHouse(page, lng, where)
        await expectFits(page, lng, where)
      }
      const words = (key: string, values?: Record<string, string>) => say(`students.pupils:${key}`, values)
      const button = (key: string) => page.getByRole('button', { name: words(key), exact: true })
      await expect(page.getByRole('heading', { level: 1, name: words('title') })).toBeVisible()
      await expect(page.getByRole('row').nth(20)).toBeVisible()
      await inOrder('pupils')

      await button('import.open').click()
      const sheet = page.getByRole('dialog', { name: words('import.title') })
      const choice = sheet.locator('input[type=file]')
      // Somebody who changes their mind in the file chooser is still here.
      await choice.dispatchEvent('cancel')
      await choice.setInputFiles(file)
      await expect(sheet.getByText(unreadableSheetWords['columns-missing'][lng])).toBeVisible()
      await sheet.getByLabel('Code').selectOption('admissionNo')
      await inOrder('columns of a list of pupils')
      await sheet.getByRole('button', { name: say('lists.mapping:check') }).click()
      await expect(sheet.getByText(words('import.state.checked'))).toBeVisible()
      await expect(sheet.getByText(words('import.why.not-a-grade'))).toBeVisible()
      await inOrder('import of pupils')
      await sheet.getByRole('button').last().click()
      await expect(sheet.getByText(words('import.state.done'))).toBeVisible()
      await sheet
        .getByRole('button', { name: words('close') })
        .last()
        .click()

      await page.getByLabel(words('filter.text')).fill('imported')
      await expect(page.getByRole('row')).toHaveCount(3)
      const name = { en: 'Zaina Imported', ar: 'زينة المستوردة' }[lng]
      await page.getByRole('button', { name }).click()
      const panel = page.getByRole('region', { name })
      await expect(panel.getByLabel(words('cards.number'))).toBeVisible()
      await inOrder('pupil')
      await scanOn(page, '7700112233')
      await expect(panel.getByText('7700112233')).toBeVisible()
      await panel.getByRole('button', { name: words('leave.open') }).click()
      await panel.getByLabel(words('leave.lastDay'), { exact: true }).fill('2020-01-31')
      await panel.getByRole('button', { name: words('leave.save') }).click()
      await expect(panel.getByRole('button', { name: words('leave.back') })).toBeVisible()
      await expect(page.getByRole('row')).toHaveCount(2)
      await panel.getByRole('button', { name: words('close') }).click()

      await button('view.classes').click()
      await expect(page.getByRole('row').filter({ hasText: '3-Z' })).toBeVisible()
      await inOrder('classes')
      await button('promote.open').click()
      const promotion = page.getByRole('dialog')
      await expect(promotion.getByRole('region', { name: '3-Z' }).getByLabel(words('classes.nameEn'))).toHaveValue(
        '4-Z',
      )
      await inOrder('promotion')
    },
  )
}
