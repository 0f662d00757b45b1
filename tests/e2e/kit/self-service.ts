import type { Locator, Page } from '@playwright/test'
import type { DemoPupil, DemoSchool } from '#server/db/seed/demo-types.ts'
import type { TillPerson } from '#tests/support/pos/tablet-till.ts'
import { itemNamed } from '#tests/support/served/served-school-demo.ts'
import { expect } from './stage.ts'

/** Somebody who may eat anything and has money. */
export function hungryPupil(school: DemoSchool): DemoPupil {
  const found = school.pupils.find(
    ({ active, allergens, cardNo }) => active && allergens.length === 0 && cardNo !== null,
  )
  if (!found) throw new Error('nobody here may eat everything')
  return found
}

/** The operator opens the shift and gives the tablet away. */
export async function handOver(till: TillPerson): Promise<void> {
  await till.page.getByRole('button', { name: till.say('pos.till:menu.open') }).click()
  await till.page.getByRole('link', { name: till.say('pos.till:menu.selfService') }).click()
  await till.button('pos.self-service:handOver.go').click()
  await expect(till.button('pos.self-service:attract.begin')).toBeVisible()
}

/** Turns the pages of the choices until this one is shown. */
export async function turnTo(more: Locator, choice: Locator): Promise<void> {
  await expect(more.or(choice).first()).toBeVisible()
  for (let pages = 0; pages < 9 && !(await choice.isVisible()); pages += 1) await more.click()
  await expect(choice).toBeVisible()
}

/** The tile of an item, looked for as a pupil does: its category, then page by page. */
export async function findFood(page: Page, school: DemoSchool, name: string): Promise<Locator> {
  const { id, categoryId } = itemNamed(school, name)
  const tile = page.locator(`[data-item="${id}"]`)
  await page.locator(`[data-kind="${categoryId}"]`).click()
  await turnTo(page.locator('[data-more]'), tile)
  return tile
}
