import type { Page } from '@playwright/test'
import { expect } from '#tests/e2e/kit/stage.ts'
import type { Say } from '#tests/support/records/person.ts'

/** The field of a question, by its path in the answers. */
export const at = (page: Page, path: string) => page.locator(`[id="field-${path.replaceAll('.', '-')}"]`)

/** What an application needs and no more, page by page: typed, chosen from a list, or one of some that lie open. */
export const application: {
  text?: Record<string, string>
  list?: Record<string, string>
  open?: Record<string, number>
}[] = [
  {
    text: {
      writer_name: 'هند المناعي',
      writer_mobile: '+97455123456',
      writer_email: 'hind@home.example',
      legal_name: 'Sara Al Mana',
    },
    list: { writer_relation: 'mother', nationality: 'QA', first_language: 'ar' },
    open: { sex: 0 },
  },
  { open: { passport_state: 1, id_state: 1, visa_state: 2 } },
  { list: { grade: 'KG1' }, open: { entry_year: 0 } },
  { open: { has_attended: 1 } },
  {
    // Number, email and relation stand there already: the writer is the first guardian.
    text: { 'guardians.0.name': 'Hind Al Mana' },
    open: { 'guardians.0.is_legal_guardian': 0, 'guardians.0.may_sign': 0, 'guardians.0.may_collect': 0 },
  },
  {},
  {},
  {
    text: {
      'emergency.0.name': 'Aisha',
      'emergency.0.relation': 'Aunt',
      'emergency.0.mobile': '+97455123457',
      'emergency.1.name': 'Ali',
      'emergency.1.relation': 'Uncle',
      'emergency.1.mobile': '+97455123458',
    },
    open: { payer: 0 },
  },
  {},
  { text: { signature: 'Hind Al Mana' } },
]

/** Answers what one page of an application needs. */
export async function fillPage(page: Page, no: number) {
  const { text = {}, list = {}, open = {} } = application[no] ?? {}
  for (const [path, value] of Object.entries(text)) await at(page, path).fill(value)
  for (const [path, value] of Object.entries(list)) await at(page, path).selectOption(value)
  for (const [path, which] of Object.entries(open)) await at(page, path).locator('input').nth(which).check()
  if (no === 0) {
    const dob = at(page, 'dob')
    await dob.locator('input').first().fill('03')
    await dob.locator('select').selectOption('09')
    await dob.locator('input').last().fill('2022')
  }
  if (no === application.length - 1) {
    for (const path of ['truth', 'terms', 'privacy', 'authority']) await at(page, path).check()
    // What is agreed to can be read where it is agreed to.
    const terms = page.locator('form button[aria-haspopup=dialog]').first()
    await terms.click()
    await expect(page.getByRole('dialog').getByRole('region')).not.toBeEmpty()
    await page.keyboard.press('Escape')
    await expect(terms).toBeFocused()
  }
}

/** Waits until a page of the application stands there. */
export const onStep = (page: Page, say: Say, no: number) =>
  expect(
    page.getByRole('heading', { level: 2, name: say('forms:step', { no, count: application.length }) }),
  ).toBeVisible()
