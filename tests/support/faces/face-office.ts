import { expect, type Page } from '@playwright/test'
import type { z } from 'zod'
import type { DemoPupil } from '#server/db/seed/demo-types.ts'
import { askConsent } from '#shared/consents/consent-request.contract.ts'
import { type FacePupil, facePupils, setCustomerPin } from '#shared/faces/face-pupils.contract.ts'
import { login } from '#tests/support/checks/plain-login.ts'
import type { Endpoint } from '#shared/kernel/endpoint.ts'
import { openMailbox } from '#tests/support/checks/mailbox.ts'
import type { Language } from '#tests/support/checks/words.ts'
import { speak } from '#tests/support/records/person.ts'
import type { Served } from '#tests/support/served/served-school.ts'
import { schoolAsker } from '#tests/support/served/served-school-api.ts'
import { demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'

/** What staff settle about faces and PINs, asked past any browser. */
export async function openFaceOffice(served: Served, schoolCode: string) {
  const ask = schoolAsker(served, schoolCode)
  const tokens = new Map<string, string>()
  const askAs = async <B extends z.ZodType, R extends z.ZodType>(
    who: string,
    to: Endpoint<B, R>,
    input: z.input<B>,
  ) => {
    if (!tokens.has(who)) {
      const { userName, password } = signInOf(demoSchool(schoolCode), who)
      tokens.set(who, (await ask(login, { userName, password })).token)
    }
    return ask(to, input, tokens.get(who))
  }
  return {
    askAs,
    pupil: async ({ admissionNo, className }: DemoPupil): Promise<FacePupil> => {
      const { pupils } = await askAs('supervisor', facePupils, { className })
      const found = pupils.find((pupil) => pupil.admissionNo === admissionNo)
      if (!found) throw new Error(`nobody has the number ${admissionNo}`)
      return found
    },
    givePin: (customerId: FacePupil['customerId'], pin: string) =>
      askAs('supervisor', setCustomerPin, { customerId, pin }),
    /** Asks a guardian who may sign, and reads the link in the mail. */
    askGuardian: async (pupil: DemoPupil, language: Language): Promise<string> => {
      const { customerId } = await askAs('supervisor', facePupils, { className: pupil.className }).then(
        ({ pupils }) => {
          const found = pupils.find(({ admissionNo }) => admissionNo === pupil.admissionNo)
          if (!found) throw new Error('no such pupil')
          return found
        },
      )
      const email = `guardian-${pupil.admissionNo.replaceAll(/\W/g, '')}@home.example`
      await askAs('registrar', askConsent, {
        submissionId: null,
        customerId,
        maySign: true,
        subject: pupil.name[language],
        guardian: 'Hind Al Mana',
        email,
        language,
        purposes: ['faces'],
      })
      return (await (await openMailbox(served, schoolCode)).latest(email, 'consent-link')).links[0] ?? ''
    },
  }
}

/** A guardian opens the link and decides. */
export async function decideOnFaces(page: Page, lng: Language, link: string, agrees: boolean): Promise<void> {
  const say = speak(lng)
  await page.goto(link)
  await page
    .getByRole('radio', { name: say(agrees ? 'consents:agree' : 'consents:disagree') })
    .first()
    .check()
  if (agrees) await page.getByLabel(say('link:signature.name')).fill('Hind Al Mana')
  await page.getByRole('button', { name: say('consents:save') }).click()
  await expect(page.getByText(say('consents:state.received'))).toBeVisible({ timeout: 30_000 })
}
