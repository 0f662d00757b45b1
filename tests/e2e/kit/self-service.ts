import type { DemoPupil, DemoSchool } from '#server/db/seed/demo-types.ts'
import type { TillPerson } from '#tests/support/pos/tablet-till.ts'
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
