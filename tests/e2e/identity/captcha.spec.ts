import type { BrowserContext } from '@playwright/test'
import { expect, test } from '#tests/e2e/kit/stage.ts'
import { Enquirer, families, openEnquiry } from '#tests/support/records/family.ts'
import { speak } from '#tests/support/records/person.ts'

/** The provider's script as far as a page sees it: a widget that somebody presses. */
const widget = (token: string) => `globalThis.turnstile = {
  render(box, { sitekey, callback, language }) {
    const button = document.createElement('button')
    button.textContent = 'I am no robot: ' + sitekey + ' ' + language
    button.onclick = () => callback('${token}')
    box.append(button)
  },
}`

const provider = (context: BrowserContext, body: string | undefined) =>
  context.route('https://challenges.cloudflare.com/**', (route) =>
    body === undefined ? route.abort() : route.fulfill({ contentType: 'text/javascript', body }),
  )

const say = speak('en')

test('where an outside captcha is configured its widget is shown when something is sent, and pays for it', async ({
  captcha,
  visit,
}) => {
  const say = speak('ar')
  const { page, context } = await visit(captcha.served.origin('manara'))
  await provider(context, widget('human'))
  const strangers: string[] = []
  page.on('request', (request) => request.url().includes('cloudflare') && strangers.push(request.url()))
  await openEnquiry(page, 'ar')
  const enquirer = new Enquirer(page)
  await enquirer.fill(families.ar)
  expect(strangers).toEqual([])
  await enquirer.send(say)
  const frame = page.frameLocator(`iframe[title="${say('common:captcha')}"]`)
  await expect(frame.locator('html')).toHaveAttribute('dir', 'rtl')
  await frame.getByRole('button', { name: 'I am no robot: open-key ar' }).click()
  await expect(page.getByRole('heading', { level: 1, name: say('forms:thanks.title.complete') })).toBeVisible()
  await expect(page.locator('iframe')).toHaveCount(0)
  expect(captcha.asked).toEqual(['secret=closed-key&response=human'])
})

for (const [what, script] of [
  ['is blocked', undefined],
  ['fails', 'throw new Error("out of order")'],
  [
    'gives a token that nobody believes',
    `${widget('robot')};const { render } = turnstile;turnstile.render = (box, { callback }) => callback('robot')`,
  ],
] as const) {
  test(`when the outside captcha ${what}, the form is sent all the same`, async ({ captcha, visit, browser }) => {
    test.setTimeout(240_000)
    // What a stranger's script does wrong in its frame is its own affair.
    const { page, context } = script?.startsWith('throw')
      ? await (async () => {
          const own = await browser.newContext({ baseURL: captcha.served.origin('alnoor') })
          return { context: own, page: await own.newPage() }
        })()
      : await visit(captcha.served.origin('alnoor'))
    await provider(context, script)
    await openEnquiry(page, 'en')
    const enquirer = new Enquirer(page)
    await enquirer.fill(families.en)
    await enquirer.send(say)
    await expect(page.getByRole('heading', { level: 1, name: say('forms:thanks.title.complete') })).toBeVisible({
      timeout: 60_000,
    })
    await expect(page.locator('iframe')).toHaveCount(0)
    await context.close()
  })
}
