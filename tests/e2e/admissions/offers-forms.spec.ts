import { admissionRules, setAdmissionRules } from '#shared/admissions/admission-rules.contract.ts'
import { expectFits, expectGoodHouse, smallTargets } from '#tests/e2e/kit/house.ts'
import { byTurns, expect, test } from '#tests/e2e/kit/stage.ts'
import { fillSignIn, inLanguage, speak } from '#tests/support/records/person.ts'
import { openLine } from '#tests/support/served/served-line.ts'
import { demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'

for (const { code, lng, turn } of byTurns('manara')) {
  const say = speak(lng)

  test(
    `${code}: a registrar does without a form that comes before signing, and asks for it after all`,
    turn,
    async ({ served, visit, putBack }) => {
      const line = await openLine(served, code)
      const token = await line.tokenOf('head')
      const { rules, forms } = await line.ask(admissionRules, {}, token)
      const [form] = forms
      if (!form) throw new Error('the school has no form')
      const setForms = async (formsFirst: typeof rules.formsFirst) => {
        const { revision } = await line.ask(admissionRules, {}, token)
        await line.ask(setAdmissionRules, { rules: { ...rules, formsFirst }, revision }, token)
      }
      putBack(() => setForms(rules.formsFirst))
      await setForms([{ slug: form.slug, grades: [] }])
      const [child] = await line.shortlisted(1)
      if (!child) throw new Error('nobody was brought')
      await line.leaveFree(child.id, 1)
      await line.offer(child.id, `forms-${lng}@home.example`)

      const { page } = await visit(served.origin(code))
      const { userName, password } = signInOf(demoSchool(code), 'registrar')
      const path = `/student/${child.id}?part=offers`
      await page.goto(inLanguage(`/sign-in?redirectUrl=${encodeURIComponent(path)}`, lng))
      await fillSignIn(page, say, userName, password)
      const first = page.getByRole('region', { name: say('admissions:offers.forms.title') })
      await expect(first).toContainText(say('admissions:offers.forms.state.open'))
      const settle = async (deed: 'waive' | 'again', field: 'reason' | 'againReason', why: string) => {
        const name = `${say(`admissions:offers.forms.${deed}`)}: ${form.title[lng]}`
        await first.getByRole('button', { name }).click()
        const asked = first.getByRole('form', { name })
        await expect(asked.getByLabel(say(`admissions:offers.forms.${field}`))).toBeFocused()
        await asked.getByLabel(say(`admissions:offers.forms.${field}`)).fill(why)
        await expectGoodHouse(page, lng, deed)
        await expectFits(page, lng, deed)
        expect.soft(await smallTargets(page), `too small: ${deed}`).toEqual([])
        await asked.getByRole('button', { name: say(`admissions:offers.forms.${deed}`) }).click()
        await expect(first.getByText(why)).toBeVisible()
      }
      await settle('waive', 'reason', 'In the folder')
      await expect(first).toContainText(say('admissions:offers.forms.state.waived'))
      await settle('again', 'againReason', 'Of another child')
      await expect(first).toContainText(say('admissions:offers.forms.state.open'))
      await expectGoodHouse(page, lng, 'asked for after all')
    },
  )
}
