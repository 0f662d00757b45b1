import type { Locator, Page } from '@playwright/test'
import type { Say } from '#tests/support/records/person.ts'

/** The file that is open at the desk: beside the list where there is room, over it elsewhere. */
export const openedFile = (page: Page, name?: string): Locator => {
  const named = name === undefined ? {} : { name }
  return page.getByRole('complementary', named).or(page.getByRole('dialog', named))
}

/** Presses what stands behind "More" above the list of students. */
export async function chooseMore(page: Page, say: Say, key: string): Promise<void> {
  await page.getByRole('button', { name: say('admissions.student-list:more'), exact: true }).click()
  await page.getByRole('button', { name: say(key), exact: true }).click()
}
