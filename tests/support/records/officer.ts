import type { Page } from '@playwright/test'
import type { Language } from '#tests/support/checks/words.ts'
import { demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'
import { Enquirer, families, openEnquiry } from './family.ts'
import { fillSignIn, speak } from './person.ts'

/** A family enquires, and the admissions officer, or who else is named, opens what it has sent. */
export async function openOwnEnquiry(
  family: Page,
  officer: Page,
  code: string,
  lng: Language,
  userName = 'admissions',
): Promise<void> {
  const say = speak(lng)
  await openEnquiry(family, lng)
  const enquirer = new Enquirer(family)
  await enquirer.fill(families[lng])
  await enquirer.send(say)
  await family.getByRole('heading', { level: 1, name: say('forms:thanks.title.complete') }).waitFor()
  const { password } = signInOf(demoSchool(code), userName)
  await officer.goto('/sign-in')
  await fillSignIn(officer, say, userName, password)
  await officer.waitForURL(/\/dashboard$/)
  await officer.goto('/pre_admission?list=received')
  await officer.getByRole('button', { name: families[lng].child }).first().click()
}
