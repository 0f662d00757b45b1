import { z } from 'zod'

/** Properties of third-party captcha providers. All have `render(element, { sitekey, callback })`. */
interface CaptchaProvider {
  /** Loads the widget as `global`. */
  script: string
  global: string
  /** Address by which the server verifies a token. */
  verifyUrl: string
  /** Origins the widget may load from. */
  sources: readonly string[]
}

export const ProviderName = z.enum(['turnstile', 'hcaptcha', 'recaptcha'])
export type ProviderName = z.infer<typeof ProviderName>

export const captchaProviders: Readonly<Record<ProviderName, CaptchaProvider>> = {
  turnstile: {
    script: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
    global: 'turnstile',
    verifyUrl: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    sources: ['https://challenges.cloudflare.com'],
  },
  hcaptcha: {
    script: 'https://js.hcaptcha.com/1/api.js?render=explicit',
    global: 'hcaptcha',
    verifyUrl: 'https://api.hcaptcha.com/siteverify',
    sources: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  },
  recaptcha: {
    script: 'https://www.google.com/recaptcha/api.js?render=explicit',
    global: 'grecaptcha',
    verifyUrl: 'https://www.google.com/recaptcha/api/siteverify',
    sources: [
      'https://www.google.com/recaptcha/',
      'https://www.gstatic.com/recaptcha/',
      'https://recaptcha.google.com/recaptcha/',
    ],
  },
}
