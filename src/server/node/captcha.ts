import { z } from 'zod'
import type { OutsideCaptcha } from '#server/kernel/deps.ts'
import type { Settings } from './settings.ts'

const patienceMs = 10_000

/** Protocol started by reCAPTCHA and shared by hCaptcha and Turnstile: a form with secret and token, an answer with `success`. */
const Answer = z.object({ success: z.boolean() })

/** Verifies a token with a third-party captcha provider; nothing about the person is sent. */
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
