import { z } from 'zod'
import type { OutsideCaptcha } from '#server/kernel/deps.ts'
import type { Settings } from './settings.ts'

const patienceMs = 10_000

/** What reCAPTCHA began and hCaptcha and Turnstile do too: a form with secret and token, an answer that says `success`. */
const Answer = z.object({ success: z.boolean() })

/** Asks the provider of an outside captcha whether a token is good; nothing about the person goes along. */
export const outsideCaptcha = ({
  provider,
  siteKey,
  secret,
  verifyUrl,
}: NonNullable<Settings['captcha']>): OutsideCaptcha => ({
  provider,
  siteKey,
  verify: async (token) => {
    const reply = await fetch(verifyUrl, {
      method: 'POST',
      body: new URLSearchParams({ secret, response: token }),
      signal: AbortSignal.timeout(patienceMs),
    })
    if (!reply.ok) throw new Error(`the captcha's provider answered ${reply.status}`)
    return Answer.parse(await reply.json()).success
  },
})
