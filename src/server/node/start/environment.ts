import { z } from 'zod'
import { ProviderName } from '#server/features/identity/bot-protection/captcha-provider.ts'
import { faceKeyBytes, readKeys } from '../face-key.ts'
import { readPrinterAddresses } from '../printers/printer-addresses.ts'

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const

const url = (protocols: string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol))
/** Encrypted URL, except to this machine itself. */
const safeUrl = z.string().refine((text) => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1'].includes(hostname))
})
const keysText = z
  .string()
  .transform(readKeys)
  .refine((keys) => keys !== undefined)
const printers = z
  .string()
  .transform(readPrinterAddresses)
  .refine((read) => read !== undefined)
const whole = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/)
    .transform(Number)
    .refine((value) => value >= least && value <= most)
const flag = z.enum(['yes', 'no']).transform((word) => word === 'yes')

/** Names separated by commas, where `*` stands for the first label. */
const hostPatterns = z
  .string()
  .transform((text) =>
    text
      .toLowerCase()
      .trim()
      .split(/\s*,\s*/),
  )
  .pipe(z.array(z.string().regex(/^(\*|[a-z\d-]+)(\.[a-z\d-]+)+$/)))

const portNumber = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .refine((port) => port <= 65_535)

export const Environment = z.object({
  PORT: portNumber.default(3000),
  METRICS_PORT: portNumber.optional(),
  METRICS_ADDRESS: z.union([z.ipv4(), z.ipv6()]).default('127.0.0.1'),
  OTLP_URL: url(['http:', 'https:']).optional(),
  LISTEN_ADDRESS: z.union([z.ipv4(), z.ipv6()]).optional(),
  DATA_DIR: z.string().default('./data'),
  JOURNAL_DIR: z.string().optional(),
  // PostgreSQL's addresses may omit the host, which a web address may not.
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/./)
    .optional(),
  DATABASE_POOL: whole(1, 1000).default(10),
  DATABASE_WAIT_MS: whole(50, 60_000).default(900),
  PUBLIC_URL: url(['http:', 'https:']).optional(),
  HOSTS: hostPatterns.default([]),
  TEST_HOSTS: hostPatterns.default([]),
  ASSETS_URL: safeUrl.transform((text) => new URL(text).origin).optional(),
  SMTP_URL: url(['smtp:', 'smtps:']).optional(),
  MAIL_FROM: z.email().optional(),
  CAPTCHA_SITE_KEY: z.string().optional(),
  CAPTCHA_SECRET: z.string().optional(),
  CAPTCHA_PROVIDER: ProviderName.default('turnstile'),
  CAPTCHA_VERIFY_URL: safeUrl.optional(),
  FACE_KEY: keysText.optional(),
  SIMULATED_GATEWAY_URL: z
    .string()
    .regex(/^http:\/\/127\.0\.0\.1:\d{1,5}$/)
    .optional(),
  IDENTITY_LOOPBACK: flag.default(false),
  LOCAL_WEBHOOKS: flag.default(false),
  PRINTERS: printers.optional(),
  LOG_LEVEL: z.enum(logLevels).default('info'),
  TRUST_PROXY: flag.default(false),
  DEMO_SCHOOLS: flag.optional(),
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
})

/** Description of each setting for messages; values are never repeated, since an address may contain a password. */
export const wanted: Record<keyof z.input<typeof Environment>, string> = {
  PORT: 'a whole number from 0 to 65535',
  METRICS_PORT: 'a whole number from 0 to 65535',
  METRICS_ADDRESS: 'an address of this machine in digits, e.g. 127.0.0.1',
  OTLP_URL: 'an address that begins with http:// or https://, e.g. http://127.0.0.1:4318',
  LISTEN_ADDRESS: 'an address of this machine in digits, e.g. 127.0.0.1, or 0.0.0.0 for every one',
  DATA_DIR: 'a folder',
  JOURNAL_DIR: 'a folder, best on another disk than the database',
  DATABASE_URL: 'an address that begins with postgresql://',
  DATABASE_POOL: 'a whole number from 1 to 1000',
  DATABASE_WAIT_MS: 'a whole number of milliseconds from 50 to 60000',
  PUBLIC_URL: 'an address that begins with https:// or http://',
  HOSTS: 'host names separated by commas, e.g. *.school.lan, where * stands for a school',
  TEST_HOSTS: 'host names separated by commas, e.g. trial.school.lan, where * stands for one label',
  ASSETS_URL: 'an address that begins with https://, or with http:// on this machine itself',
  SMTP_URL: 'an address that begins with smtp:// or smtps://',
  MAIL_FROM: 'an email address',
  CAPTCHA_SITE_KEY: 'set together with CAPTCHA_SECRET',
  CAPTCHA_SECRET: 'set together with CAPTCHA_SITE_KEY',
  CAPTCHA_PROVIDER: `one of ${ProviderName.options.join(', ')}`,
  CAPTCHA_VERIFY_URL: 'an address that begins with https://, or with http:// on this machine itself',
  FACE_KEY: `${faceKeyBytes} random bytes in base64, as "openssl rand -base64 ${faceKeyBytes}" prints them; several keys are separated by commas, the newest first`,
  SIMULATED_GATEWAY_URL: 'an address that begins with http://127.0.0.1:, with NODE_ENV other than production',
  IDENTITY_LOOPBACK: 'yes or no; it counts with NODE_ENV other than production',
  PRINTERS: 'addresses separated by commas, e.g. tcp://192.168.1.50:9100 or http://192.168.1.51',
  LOG_LEVEL: `one of ${logLevels.join(', ')}`,
  LOCAL_WEBHOOKS: 'yes or no, with NODE_ENV other than production',
  TRUST_PROXY: 'yes or no',
  DEMO_SCHOOLS: 'yes or no',
  NODE_ENV: 'production, development or test',
}
